import { largestOf, smallestOf } from "../../../shared/base/lists";
import { reportedTexts } from "../../../shared/base/plain-fields";
import type { Quantity } from "../../../shared/formats/units";
import { type Holding, rhythmsOf, usualSpans } from "../../../shared/log/holding";
import { type Gap, gapsOf, lengthOfGaps, longestGap } from "../../../shared/log/reading-gaps";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { Series } from "../../base/reading-store";
import { columnsOf, length, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { deviceSeries, type HeldSeries } from "../figures/device-series";
import { rounded, type ValueCell, valueCells } from "../figures/report-channel";
import type { Clock } from "../source/report-clock";
import type { ReportDevice } from "../source/report-source";

export const deviceHealth: ReportMaker = {
	pages: null,
	async *sections(work) {
		const say = wordsIn(work.definition.layout.language);
		yield section(say("table.deviceHealth"), [healthTable(work)]);
	},
};

type Span = { from: number; to: number };
type Level = { unit: string; first: number; last: number; lowest: number; cell: ValueCell };
type Row = {
	device: ReportDevice;
	clock: Clock;
	readings: number;
	battery: Level | null;
	signal: Level | null;
	gaps: Gap[];
	/** Spans of silence longer than the offline limit. */
	silences: Span[];
	silentMs: number;
	/** Share of its time in the period; null: not created yet. */
	uptime: number | null;
};

const { text, number, time, duration } = columnsOf<Row>();

function healthTable(work: ReportWork) {
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("table.deviceHealth"),
		columns: [
			text(say("column.device"), ({ device }) => device.name),
			text(say("column.serialNumber"), ({ device }) => device.serialNumber),
			...reportedTexts.map((name) => text(say(`column.${name}`), ({ device }) => device[name])),
			time(say("column.lastReceived"), ({ device, clock }) => moment(device.lastReceivedAt, clock)),
			number(say("column.uptimePercent"), ({ uptime }) => (uptime === null ? null : rounded(100 * uptime, 2)), {
				digits: 2,
			}),
			number(say("column.timesSilent"), ({ silences }) => silences.length, { digits: 0 }),
			duration(say("column.timeSilent"), ({ silentMs }) => length(silentMs)),
			number(say("column.readings"), ({ readings }) => readings, { digits: 0 }),
			number(say("column.gaps"), ({ gaps }) => gaps.length, { digits: 0 }),
			duration(say("column.timeUnknown"), ({ gaps }) => length(lengthOfGaps(gaps))),
			duration(say("column.longestGap"), ({ gaps }) => length(longestGap(gaps))),
			...levelColumns(say, "battery"),
			...levelColumns(say, "signal"),
		],
		rows: rowsOf(work),
		emptyText: say("none.devices"),
	});
}

function levelColumns(say: ReportFileTranslate, kind: "battery" | "signal") {
	return [
		...(["first", "last", "lowest"] as const).map((which) =>
			number(say(`column.${kind}.${which}`), ({ [kind]: level }) => {
				return level === null ? null : level.cell(level[which]);
			}),
		),
		text(say(`column.${kind}.unit`), ({ [kind]: level }) => level?.unit ?? null, { width: 1 }),
	];
}

async function* rowsOf(work: ReportWork): AsyncGenerator<Row[], void> {
	for (const device of work.devices) {
		const series = await deviceSeries(work, device);
		const silences = silencesOf(work, device);
		const thereFrom = Math.max(work.from, device.createdAt);
		const thereUntil = Math.min(work.until, device.archivedAt ?? work.until);
		const there = thereUntil - thereFrom;
		const silentMs = lengthOf(silences);
		const row: Row = {
			device,
			silences,
			silentMs,
			clock: work.clockOf(device),
			readings: series.reduce((sum, { at }) => sum + at.length, 0),
			battery: levelOf(work, device, { series, quantity: "battery" }),
			signal: levelOf(work, device, { series, quantity: "signal" }),
			gaps: there > 0 ? deviceGaps(series, { from: thereFrom, until: thereUntil }) : [],
			uptime: there > 0 && device.lastReceivedAt !== null ? Math.max(1 - silentMs / there, 0) : null,
		};
		work.isDone(device);
		yield [row];
	}
	// A device without data is a finding of this report.
	work.counts.devicesWithData = work.devices.length;
}

function silencesOf({ from, until }: ReportWork, { silences, createdAt, archivedAt }: ReportDevice): Span[] {
	const end = Math.min(until, archivedAt ?? until);
	return silences
		.map((one) => ({ from: Math.max(one.from, from, createdAt), to: Math.min(one.to ?? end, end) }))
		.filter((one) => one.to > one.from);
}

type LevelRequest = { series: Series[]; quantity: Quantity };

function levelOf({ definition }: ReportWork, { channels }: ReportDevice, request: LevelRequest): Level | null {
	const position = channels.findIndex((channel) => channel.quantity === request.quantity);
	const channel = channels[position];
	const { value } = request.series[position] ?? { value: new Float64Array() };
	const [first, last] = [value[0], value.at(-1)];
	if (channel === undefined || first === undefined || last === undefined) return null;
	return {
		unit: channel.unit,
		cell: valueCells(definition, channel, value),
		first,
		last,
		lowest: value.reduce((low, one) => Math.min(low, one), first),
	};
}

function instantsOf(series: Series[]): Float64Array {
	const [only, ...others] = series.filter(({ at }) => at.length > 0);
	if (!only || others.length === 0) return only?.at ?? new Float64Array();
	const all = new Float64Array(series.reduce((sum, { at }) => sum + at.length, 0));
	let position = 0;
	for (const { at } of series) {
		all.set(at, position);
		position += at.length;
	}
	all.sort();
	return all.filter((at, index) => at !== all[index - 1]);
}

/** Times in which no reading of any channel holds. */
function deviceGaps(series: HeldSeries[], period: { from: number; until: number }): Gap[] {
	const at = instantsOf(series);
	const known = (of: (holding: Holding) => number | null) => series.flatMap(({ holding }) => of(holding) ?? []);
	const before = known((holding) => holding.before?.at ?? null);
	const after = known((holding) => holding.after);
	const { changesUntil = null, silences = [] } = series[0]?.holding ?? {};
	const holding: Holding = {
		usual: usualSpans(rhythmsOf(at)),
		before: before.length === 0 ? null : { at: largestOf(before), value: 0 },
		after: after.length === 0 ? null : smallestOf(after),
		changesUntil,
		silences,
	};
	const within = at.filter((time) => time >= period.from && time < period.until);
	return gapsOf(within, { ...period, holding });
}

function lengthOf(spans: Span[]): number {
	return spans.reduce((sum, { from, to }) => sum + to - from, 0);
}
