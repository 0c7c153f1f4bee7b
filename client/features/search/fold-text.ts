const isPlain = /^[\x20-\x7e]*$/;
const accents = /[\u0300-\u036f]/g;

/** Text as it is compared: without case and without accents, so that `malaga` finds `Málaga`. */
export function foldText(text: string): string {
	return isPlain.test(text) ? text.toLowerCase() : text.normalize("NFKD").replace(accents, "").toLowerCase();
}

/** The words of what was typed, folded. */
export function wordsOf(query: string): string[] {
	return foldText(query).split(/\s+/).filter(Boolean);
}
