/** ASCII, because V8 stores texts with other characters in two bytes each, 6 MB more for the backend. */
export const workerOutput = { charset: /** @type {const} */ ("ascii"), comments: { jsdoc: false } };
