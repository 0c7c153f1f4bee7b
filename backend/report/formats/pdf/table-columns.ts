import { largestOf } from "../../../../shared/base/lists";
import type { ReportColumn } from "../../document/report-document";
import type { Face } from "./typefaces";

export const tableText = { size: 7.5, lineHeight: 10, padding: 4 } as const;

export type Band = { columns: number[]; widths: number[] };

const least = { text: 52, number: 34, time: 84, duration: 48 } as const;
const leastText = { short: 34, long: 84 } as const;
const mostForWord = 76;

/** Splits columns into bands that fit the page, each wide enough to read. Each band repeats the leading columns. */
export function columnBands(columns: readonly ReportColumn[], width: number, bold: Face): Band[] {
	const narrowest = columns.map((column) => leastWidth(column, bold));
	const all = columns.map((_, index) => index);
	if (sum(narrowest) <= width) return [{ columns: all, widths: shares(all, { columns, narrowest, width }) }];
	const leading = leadingColumns(columns);
	const used = sum(leading.map((index) => narrowest[index] ?? 0));
	const bands: number[][] = [];
	let room = 0;
	for (const index of all.slice(leading.length)) {
		const own = narrowest[index] ?? 0;
		if (own > room || bands.length === 0) {
			bands.push([...leading]);
			room = width - used;
		}
		bands.at(-1)?.push(index);
		room -= own;
	}
	return bands.map((band) => ({ columns: band, widths: shares(band, { columns, narrowest, width }) }));
}

/** Up to the first time, because the columns before it name whose time it is; else the first. */
function leadingColumns(columns: readonly ReportColumn[]): number[] {
	const time = columns.slice(0, 2).findIndex(({ kind }) => kind === "time");
	return columns.slice(0, Math.max(time, 0) + 1).map((_, index) => index);
}

function leastWidth({ kind, title, width }: ReportColumn, bold: Face): number {
	const words = title.split(" ").map((word) => bold.widthOf(word, tableText.size));
	const ofText = kind !== "text" ? null : width <= 1 ? leastText.short : width >= 4 ? leastText.long : null;
	return Math.max(ofText ?? least[kind], Math.min(largestOf(words), mostForWord) + 2 * tableText.padding + 0.5);
}

type Sharing = { columns: readonly ReportColumn[]; narrowest: readonly number[]; width: number };

function shares(band: number[], { columns, narrowest, width }: Sharing): number[] {
	const fixed = new Set<number>();
	for (;;) {
		const room = width - sum([...fixed].map((index) => narrowest[index] ?? 0));
		const free = band.filter((index) => !fixed.has(index));
		const total = sum(free.map((index) => Math.max(columns[index]?.width ?? 1, 0.01)));
		const widthOf = (index: number) => (room * Math.max(columns[index]?.width ?? 1, 0.01)) / total;
		const tooNarrow = free.filter((index) => widthOf(index) < (narrowest[index] ?? 0));
		if (tooNarrow.length === 0)
			return band.map((index) => (fixed.has(index) ? (narrowest[index] ?? 0) : widthOf(index)));
		for (const index of tooNarrow) fixed.add(index);
	}
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
