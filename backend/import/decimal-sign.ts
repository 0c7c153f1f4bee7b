import type { FileFormat } from "../../shared/log/reading-import";
import { type DecimalSign, parseNumber } from "./parse-number";

export type OpenNumber = { line: number; column: number; text: string; asPoint: number; asComma: number };

/** `1,204` and `1.204`: decimals, or thousands. */
const openForm = /^[+\-−]?[1-9]\d{0,2}([.,])\d{3}(?!\d)(?!.*[.,]\d)/;
const pointForm = /^[+\-−]?\d*\.\d+(?![\d.,])|,\d{3}\.\d|,\d{3},\d{3}(?!\d)/;
const commaForm = /^[+\-−]?\d*,\d+(?![\d.,])|\.\d{3},\d|\.\d{3}\.\d{3}(?!\d)/;

export class DecimalEvidence {
	#points = 0;
	#commas = 0;
	readonly #openPoints = new Map<number, OpenNumber>();
	readonly #openCommas = new Map<number, OpenNumber>();
	readonly #separator: FileFormat["separator"];

	constructor(separator: FileFormat["separator"]) {
		this.#separator = separator;
	}

	add(text: string, column: number, line: number): void {
		if (!text.includes(",")) {
			if (!text.includes(".")) return;
			if (this.#points > 0) {
				this.#points += 1;
				return;
			}
		}
		const open = openForm.exec(text);
		if (open) {
			const seen = open[1] === "," ? this.#openCommas : this.#openPoints;
			if (!seen.has(column)) this.#addOpen(seen, { line, column, text });
		} else if (pointForm.test(text)) this.#points += 1;
		else if (commaForm.test(text)) this.#commas += 1;
	}

	#addOpen(seen: Map<number, OpenNumber>, index: Pick<OpenNumber, "line" | "column" | "text">): void {
		const [asPoint, asComma] = [parseNumber(index.text, "."), parseNumber(index.text, ",")];
		if (asPoint !== null && asComma !== null) seen.set(index.column, { ...index, asPoint, asComma });
	}

	/** `open`: texts whose number depends on the sign. */
	decide(): { sign: DecimalSign; open: OpenNumber[] } {
		const [points, commas] = [this.#points, this.#commas];
		if (points > 0 && commas === 0) return { sign: ".", open: [] };
		if (commas > 0 && points === 0) return { sign: ",", open: [] };
		// A decimal comma needs quotes in a comma-separated file.
		const openPoints = this.#separator === "," ? [] : [...this.#openPoints.values()];
		const open = [...this.#openCommas.values(), ...openPoints];
		if (points > 0) return { sign: commas > points ? "," : ".", open };
		const isCommaLikelier = this.#openCommas.size > 0 && this.#separator !== ",";
		return { sign: isCommaLikelier ? "," : ".", open };
	}
}
