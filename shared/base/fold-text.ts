const isPlain = /^[\x20-\x7e]*$/;
const accents = /[\u0300-\u036f]/g;

/** Text as every search compares it, in the browser and in an account: without case and accents. */
export function foldText(text: string): string {
	// Most are, and a list compares thousands.
	return isPlain.test(text) ? text.toLowerCase() : text.normalize("NFKD").replace(accents, "").toLowerCase();
}
