/** Values as one search parameter, with commas between them; a comma within a value is written as in an address. */
export function textOfList(values: readonly string[]): string | undefined {
	if (values.length === 0) return undefined;
	return values.map((value) => value.replaceAll("%", "%25").replaceAll(",", "%2C")).join(",");
}

/** The values of such a parameter, each once. */
export function listOfText(text: string | undefined): string[] {
	const parts = (text ?? "").split(",").map((part) => part.replaceAll("%2C", ",").replaceAll("%25", "%").trim());
	return [...new Set(parts)].filter((part) => part !== "");
}
