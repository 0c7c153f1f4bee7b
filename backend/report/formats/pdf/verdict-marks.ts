import { encode } from "uqr";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import { monthName } from "../../document/report-texts";
import type { CellState, CellUnit } from "../../figures/state-cells";
import { type Canvas, type Color, colors } from "./canvas";

/** In gray too, each differs from the others by its shape. */
const markColors: Record<CellState, Color> = {
	within: [0.27, 0.6, 0.42],
	out: [0.72, 0.11, 0.1],
	unknown: [0.66, 0.42, 0.03],
	none: [0.66, 0.7, 0.75],
};

type Place = { x: number; y: number; size: number };

export function drawMark(canvas: Canvas, state: CellState, { x, y, size }: Place): void {
	const color = markColors[state];
	const half = size / 2;
	switch (state) {
		case "within":
			canvas.box(x - half * 0.84, y - half * 0.84, { width: half * 1.68, height: half * 1.68 }, color);
			return;
		case "out":
			canvas.path(
				[
					[x - half, y - half * 1.2],
					[x + half, y - half * 1.2],
					[x, y + half * 1.5],
				],
				{ color, width: 0.3 },
				color,
			);
			return;
		case "unknown": {
			const edge = half * 0.8;
			canvas.path(
				[
					[x - edge, y - edge],
					[x + edge, y - edge],
					[x + edge, y + edge],
					[x - edge, y + edge],
				],
				{ color, width: 0.8 },
				colors.white,
			);
			canvas.line([x - edge, y - edge], [x + edge, y + edge], { color, width: 0.8 });
			return;
		}
		case "none":
			canvas.line([x - half * 0.5, y], [x + half * 0.5, y], { color, width: 0.9 });
	}
}

export function drawLargeMark(canvas: Canvas, state: CellState, place: Place): void {
	const { x, y, size } = place;
	drawMark(canvas, state, place);
	const stroke = { color: colors.white, width: size / 8 };
	if (state === "within") {
		canvas.line([x - size * 0.22, y], [x - size * 0.05, y - size * 0.18], stroke);
		canvas.line([x - size * 0.09, y - size * 0.18], [x + size * 0.24, y + size * 0.2], stroke);
	}
	if (state === "out") {
		canvas.line([x, y - size * 0.16], [x, y + size * 0.3], stroke);
		canvas.line([x, y - size * 0.42], [x, y - size * 0.29], stroke);
	}
}

/** Light modules around a code that a reader needs to find it (ISO/IEC 18004). */
const quietModules = 4;
const dark: Color = [0, 0, 0];

/** At most `most` points wide. Returns its width, with the light edge. `x`, `y`: its lower left corner. */
export function drawCode(canvas: Canvas, text: string, { x, y, most }: { x: number; y: number; most: number }): number {
	const { data, size } = encode(text, { ecc: "M", border: quietModules });
	// Whole tenths of a point, so that all modules are of one size.
	const module = Math.floor((10 * most) / size) / 10;
	const bars = data.flatMap((row, line) => {
		return row.flatMap((isDark, start) => {
			if (!isDark || row[start - 1]) return [];
			const end = row.indexOf(false, start);
			const length = (end === -1 ? size : end) - start;
			return [{ x: x + start * module, y: y + (size - 1 - line) * module, width: length * module, height: module }];
		});
	});
	canvas.boxes(bars, dark);
	return size * module;
}

/** Above a column of cells; empty: no label. `upper` is of all columns up to the next with one. */
export function cellLabels(
	unit: CellUnit,
	walls: readonly number[],
	language: string | undefined,
): { upper: string; lower: string }[] {
	const say = wordsIn(language);
	let before = "";
	return walls.map((wall, index) => {
		const date = new Date(wall);
		const [month, year] = [monthName(date, language), String(date.getUTCFullYear())];
		const [hour, day] = [date.getUTCHours(), date.getUTCDate()];
		const labels = {
			hour: [
				say("axis.dayMonthYear", { day: String(day), month, year }),
				hour % 3 === 0 ? String(hour).padStart(2, "0") : "",
			],
			day: [say("axis.monthOfYear", { month, year }), index === 0 || day === 1 || day % 5 === 0 ? String(day) : ""],
			week: [say("axis.monthOfYear", { month, year }), index % 2 === 0 ? String(day) : ""],
			month: [year, monthName(date, language, "narrow")],
			quarter: [year, say("axis.quarter", { quarter: String(Math.floor(date.getUTCMonth() / 3) + 1) })],
			year: ["", index % 3 === 0 ? year : ""],
			decade: ["", index % 3 === 0 ? year : ""],
		} as const;
		const [upper, lower] = labels[unit.name];
		const isNew = upper !== before;
		before = upper;
		return { upper: isNew ? upper : "", lower };
	});
}
