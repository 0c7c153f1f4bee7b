/** Chosen by `client/public/theme.js` before the first paint. Code without a page reads English. */
export const pageLanguage = globalThis.document?.documentElement.lang || "en";
