/**
 * How the modules of Workers are written. An isolate keeps their text, and V8 gives each character two bytes where one
 * of them is beyond Latin-1: of the backend that would be 6 MB more. In comments and tagged templates none is escaped.
 */
export const workerOutput = { charset: /** @type {const} */ ("ascii"), comments: { jsdoc: false } };
