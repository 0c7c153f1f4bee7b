/** Bounds of a file that can be a table; `lineLength` is characters. */
type LineLimits = { lines: number; lineLength: number };

/** The lines of a text whatever ends them, or which limit it breaks. Measured first: a hostile file is never split. */
export function splitLines(text: string, limits: LineLimits): string[] | "too-many-lines" | "line-too-long" {
	const plain = text.includes("\r") ? text.replaceAll("\r\n", "\n").replaceAll("\r", "\n") : text;
	let count = 0;
	for (let from = 0; from <= plain.length; ) {
		const newline = plain.indexOf("\n", from);
		const end = newline < 0 ? plain.length : newline;
		if (end - from > limits.lineLength) return "line-too-long";
		count += 1;
		if (count > limits.lines) return "too-many-lines";
		from = end + 1;
	}
	const lines = plain.split("\n");
	while (lines.at(-1)?.trim() === "") lines.pop();
	return lines;
}
