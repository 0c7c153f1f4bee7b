import { daysOfWeek } from "../../../shared/formats/display-formats";
import { isDeviceFact } from "../../../shared/formats/units";
import type { ReportDefinition } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ChannelFigures } from "../figures/channel-figures";
import { inSign } from "../figures/decimal-sign";
import {
	type CellState,
	type Cells,
	type CellUnit,
	cellsOf,
	cellUnitOf,
	isUnknown,
	stateCells,
} from "../figures/state-cells";
import { formatCaps } from "../formats/format-caps";
import { type Clock, momentText, zoneClock } from "../source/report-clock";
import { limitSpansOf, type ReportDevice } from "../source/report-source";
import { boundsText, isJudged } from "./limit-texts";
import { durationText, namesText } from "./report-texts";

/** In the order of rows. `silent`: without readings. `partly`: judged for part of the time. */
const states = ["out", "unknown", "silent", "partly", "unlimited", "within"] as const;
export type VerdictState = (typeof states)[number];

export type VerdictRow = {
	device: string;
	channel: string;
	limits: string;
	state: VerdictState;
	/** In the report's unit and decimal sign; empty: unknown. */
	min: string;
	mean: string;
	max: string;
	kinetic: string;
	excursions: number;
	isOpen: boolean;
	/** Milliseconds. Null: not judged. */
	outMs: number | null;
	unknownMs: number;
	cells: ReadonlyMap<number, CellState>;
};

export type Verdict = {
	/** `1 of 3 within limits, 1 excursion of 2 h 10 min`. */
	headline: string;
	/** Counts the judged devices that are not within limits, by reason. Empty: none. */
	others: string;
	state: VerdictState;
	reportName: string;
	periodText: string;
	details: string[];
	notes: string[];
	isOpen: boolean;
	unit: CellUnit;
	walls: number[];
	rows: VerdictRow[];
};

type VerdictRequest = {
	title: string;
	periodText: string;
	definition: ReportDefinition;
	from: number;
	to: number;
	/** The end of the period, or the request's time if earlier. */
	until: number;
	clockOf(device: ReportDevice | null): Clock;
};

type DeviceVerdict = { state: VerdictState; rows: VerdictRow[] };

/** Gathers data for the first page while a report's devices are read: some hundred bytes a channel. */
export class VerdictRecord {
	private readonly request: VerdictRequest;
	private readonly unit: CellUnit;
	private readonly cells = new Map<Clock, Cells>();
	private readonly devices = new Map<string, DeviceVerdict>();
	private channels = 0;
	private unlisted = 0;
	/** Sums over channels with justified time, in milliseconds. */
	private readonly justified = { channels: 0, justifiedMs: 0, outMs: 0, judgedMs: 0 };

	constructor(request: VerdictRequest) {
		this.request = request;
		this.unit = cellUnitOf(request);
	}

	add(device: ReportDevice, figures: readonly ChannelFigures[]): void {
		if (this.devices.has(device.id)) return;
		const judged = figures.filter(({ channel }) => isJudged(channel));
		const isSilent = figures.every(({ summary }) => summary.readings === 0 && !(summary.outMs ?? 0));
		const measured = figures.filter(({ channel }) => !isDeviceFact(channel.quantity));
		const listed = judged.length > 0 ? judged : measured.length > 0 ? measured : figures;
		this.channels += figures.length;
		this.unlisted += figures.length - listed.length;
		if (isSilent) {
			this.devices.set(device.id, { state: "silent", rows: [this.silentRow(device, listed)] });
			return;
		}
		for (const one of judged) this.addJustified(one);
		const rows = listed.map((one) => this.row(device, one));
		this.devices.set(device.id, { state: judged.length === 0 ? "unlimited" : ofDevice(rows), rows });
	}

	private addJustified({ justifiedMs, summary: { outMs, withinMs } }: ChannelFigures): void {
		if (justifiedMs === 0 || outMs === null) return;
		this.justified.channels += 1;
		this.justified.justifiedMs += justifiedMs;
		this.justified.outMs += outMs;
		this.justified.judgedMs += outMs + (withinMs ?? 0);
	}

	private justifiedLines(): string[] {
		const { channels, justifiedMs, outMs, judgedMs } = this.justified;
		if (channels === 0) return [];
		const { layout } = this.request.definition;
		const length = (ms: number) => durationText(ms, layout);
		const percent = `${inSign(((100 * justifiedMs) / judgedMs).toFixed(1), layout.csv.decimalSign)} %`;
		return [
			wordsIn(layout.language)("verdict.justified", {
				count: channels,
				justified: length(justifiedMs),
				out: length(outMs),
				rest: length(outMs - justifiedMs),
				percent,
			}),
		];
	}

	verdict(): Verdict {
		const { title, periodText, definition, to, until } = this.request;
		const { layout } = definition;
		const say = wordsIn(layout.language);
		const most = formatCaps.verdictRows;
		const devices = [...this.devices.values()].sort((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
		const silent = devices.filter(({ state }) => state === "silent").slice(most.silent);
		const left = new Set(silent);
		const rows = devices.flatMap((device) => (left.has(device) ? [] : device.rows));
		const walls = [...new Set([...this.cells.values()].flatMap((cells) => cells.walls))].sort((a, b) => a - b);
		const open = rows.filter(({ isOpen }) => isOpen).length;
		return {
			...wordsOf(devices, layout),
			state: devices[0]?.state ?? "unlimited",
			reportName: title,
			periodText,
			details: [
				say("verdict.counts", { devices: devices.length, channels: this.channels }),
				...this.justifiedLines(),
				...(open > 0 ? [say("verdict.notOver", { count: open })] : []),
				...(until < to
					? [say("verdict.countedUntil", { time: momentText(until, zoneClock(definition.zone), layout) })]
					: []),
			],
			notes: [
				...(silent.length > 0 ? [say("verdict.silentLeftOut", { count: silent.length })] : []),
				...(rows.length > most.all ? [say("verdict.rowsLeftOut", { count: rows.length - most.all })] : []),
				...(this.unlisted > 0 ? [say("verdict.unlimitedLeftOut", { count: this.unlisted })] : []),
			],
			isOpen: until < to,
			unit: this.unit,
			walls,
			rows: rows.slice(0, most.all),
		};
	}

	private cellsOf(device: ReportDevice): Cells {
		const { from, to, definition, clockOf } = this.request;
		const { unit } = this;
		// Hours of clocks that differ by half an hour would not be one column.
		const clock = clockOf(unit.name === "hour" ? null : device);
		const weekStart = "weekStart" in definition.range ? definition.range.weekStart : undefined;
		const firstWeekday = (daysOfWeek(weekStart ?? "monday")[0] ?? 1) % 7;
		const cells = this.cells.get(clock) ?? cellsOf({ from, to, unit, clock, firstWeekday });
		this.cells.set(clock, cells);
		return cells;
	}

	private row(device: ReportDevice, figures: ChannelFigures): VerdictRow {
		const { summary, excursions, justifiedMs, counted } = figures;
		return {
			...named(device, figures),
			limits: this.limits(figures),
			state: this.stateOf(figures),
			...this.values(figures),
			excursions: counted,
			isOpen: excursions.at(-1)?.isOpen ?? false,
			outMs: summary.outMs === null ? null : summary.outMs - justifiedMs,
			unknownMs: summary.unknownMs,
			cells: this.states(device, figures),
		};
	}

	private silentRow(device: ReportDevice, [first, ...others]: readonly ChannelFigures[]): VerdictRow {
		const { from, until } = this.request;
		const isSame = first !== undefined && others.length === 0;
		return {
			device: device.name,
			channel: isSame ? first.channel.name : "",
			limits: isSame ? this.limits(first) : "",
			state: "silent",
			min: "",
			mean: "",
			max: "",
			kinetic: "",
			excursions: 0,
			isOpen: false,
			outMs: null,
			unknownMs: first?.summary.unknownMs ?? Math.max(until - from, 0),
			cells: first ? this.states(device, first) : new Map(),
		};
	}

	private states(device: ReportDevice, figures: ChannelFigures): Map<number, CellState> {
		const cells = this.cellsOf(device);
		const own = stateCells(figures, cells, this.request);
		return new Map(cells.walls.map((wall, index) => [wall, own[index] ?? "none"]));
	}

	private stateOf(figures: ChannelFigures): VerdictState {
		const { channel, summary, gaps, justifiedMs } = figures;
		if (!isJudged(channel)) return "unlimited";
		if ((summary.outMs ?? 0) > justifiedMs) return "out";
		if (summary.readings === 0) return "silent";
		if (gaps.some((gap) => isUnknown(gap, figures, this.request))) return "unknown";
		return summary.notJudgedMs > 0 ? "partly" : "within";
	}

	private limits({ channel, summary: { notJudgedMs } }: ChannelFigures): string {
		const [only, ...others] = limitSpansOf(channel);
		const { layout } = this.request.definition;
		const say = wordsIn(layout.language);
		if (!isJudged(channel)) return say("limits.none");
		if (others.length === 0) return boundsText(channel, only?.bounds ?? null, layout);
		if (notJudgedMs === 0) return say("limits.changed");
		return say("limits.partlyJudged", { length: durationText(notJudgedMs, layout) });
	}

	private values({ channel, summary, shown, kinetic }: ChannelFigures) {
		const { decimals } = channel;
		const text = (value: number | null, digits: number) =>
			value === null ? "" : inSign(value.toFixed(Math.min(digits, 20)), shown.decimalSign);
		const reading = (value: number | null) => {
			if (value === null) return "";
			const read = shown.reading(value);
			const extra = [0, 1, 2].find((digits) => Number(read.toFixed(decimals + digits)) === read) ?? 2;
			return text(read, decimals + extra);
		};
		const kineticValue = kinetic?.kinetic ?? null;
		return {
			min: reading(summary.min),
			max: reading(summary.max),
			mean: text(shown.computed(summary.mean, summary), decimals + 1),
			kinetic: text(kineticValue === null ? null : shown.converted(kineticValue), decimals + 1),
		};
	}
}

function named(device: ReportDevice, { channel, shown }: ChannelFigures): Pick<VerdictRow, "device" | "channel"> {
	const unit = shown.unit === "" || isJudged(channel) ? "" : ` (${shown.unit})`;
	return { device: device.name, channel: `${channel.name}${unit}` };
}

/** Some channels without readings are unknown time; all of them are a device without readings. */
function ofDevice(rows: readonly VerdictRow[]): VerdictState {
	const worst = states.find((state) => rows.some((row) => row.state === state)) ?? "within";
	return worst === "silent" && rows.some(({ state }) => state !== "silent") ? "unknown" : worst;
}

function wordsOf(
	devices: readonly DeviceVerdict[],
	layout: ReportDefinition["layout"],
): Pick<Verdict, "headline" | "others"> {
	const say = wordsIn(layout.language);
	const count = (state: VerdictState) => devices.filter((one) => one.state === state).length;
	const rows = devices.flatMap((device) => device.rows);
	const excursions = rows.reduce((sum, row) => sum + row.excursions, 0);
	const outMs = rows.reduce((sum, row) => sum + (row.outMs ?? 0), 0);
	const judged = devices.length - count("unlimited");
	if (devices.length === 0) return { headline: say("verdict.noDevice"), others: "" };
	if (judged === 0) return { headline: say("verdict.noLimits"), others: "" };
	if (count("silent") === devices.length) return { headline: say("verdict.noReadings"), others: "" };
	const within = { count: count("within"), judged };
	const others = (["unknown", "silent", "partly", "unlimited"] as const).filter((state) => count(state) > 0);
	return {
		headline:
			excursions === 0
				? say("verdict.within", within)
				: say("verdict.withinAndOut", { ...within, excursions, length: durationText(outMs, layout) }),
		others: namesText(
			others.map((state) => say(`verdict.others.${state}`, { count: count(state) })),
			layout,
		),
	};
}
