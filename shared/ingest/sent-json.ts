import { endOfText } from "../base/shallow-json";

/** Firmware and Python write these for a failed measurement. JSON has no such number. */
const noNumber = /(?<![\w.])[+-]?(?:nan|inf(?:inity)?|1\.#(?:ind|qnan|inf)0*)(?:\(\w*\))?(?![\w.])/gi;

/** Reads a bare `nan` or `inf` as "NaN" and drops trailing zero bytes. Throws a SyntaxError for other invalid JSON. */
export function parseSentJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		const plain = withoutNoNumbers(withoutLastZeros(text));
		if (plain === text) throw error;
		return JSON.parse(plain);
	}
}

/** Null for invalid JSON and for `null`. */
export function sentJsonOrNull(text: string): unknown {
	try {
		return parseSentJson(text);
	} catch {
		return null; // callers treat it as absent
	}
}

/** A loop, because the expression takes quadratic time for zeros elsewhere. */
function withoutLastZeros(text: string): string {
	let end = text.length;
	while (end > 0 && text[end - 1] === "\0") end -= 1;
	return text.slice(0, end);
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
