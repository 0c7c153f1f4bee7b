import { formatDuration } from "../../../shared/formats/duration-format";
import { isKinetic } from "../../../shared/log/mean-kinetic-temperature";
import { limitsOverTime } from "../document/limit-texts";
import { chartLine, chartPart } from "../document/report-chart";
import type { ReportChart, ReportPart, ReportSection } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import type { ChannelFigures } from "../figures/channel-figures";
import { PositionSpread, type Spread } from "../figures/position-spread";
import { cellNumber, rounded } from "../figures/report-channel";
import { momentText } from "../source/report-clock";
import type { ReportDevice } from "../source/report-source";
import { figuresOf, gapTables, kineticCell } from "./summary";

/** With more lines a chart is unreadable. */
const mostLines = 12;
const spreadDigits = 2;

type Position = Omit<ChannelFigures, "series"> & { device: ReportDevice };
type Mapped = { positions: Position[]; spread: PositionSpread; lines: ReportChart["lines"]; unit: string };

export const mapping: ReportMaker = {
	denial({ devices }) {
		if (devices.some(({ channels }) => channels.some(isKinetic))) return null;
		return "None of these devices has a temperature channel that the report chose.";
	},
	async *sections(work) {
		const [mapped, done] = [groupsOf(work), new Set<string>()];
		for (const group of mapped) {
			const devices = group.devices.filter(({ id }) => !done.has(id));
			for (const { id } of devices) done.add(id);
			const twice = group.devices.length - devices.length;
			if (twice > 0) work.note(`${twice} devices of “${group.name}” are in a group before it, where they are mapped.`);
			if (devices.length > 0) yield groupSection(work, group.name, await mapDevices(work, devices));
		}
	},
};

function groupsOf(work: ReportWork): { name: string; devices: ReportDevice[] }[] {
	const { scope } = work.definition;
	if (scope === "all" || !("groupIds" in scope)) return [{ name: "All devices of the report", devices: work.devices }];
	return work.groups.map(({ name, deviceIds }) => ({
		name,
		devices: work.devices.filter(({ id }) => deviceIds.includes(id)),
	}));
}

async function mapDevices(work: ReportWork, devices: ReportDevice[]): Promise<Mapped> {
	const spread = new PositionSpread(work);
	const positions: Position[] = [];
	const lines: Mapped["lines"] = [];
	let unit: string | null = null;
	for (const device of devices) {
		for (const { series, ...figures } of (await figuresOf(work, device)).filter(({ channel }) => isKinetic(channel))) {
			const { shown, channel, gaps } = figures;
			positions.push({ ...figures, device });
			if (series.at.length === 0) continue;
			unit ??= shown.unit;
			if (shown.unit !== unit) {
				work.note(
					`“${channel.name}” of “${device.name}” is in ${shown.unit}, and is not compared with those in ${unit}. Choose °C or °F for the report.`,
				);
				continue;
			}
			spread.add({ at: series.at, value: series.value.map(shown.converted) });
			const name = `${device.name}, ${channel.name}`;
			const { from, to } = work;
			if (work.isPaged && lines.length < mostLines)
				lines.push(chartLine({ name, series, gaps, from, to, shown: shown.converted }));
		}
		work.isDone(device);
	}
	return { positions, spread, lines, unit: unit ?? "" };
}

function groupSection(work: ReportWork, name: string, mapped: Mapped): ReportSection {
	return section(
		name,
		[
			{ kind: "text", title: "Result", lines: resultLines(work, mapped) },
			...(work.isPaged ? charts(work, mapped) : []),
			positionTable(work, name, mapped.positions),
			spreadTable(work, name, mapped),
			...gapTables(work, mapped.positions, true),
		],
		work.isPaged,
	);
}

function resultLines(work: ReportWork, { positions, spread, unit }: Mapped): string[] {
	const compared = positions.filter(({ shown, summary }) => shown.unit === unit && summary.readings > 0);
	const [first] = compared;
	if (!first) return ["No position has readings in this period."];
	const meanOf = ({ kinetic, summary }: Position) => kinetic?.mean ?? summary.mean ?? 0;
	const inUnit = ({ cell, shown }: Position, value: number) =>
		cellNumber(cell(shown.computed(value) ?? 0), shown.decimalSign);
	const most = (total: (position: Position) => number) =>
		compared.reduce((best, one) => (total(one) > total(best) ? one : best), first);
	const by = (value: (position: Position) => number) => (position: Position) =>
		position.shown.converted(value(position));
	const hottest = most(by(meanOf));
	const coldest = most((position) => -by(meanOf)(position));
	const highest = most(by(({ summary }) => summary.max ?? 0));
	const lowest = most((position) => -by(({ summary }) => summary.min ?? 0)(position));
	const nameOf = ({ device, channel }: Position) => `“${device.name}”, ${channel.name}`;
	const at = (time: number | null, { device }: Position) =>
		time === null ? "" : `, ${momentText(time, work.clockOf(device), work.definition.layout)}`;
	const widest = widestOf(spread.spread());
	return [
		`Hottest position on average: ${nameOf(hottest)}, ${inUnit(hottest, meanOf(hottest))} ${unit}.`,
		`Coldest position on average: ${nameOf(coldest)}, ${inUnit(coldest, meanOf(coldest))} ${unit}.`,
		`Highest reading: ${nameOf(highest)}, ${inUnit(highest, highest.summary.max ?? 0)} ${unit}${at(highest.highestAt, highest)}.`,
		`Lowest reading: ${nameOf(lowest)}, ${inUnit(lowest, lowest.summary.min ?? 0)} ${unit}${at(lowest.lowestAt, lowest)}.`,
		widest === null
			? "The spread is not known: there is no time at which two positions have readings."
			: `Widest spread between positions: ${cellNumber(first.cell(rounded(widest.spread, spreadDigits)), first.shown.decimalSign)} ${unit} in the ${formatDuration(spread.stepMs)} from ${momentText(widest.at, work.clockOf(null), work.definition.layout)}.`,
	];
}

function widestOf({ at, lowest, highest }: Spread): { at: number; spread: number } | null {
	let widest: { at: number; spread: number } | null = null;
	for (const [index, time] of at.entries()) {
		const spread = (highest[index] ?? 0) - (lowest[index] ?? 0);
		if (widest === null || spread > widest.spread) widest = { at: time, spread };
	}
	return widest;
}

function charts(work: ReportWork, { lines, positions, spread, unit }: Mapped): ReportPart[] {
	const { from, to } = work;
	const common = { unit, from, to, excursions: [], clock: work.clockOf(null) };
	const { at, lowest, highest } = spread.spread();
	const [first, ...others] = positions.map(({ shown }) => shown);
	const isAlike = others.every(({ limits }) => JSON.stringify(limits) === JSON.stringify(first?.limits));
	const limits = first && isAlike ? first.limits : { min: null, max: null };
	const title = lines.length < positions.length ? `The first ${lines.length} positions` : "Positions";
	return [
		...(lines.length > 0 ? [chartPart({ ...common, title, lines, limits })] : []),
		...(at.length > 0
			? [
					chartPart({
						...common,
						title: "From the coldest to the hottest position",
						limits,
						lines: [{ name: "Positions", at, min: lowest, max: highest }],
					}),
				]
			: []),
	];
}

function positionTable(work: ReportWork, group: string, positions: Position[]): ReportPart {
	const { text, number, time, duration } = columnsOf<Position>();
	return table({
		name: "Positions",
		columns: [
			...(work.isPaged ? [] : [text("Group", () => group)]),
			text("Position", ({ device }) => device.name),
			text("Serial number", ({ device }) => device.serialNumber),
			text("Channel", ({ channel }) => channel.name),
			text("Unit", ({ shown }) => shown.unit, { width: 1 }),
			number("Readings", ({ summary }) => summary.readings, { digits: 0 }),
			number("Lowest", ({ summary, shown, cell }) => cell(shown.computed(summary.min))),
			time("Lowest at", ({ device, lowestAt }) => moment(lowestAt, work.clockOf(device))),
			number("Highest", ({ summary, shown, cell }) => cell(shown.computed(summary.max))),
			time("Highest at", ({ device, highestAt }) => moment(highestAt, work.clockOf(device))),
			number("Mean over time", ({ kinetic, shown, cell }) => cell(shown.computed(kinetic?.mean ?? null))),
			number(`Mean kinetic temperature (${work.definition.activationEnergy} kJ/mol)`, kineticCell, { width: 2 }),
			...(work.isPaged
				? []
				: [
						text("Limits", ({ channel, device }) =>
							limitsOverTime(channel, { layout: work.definition.layout, clock: work.clockOf(device) }),
						),
					]),
			duration("Time out of limits", ({ summary }) => length(summary.outMs)),
			duration("Time unknown", ({ summary }) => length(summary.unknownMs)),
			number("Gaps", ({ gaps }) => gaps.length, { digits: 0 }),
		],
		rows: batches(positions),
		emptyText: "No position has a temperature channel that the report chose.",
	});
}

type SpreadRow = { at: number; lowest: number; highest: number };

function spreadTable(work: ReportWork, group: string, { positions, spread, unit }: Mapped): ReportPart {
	const { text, number, time } = columnsOf<SpreadRow>();
	const { at, lowest, highest } = spread.spread();
	const rows = [...at].map((time, index) => ({ at: time, lowest: lowest[index] ?? 0, highest: highest[index] ?? 0 }));
	const clock = work.clockOf(null);
	const inDecimals = positions.find(({ shown }) => shown.unit === unit)?.cell;
	const cell = (value: number) => inDecimals?.(rounded(value, spreadDigits)) ?? null;
	const head = unit === "" ? "" : ` (${unit})`;
	return table({
		name: "Spread over time",
		columns: [
			...(work.isPaged ? [] : [text("Group", () => group)]),
			time(`From, each ${formatDuration(spread.stepMs)}`, (row) => moment(row.at, clock)),
			number(`Coldest position${head}`, (row) => cell(row.lowest)),
			number(`Hottest position${head}`, (row) => cell(row.highest)),
			number(`Spread${head}`, (row) => cell(row.highest - row.lowest)),
		],
		rows: batches(rows),
		emptyText: "There is no time at which two positions have readings.",
	});
}
