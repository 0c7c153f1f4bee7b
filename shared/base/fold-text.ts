const isPlain = /^[\x20-\x7e]*$/;
const accents = /[\u0300-\u036f]/g;

/** Removes case and accents, for every search in browser and backend. */
export function foldText(text: string): string {
	return isPlain.test(text) ? text.toLowerCase() : text.normalize("NFKD").replace(accents, "").toLowerCase();
}
