const nameLength = 100;

/** What a cell of a row of units looks like: in brackets, or a unit or a time pattern by itself. */
const unitForm =
	/^(?:\[.*\]|\(.*\)|°?[cfk]|celsius|fahrenheit|% ?(?:rh)?|ppm|ppb|[hk]?pa|m?bar|psi|[mµ]?v|[mµ]?a|[mk]?w|lu?x|[mc]?m|l\/min|m\/s|w\/m\+?[2²]|dbm|[ymdh:./\-\s]{4,}s*)$/i;

/** What the rows above the readings call each column, with the unit a row of its own may say. */
export function columnNames(headerRows: readonly string[][], width: number): string[] {
	const said = headerRows.filter((cells) => cells.filter((cell) => cell !== "").length > 1);
	const last = said.at(-1) ?? [];
	const above = said.at(-2);
	const hasUnitRow = above !== undefined && isUnitRow(last);
	return Array.from({ length: width }, (_, column) => {
		const name = (hasUnitRow ? above : last)[column] ?? "";
		const unit = (hasUnitRow ? (last[column] ?? "") : "").replace(/^[[(]|[\])]$/g, "");
		const whole = unit === "" ? name : `${name} [${unit}]`;
		return whole.trim() === "" ? `Column ${column + 1}` : whole.trim().slice(0, nameLength);
	});
}

function isUnitRow(cells: string[]): boolean {
	const said = cells.filter((cell) => cell !== "");
	return said.length > 0 && said.every((cell) => unitForm.test(cell));
}
