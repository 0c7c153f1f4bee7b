import { minuteMs } from "../../../shared/base/durations";
import { appendAll } from "../../../shared/base/lists";
import { errorSentence } from "../../../shared/errors/error-sentence";
import { summaryOfQuantity } from "../../../shared/log/directions";
import { csvLayout, decimalSignProblem, standardCsvForm } from "../../../shared/log/log-export";
import type { ReportPreview } from "../../../shared/report/report";
import { isOfRows, reportTypes } from "../../../shared/report/report-types";
import { formatOffset } from "../../../shared/time/time-zones";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { type ReportCell, shownChannel } from "../figures/report-channel";
import { clockDuration, shownTimes } from "../formats/shown-times";
import { zoneClock } from "../source/report-clock";
import { limitSpansOf, type ReportDevice, type ReportHead, type ReportSource } from "../source/report-source";
import { reportMakers } from "../types/registry";
import { limitsOverTime } from "./limit-texts";
import { reportWork, stoppedFirst } from "./make-document";
import { ReportDenial } from "./report-denial";
import type { ReportColumn, ReportTable } from "./report-document";
import { denialOf, pagesOf, sizeOf, verdictPagesOf } from "./report-size";
import { batches, columnsOf, length, table } from "./report-table";
import { durationText } from "./report-texts";
import type { ReportWork } from "./report-work";

/** `readings`: absent, as many as take a third of a second. */
export type PreviewLimits = {
	devices: number;
	rows: number;
	readings?: number;
	onStudy?: ReportWork["onStudy"];
};

const mostRead = 40_000;

/** Figures come from roll-ups. Stopped devices come first, as in the file. */
export async function previewReport(source: ReportSource, limits: PreviewLimits): Promise<ReportPreview> {
	const head = await source.head();
	const all = stoppedFirst(head, head.devices);
	const whole = reportWork({ source, head, devices: all, options: silentOptions });
	const tooLarge = denialOf(whole);
	const pages = pagesOf(whole);
	const shown = all.slice(0, limits.devices);
	const tables: ReportPreview["tables"] = [];
	if (hasFigures(head)) tables.push(await textsOf(await figureTable(source, head, shown), head, limits.rows));
	if (tooLarge === null) appendAll(tables, await fileTables({ source, head, shown, limits }));
	return {
		from: head.from,
		to: head.to,
		...sizeOf(all),
		tooLarge: tooLarge && errorSentence(tooLarge.text),
		...(tooLarge && { tooLargeKey: tooLarge.text }),
		...(pages !== null && { pages: pages + verdictPagesOf(whole) }),
		tables,
		notes: whole.counts.notes,
	};
}

const silentOptions = { groupId: null, onDevice: () => undefined };

function hasFigures({ definition }: ReportHead): boolean {
	return reportTypes[definition.type].fields.includes("limits");
}

type FigureRow = {
	device: ReportDevice;
	channel: ReportDevice["channels"][number];
	summary: Awaited<ReturnType<ReportSource["summaries"]>>[number];
};

async function figureTable(
	source: ReportSource,
	{ definition }: ReportHead,
	devices: ReportDevice[],
): Promise<ReportTable> {
	const { text, number, duration } = columnsOf<FigureRow>();
	const say = wordsIn(definition.layout.language);
	const rows: FigureRow[] = [];
	const clock = zoneClock(definition.zone);
	for (const device of devices) {
		const summaries = await source.summaries({ deviceId: device.id, limits: device.channels.map(limitSpansOf) });
		for (const [index, channel] of device.channels.entries()) {
			const summary = summaries[index];
			if (summary) rows.push({ device, channel, summary: summaryOfQuantity(channel.quantity, summary, null) });
		}
	}
	const shown = ({ channel }: FigureRow) => shownChannel(channel, definition.layout);
	const read = (row: FigureRow, value: number | null) => (value === null ? null : shown(row).reading(value));
	return table({
		name: say("table.figures"),
		columns: [
			text(say("column.device"), ({ device }) => device.name),
			text(say("column.channel"), ({ channel }) => channel.name),
			text(say("column.unit"), (row) => shown(row).unit),
			number(say("column.readings"), ({ summary }) => summary.readings, { digits: 0 }),
			number(say("column.lowest"), (row) => read(row, row.summary.min)),
			number(say("column.highest"), (row) => read(row, row.summary.max)),
			number(say("column.meanOfReadings"), (row) => shown(row).computed(row.summary.mean, row.summary)),
			text(say("column.limits"), ({ channel }) => limitsOverTime(channel, { layout: definition.layout, clock })),
			duration(say("column.timeOutOfLimits"), ({ summary }) => length(summary.outMs)),
			duration(say("column.timeUnknown"), ({ summary }) => length(summary.unknownMs)),
		],
		rows: batches(rows),
		emptyText: say("none.channels"),
	});
}

type FileRequest = { source: ReportSource; head: ReportHead; shown: ReportDevice[]; limits: PreviewLimits };

async function fileTables({ source, head, shown, limits }: FileRequest): Promise<ReportPreview["tables"]> {
	const devices = readable(head, shown, limits.readings ?? mostRead);
	if (devices.length === 0 && shown.length > 0) return [];
	const flat = isAsOnPages(head) ? head : { ...head, definition: { ...head.definition, format: "csv" as const } };
	const work = reportWork({ source, head: flat, devices, options: { ...silentOptions, onStudy: limits.onStudy } });
	const tables = new Map<string, ReportPreview["tables"][number]>();
	try {
		for await (const { parts } of reportMakers[head.definition.type].sections(work)) {
			for (const part of parts) {
				if (part.kind !== "table") continue;
				const known = tables.get(part.name);
				if (known && known.rows.length >= limits.rows) continue;
				const read = await textsOf(part, head, limits.rows - (known?.rows.length ?? 0));
				tables.set(part.name, known ? { ...known, rows: [...known.rows, ...read.rows] } : read);
			}
			if ([...tables.values()].every(({ rows }) => rows.length >= limits.rows)) break;
		}
	} catch (error) {
		if (!(error instanceof ReportDenial)) throw error;
		return [];
	}
	const isAll = devices.length === head.devices.length;
	return [...tables.values()].map((one) => ({
		...one,
		isWhole: one.isWhole && isAll && one.rows.length < limits.rows,
	}));
}

function isAsOnPages({ definition }: ReportHead): boolean {
	return definition.type === "assessment";
}

/** Single readings are read by page, so the first device may have any number. */
function readable({ definition }: ReportHead, devices: ReportDevice[], most: number): ReportDevice[] {
	if (!reportTypes[definition.type].hasReadings) return devices;
	let left = most;
	const beyond = devices.findIndex((device) => {
		left -= device.channels.reduce((sum, { readings }) => sum + readings, 0);
		return left < 0;
	});
	if (beyond === -1) return devices;
	const isPaged = isOfRows(definition) && definition.aggregation.minutes === null;
	return devices.slice(0, isPaged ? Math.max(beyond, 1) : beyond);
}

async function textsOf(part: ReportTable, head: ReportHead, most: number): Promise<ReportPreview["tables"][number]> {
	const textsOfRow = cellTexts(part.columns, head);
	const rows: string[][] = [];
	let isWhole = true;
	for await (const batch of part.rows) {
		const room = most - rows.length;
		appendAll(rows, batch.slice(0, room).map(textsOfRow));
		isWhole = batch.length <= room;
		if (!isWhole) break;
	}
	return { title: part.name, columns: part.columns.map(({ title }) => title), rows, isWhole };
}

function cellTexts(columns: readonly ReportColumn[], head: ReportHead): (row: readonly ReportCell[]) => string[] {
	const { layout } = head.definition;
	const { decimalSign } = csvLayout(decimalSignProblem(layout.csv) === null ? layout.csv : standardCsvForm);
	const times = shownTimes(layout);
	return (row) =>
		columns.map((_, index) => {
			const cell = row[index] ?? null;
			if (cell === null) return "";
			if (typeof cell === "string") return cell;
			if (typeof cell === "number") return Number.isFinite(cell) ? String(cell).replace(".", decimalSign) : "";
			if ("value" in cell) return cell.value.toFixed(cell.decimals).replace(".", decimalSign);
			if ("ms" in cell) return isAsOnPages(head) ? durationText(cell.ms, layout) : clockDuration(cell.ms);
			const time = times.time(cell.at + cell.offsetMinutes * minuteMs);
			return isAsOnPages(head) ? `${time} ${formatOffset(cell.offsetMinutes)}` : time;
		});
}
