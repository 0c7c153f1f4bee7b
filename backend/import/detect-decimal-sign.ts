import type { DecimalSign } from "./parse-number";

/** The decimal sign of cells, by which of the two more of them can only be read with. */
export function detectDecimalSign(cells: readonly string[]): DecimalSign {
	let commas = 0;
	let points = 0;
	for (const cell of cells) {
		if (/^[+-]?\d+,\d+\D*$/.test(cell)) commas += 1;
		else if (/^[+-]?\d*\.\d+\D*$/.test(cell)) points += 1;
	}
	return commas > points ? "," : ".";
}
