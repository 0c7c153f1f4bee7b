import { endOfText } from "../../shared/base/json-record";

/** What firmware and Python write for a measurement that failed; JSON has no such number. */
const noNumber = /(?<![\w.])[+-]?(?:nan|inf(?:inity)?|1\.#(?:ind|qnan|inf)0*)(?:\(\w*\))?(?![\w.])/gi;

/**
 * JSON as devices send it: a bare `nan` or `inf` is the text "NaN", so that the other readings of the upload are read,
 * and zero bytes behind it are the rest of a buffer that was sent whole. Throws a SyntaxError for anything else that is no JSON.
 */
export function parseSentJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const plain = withoutNoNumbers(text.replace(/\0+$/, ""));
		if (plain === text) throw error;
		return JSON.parse(plain);
	}
}

/** Null if it is none, and for `null` itself. */
export function sentJsonOrNull(text: string): unknown {
	try {
		return parseSentJson(text);
	} catch {
		return null; // a user who asks treats it as absent
	}
}

function withoutNoNumbers(text: string): string {
	const parts: string[] = [];
	for (let from = 0; from < text.length; ) {
		const quote = text.indexOf('"', from);
		const end = quote < 0 ? text.length : quote;
		parts.push(text.slice(from, end).replace(noNumber, '"NaN"'));
		from = quote < 0 ? end : endOfText(text, quote);
		parts.push(text.slice(end, from));
	}
	return parts.join("");
}
