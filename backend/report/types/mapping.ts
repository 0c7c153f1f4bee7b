import { errorKey } from "../../../shared/base/error-key";
import { isKinetic } from "../../../shared/log/mean-kinetic-temperature";
import { said } from "../../../shared/log/said";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { limitsOverTime } from "../document/limit-texts";
import { chartLine, chartPart } from "../document/report-chart";
import type { ReportChart, ReportPart, ReportSection } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import { durationText } from "../document/report-texts";
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
	pages: null,
	denial({ devices }) {
		if (devices.some(({ channels }) => channels.some(isKinetic))) return null;
		return { text: errorKey("report.noTemperature"), statement: said("run.noTemperature") };
	},
	async *sections(work) {
		const say = wordsIn(work.definition.layout.language);
		const [mapped, done] = [groupsOf(work), new Set<string>()];
		for (const group of mapped) {
			const devices = group.devices.filter(({ id }) => !done.has(id));
			for (const { id } of devices) done.add(id);
			const twice = group.devices.length - devices.length;
			if (twice > 0) work.note(say("note.mappedBefore", { count: twice, group: group.name }));
			if (devices.length > 0) yield groupSection(work, group.name, await mapDevices(work, devices));
		}
	},
};

function groupsOf(work: ReportWork): { name: string; devices: ReportDevice[] }[] {
	const say = wordsIn(work.definition.layout.language);
	const { scope } = work.definition;
	if (scope === "all" || !("groupIds" in scope))
		return [{ name: say("table.allDevicesOfTheReport"), devices: work.devices }];
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
	const say = wordsIn(work.definition.layout.language);
	for (const device of devices) {
		for (const { series, ...figures } of (await figuresOf(work, device)).filter(({ channel }) => isKinetic(channel))) {
			const { shown, channel, gaps } = figures;
			positions.push({ ...figures, device });
			if (series.at.length === 0) continue;
			unit ??= shown.unit;
			if (shown.unit !== unit) {
				const names = { channel: channel.name, device: device.name };
				work.note(say("note.otherUnit", { ...names, unit: shown.unit, others: unit }));
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
	const say = wordsIn(work.definition.layout.language);
	return section(
		name,
		[
			{ kind: "text", title: say("mapping.result"), lines: resultLines(work, mapped) },
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
	const say = wordsIn(work.definition.layout.language);
	if (!first) return [say("none.positionReadings")];
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
	const { layout } = work.definition;
	const averageOf = (position: Position) => ({
		device: position.device.name,
		channel: position.channel.name,
		value: `${inUnit(position, meanOf(position))} ${unit}`,
	});
	const extremeOf = (position: Position, value: number, time: number | null) => ({
		device: position.device.name,
		channel: position.channel.name,
		value: `${inUnit(position, value)} ${unit}`,
		isTimed: time === null ? "no" : "yes",
		time: time === null ? "" : momentText(time, work.clockOf(position.device), layout),
	});
	const widest = widestOf(spread.spread());
	return [
		say("mapping.hottest", averageOf(hottest)),
		say("mapping.coldest", averageOf(coldest)),
		say("mapping.highest", extremeOf(highest, highest.summary.max ?? 0, highest.highestAt)),
		say("mapping.lowest", extremeOf(lowest, lowest.summary.min ?? 0, lowest.lowestAt)),
		widest === null
			? say("mapping.noSpread")
			: say("mapping.widest", {
					spread: `${cellNumber(first.cell(rounded(widest.spread, spreadDigits)), first.shown.decimalSign)} ${unit}`,
					length: durationText(spread.stepMs, layout),
					from: momentText(widest.at, work.clockOf(null), layout),
				}),
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
	const say = wordsIn(work.definition.layout.language);
	const common = { unit, from, to, excursions: [], clock: work.clockOf(null) };
	const { at, lowest, highest } = spread.spread();
	const [first, ...others] = positions.map(({ shown }) => shown);
	const isAlike = others.every(({ limits }) => JSON.stringify(limits) === JSON.stringify(first?.limits));
	const limits = first && isAlike ? first.limits : { min: null, max: null };
	const title =
		lines.length < positions.length ? say("mapping.firstPositions", { count: lines.length }) : say("table.positions");
	return [
		...(lines.length > 0 ? [chartPart({ ...common, title, lines, limits })] : []),
		...(at.length > 0
			? [
					chartPart({
						...common,
						title: say("mapping.coldestToHottest"),
						limits,
						lines: [{ name: say("table.positions"), at, min: lowest, max: highest }],
					}),
				]
			: []),
	];
}

function positionTable(work: ReportWork, group: string, positions: Position[]): ReportPart {
	const { text, number, time, duration } = columnsOf<Position>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("table.positions"),
		columns: [
			...(work.isPaged ? [] : [text(say("column.group"), () => group)]),
			text(say("column.position"), ({ device }) => device.name),
			text(say("column.serialNumber"), ({ device }) => device.serialNumber),
			text(say("column.channel"), ({ channel }) => channel.name),
			text(say("column.unit"), ({ shown }) => shown.unit, { width: 1 }),
			number(say("column.readings"), ({ summary }) => summary.readings, { digits: 0 }),
			number(say("column.lowest"), ({ summary, shown, cell }) => cell(shown.computed(summary.min))),
			time(say("column.lowestAt"), ({ device, lowestAt }) => moment(lowestAt, work.clockOf(device))),
			number(say("column.highest"), ({ summary, shown, cell }) => cell(shown.computed(summary.max))),
			time(say("column.highestAt"), ({ device, highestAt }) => moment(highestAt, work.clockOf(device))),
			number(say("column.meanOverTime"), ({ kinetic, shown, cell }) => cell(shown.computed(kinetic?.mean ?? null))),
			number(say("column.kinetic", { energy: String(work.definition.activationEnergy) }), kineticCell, { width: 2 }),
			...(work.isPaged
				? []
				: [
						text(say("column.limits"), ({ channel, device }) =>
							limitsOverTime(channel, { layout: work.definition.layout, clock: work.clockOf(device) }),
						),
					]),
			duration(say("column.timeOutOfLimits"), ({ summary }) => length(summary.outMs)),
			duration(say("column.timeUnknown"), ({ summary }) => length(summary.unknownMs)),
			number(say("column.gaps"), ({ gaps }) => gaps.length, { digits: 0 }),
		],
		rows: batches(positions),
		emptyText: say("none.positions"),
	});
}

type SpreadRow = { at: number; lowest: number; highest: number };

function spreadTable(work: ReportWork, group: string, { positions, spread, unit }: Mapped): ReportPart {
	const { text, number, time } = columnsOf<SpreadRow>();
	const say = wordsIn(work.definition.layout.language);
	const { at, lowest, highest } = spread.spread();
	const rows = [...at].map((time, index) => ({ at: time, lowest: lowest[index] ?? 0, highest: highest[index] ?? 0 }));
	const clock = work.clockOf(null);
	const inDecimals = positions.find(({ shown }) => shown.unit === unit)?.cell;
	const cell = (value: number) => inDecimals?.(rounded(value, spreadDigits)) ?? null;
	const head = { unit, isUnit: unit === "" ? "no" : "yes" };
	return table({
		name: say("table.spreadOverTime"),
		columns: [
			...(work.isPaged ? [] : [text(say("column.group"), () => group)]),
			time(say("column.fromEach", { length: durationText(spread.stepMs, work.definition.layout) }), (row) =>
				moment(row.at, clock),
			),
			number(say("column.coldestPosition", head), (row) => cell(row.lowest)),
			number(say("column.hottestPosition", head), (row) => cell(row.highest)),
			number(say("column.spread", head), (row) => cell(row.highest - row.lowest)),
		],
		rows: batches(rows),
		emptyText: say("none.spread"),
	});
}
