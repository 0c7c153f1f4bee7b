const deepestInput = 64;

/** Throws SyntaxError for invalid or too deep JSON, before it is parsed. */
export function parseShallowJson(text: string): unknown {
	if (isDeeper(text, deepestInput)) throw new SyntaxError("The JSON is nested too deep");
	return JSON.parse(text);
}

/** Null where parseShallowJson throws, and for `null` itself. */
export function shallowOrNull(text: string): unknown {
	try {
		return parseShallowJson(text);
	} catch {
		return null; // callers treat it as absent
	}
}

function isDeeper(text: string, most: number): boolean {
	let depth = 0;
	for (let position = 0; position < text.length; position += 1) {
		const letter = text[position];
		if (letter === '"') position = endOfText(text, position) - 1;
		else if (letter === "[" || letter === "{") depth += 1;
		else if (letter === "]" || letter === "}") depth -= 1;
		if (depth > most) return true;
	}
	return false;
}

/** Position after the closing quote of the string that begins at `from`. */
export function endOfText(text: string, from: number): number {
	for (let position = from + 1; position < text.length; position += 1) {
		if (text[position] === "\\") position += 1;
		else if (text[position] === '"') return position + 1;
	}
	return text.length;
}
