/**
 * ASCII output of Workers: V8 stores a text with a character beyond Latin-1 in two bytes each, 6 MB more for the
 * backend.
 * Comments and tagged templates are not escaped.
 */
export const workerOutput = { charset: /** @type {const} */ ("ascii"), comments: { jsdoc: false } };
