/**
 * ASCII, because V8 stores texts with other characters in two bytes each, 6 MB more for the backend. Without blanks, as the
 * text stays on the heap. Names stay: errors are logged with them.
 */
export const workerOutput = {
	charset: /** @type {const} */ ("ascii"),
	comments: { jsdoc: false },
	minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
};
