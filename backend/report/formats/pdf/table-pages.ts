import { minuteMs } from "../../../../shared/base/durations";
import { largestOf } from "../../../../shared/base/lists";
import type { ReportLayout } from "../../../../shared/report/report";
import { formatOffset } from "../../../../shared/time/time-zones";
import { wordsIn } from "../../../../shared/words/made/report-file-in";
import type { ReportColumn, ReportTable } from "../../document/report-document";
import { durationText } from "../../document/report-texts";
import { inSign } from "../../figures/decimal-sign";
import type { ReportCell } from "../../figures/report-channel";
import { createRowSpool } from "../row-spool";
import type { ShownTimes } from "../shown-times";
import { colors } from "./canvas";
import type { Flow } from "./flow";
import { wrapped } from "./line-breaks";
import { type Band, columnBands, tableText } from "./table-columns";

const { size, lineHeight, padding } = tableText;
const edge = 3.4;
const knownDigits = 12;
const mostHeadLines = 14;
/** A page shows at most so many lines of one row; the next page shows the others. */
const mostLines = 24;
const rowRule = { color: colors.faintRule, width: 0.5 };
const headRule = { color: colors.accent, width: 0.9 };

/** `heading`: of the section; a table of the same name does not repeat it. */
type Written = {
	flow: Flow;
	shown: ShownTimes;
	layout: ReportLayout;
	heading: string;
	onRows: (count: number) => void;
};

/** Repeats the head on every page. Columns that do not fit follow below. */
export async function writeTable(table: ReportTable, { onRows, ...written }: Written): Promise<void> {
	const { flow } = written;
	const { columns, name, rows, emptyText } = table;
	const bands = columnBands(columns, flow.width, flow.faces.bold);
	const [first, ...others] = bands;
	if (!first) return;
	const titleOf = (band: number) => {
		const part = { name, part: String(band + 1), parts: String(bands.length) };
		if (bands.length === 1) return name === written.heading ? "" : name;
		return wordsIn(written.layout.language)("table.part", part);
	};
	const kept = createRowSpool();
	let writer: ReturnType<typeof bandWriter> | null = null;
	for await (const batch of rows) {
		if (batch.length === 0) continue;
		await flow.faces.prepare(batch);
		writer ??= bandWriter(columns, first, { ...written, title: titleOf(0) });
		for (const row of batch) writer.write(row);
		if (others.length > 0) await kept.write(batch);
		onRows(batch.length);
	}
	if (writer === null) {
		flow.paragraph(emptyText, { face: flow.faces.regular, size: 8.5, color: colors.quiet });
		flow.y -= 8;
		return;
	}
	flow.y -= 12;
	for (const [index, band] of others.entries()) {
		const further = bandWriter(columns, band, { ...written, title: titleOf(index + 1) });
		for await (const batch of kept.read()) for (const row of batch) further.write(row);
		flow.y -= 12;
	}
}

type BandOptions = Omit<Written, "onRows" | "heading"> & { title: string };

function bandWriter(columns: readonly ReportColumn[], band: Band, options: BandOptions) {
	const { flow, shown, layout, title } = options;
	const { decimalSign } = layout.csv;
	const { regular, bold } = flow.faces;
	const own = band.columns.flatMap((index) => columns[index] ?? []);
	const heads = own.map((column, position) => linesOf(column.title, bold, position, mostHeadLines));
	const headHeight = heightOf(heads);
	let offset: number | null = null;

	function linesOf(text: string, face: typeof bold, position: number, most?: number): string[] {
		const width = (band.widths[position] ?? 0) - 2 * padding;
		return wrapped(flow.faces.shown(text), { face, size, width }, most);
	}

	function drawCells(cells: string[][], face: typeof bold): void {
		let x = flow.left;
		for (const [position, lines] of cells.entries()) {
			const width = band.widths[position] ?? 0;
			const kind = own[position]?.kind;
			const isRight = kind === "number" || kind === "duration";
			for (const [index, line] of lines.entries()) {
				const y = flow.y - edge - size - index * lineHeight;
				flow.canvas.text(line, isRight ? x + width - padding : x + padding, y, {
					face,
					// Shrinks a number, because its pieces would read as numbers.
					size: Math.min(size, (size * (width - 2 * padding)) / face.widthOf(line, size)),
					align: isRight ? "right" : "left",
				});
			}
			x += width;
		}
	}

	function drawHead(): void {
		flow.canvas.box(flow.left, flow.y - headHeight, { width: flow.width, height: headHeight }, colors.head);
		drawCells(heads, bold);
		flow.y -= headHeight;
		flow.canvas.line([flow.left, flow.y], [flow.left + flow.width, flow.y], headRule);
		// The first time on a page shows its offset, later ones only a change.
		offset = null;
	}

	function cellText(cell: Exclude<ReportCell, number | null | { value: number }>): string {
		if (typeof cell === "string") return cell;
		if ("ms" in cell) return durationText(cell.ms, layout);
		const time = shown.time(cell.at + cell.offsetMinutes * minuteMs);
		if (cell.offsetMinutes === offset) return time;
		offset = cell.offsetMinutes;
		return `${time} ${formatOffset(cell.offsetMinutes)}`;
	}

	function rowLines(row: ReportCell[]): string[][] {
		return band.columns.map((index, position) => {
			const column = columns[index];
			const cell = row[index] ?? null;
			if (!column || cell === null) return [];
			const number = typeof cell === "number" ? { value: cell, decimals: column.digits } : cell;
			if (typeof number === "object" && "value" in number)
				return [inSign(numberText(number.value, number.decimals), decimalSign)];
			return linesOf(cellText(number), regular, position);
		});
	}

	flow.needs(16 + headHeight + 3 * (lineHeight + 2 * edge));
	if (title !== "") {
		flow.canvas.text(flow.faces.shown(title), flow.left, flow.y - 10, { face: bold, size: 9.5, color: colors.accent });
		flow.y -= 16;
	}
	drawHead();
	return {
		write(row: ReportCell[]): void {
			let cells = rowLines(row);
			if (flow.needs(heightOf(piecesOf(cells)[0] ?? cells))) {
				drawHead();
				cells = rowLines(row);
			}
			for (const [index, piece] of piecesOf(cells).entries()) {
				if (index > 0 && flow.needs(heightOf(piece))) drawHead();
				drawCells(piece, regular);
				flow.y -= heightOf(piece);
			}
			flow.canvas.line([flow.left, flow.y], [flow.left + flow.width, flow.y], rowRule);
		},
	};
}

function piecesOf(cells: string[][]): string[][][] {
	const count = Math.max(1, Math.ceil(largestOf(cells.map((lines) => lines.length)) / mostLines));
	return Array.from({ length: count }, (_, index) =>
		cells.map((lines) => lines.slice(index * mostLines, (index + 1) * mostLines)),
	);
}

function heightOf(cells: string[][]): number {
	return Math.max(1, largestOf(cells.map((lines) => lines.length))) * lineHeight + 2 * edge - 2;
}

function numberText(value: number, digits: number | null): string {
	if (!Number.isFinite(value)) return "";
	// Removes binary rounding, such as 0.30000000000000004.
	if (digits === null) return String(Number(value.toPrecision(knownDigits)));
	const text = value.toFixed(Math.min(digits, knownDigits));
	return /[1-9]/.test(text) ? text : text.replace("-", "");
}
