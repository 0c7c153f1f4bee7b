import { reportedTexts } from "../../../shared/base/plain-fields";
import { isAnyJudged } from "../../../shared/log/limit-spans";
import { longestGap } from "../../../shared/log/reading-gaps";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { isJudged, limitsOverTime } from "../document/limit-texts";
import { chartLine, chartPart, mostCharts } from "../document/report-chart";
import type { ReportPart, ReportText } from "../document/report-document";
import { batches, columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
import { namesText } from "../document/report-texts";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { isSilent, silentSection } from "../document/silent-devices";
import { type ChannelFigures, channelFigures } from "../figures/channel-figures";
import { deviceSeries } from "../figures/device-series";
import { type ReportCell, rounded } from "../figures/report-channel";
import { type Clock, deviceClockText } from "../source/report-clock";
import { limitSpansOf, type ReportDevice } from "../source/report-source";
import { distributionParts, percentileColumns } from "./distribution-parts";
import { eventsByDevice, excursionTable } from "./excursion-table";

const kineticDigits = 3;

type Row = ChannelFigures & { device: ReportDevice };

export const summary: ReportMaker = {
	pages: { turn: "landscape", hasFigures: true, sharesPages: true },
	async *sections(work) {
		const events = work.definition.withExcursions === true ? await eventsByDevice(work) : null;
		for (const device of work.devices) {
			const figures = await figuresOf(work, device);
			const rows = figures.map((one) => ({ ...one, device }));
			work.isDone(device);
			if (isSilent(work, device)) continue;
			yield section(work.isPaged ? device.name : "", [
				...(work.isPaged ? [deviceText(work, device), ...figureCharts(work, device, figures)] : []),
				...figureTables(work, rows),
				...distributionParts(work, rows),
				...(events ? [excursionsOf(work, { device, figures, events: events.get(device.id) ?? [] })] : []),
				...justifiedTables(work, rows),
				...gapTables(work, rows),
			]);
		}
		yield* silentSection(
			work,
			work.devices.filter((device) => isSilent(work, device)),
		);
	},
};

function excursionsOf(work: ReportWork, { figures, ...parts }: Parameters<typeof excursionTable>[1]): ReportPart {
	return excursionTable(work, { ...parts, figures: figures.filter(({ channel }) => isJudged(channel)) });
}

export async function figuresOf(work: ReportWork, device: ReportDevice): Promise<ChannelFigures[]> {
	const series = await deviceSeries(work, device);
	const figures = device.channels.map((channel, index) => {
		return channelFigures(work, channel, series[index]);
	});
	work.verdict?.add(device, figures);
	const say = wordsIn(work.definition.layout.language);
	for (const { channel, counted, kinetic } of figures) {
		if (isJudged(channel)) work.countExcursions(counted);
		if (kinetic !== null && kinetic.impossible > 0) {
			const names = { channel: channel.name, device: device.name };
			work.note(say("note.belowZero", { count: kinetic.impossible, ...names }));
		}
	}
	return figures;
}

export function deviceText({ definition: { layout } }: ReportWork, device: ReportDevice): ReportText {
	const { serialNumber, groupNames } = device;
	const say = wordsIn(layout.language);
	const facts = [
		...(serialNumber === null ? [] : [say("device.serialNumber", { serialNumber })]),
		...reportedTexts.flatMap((text) => device[text] || []),
		...(groupNames.length === 0 ? [] : [namesText(groupNames, layout)]),
		say("device.clock", { clock: deviceClockText(device, layout) }),
	];
	return { kind: "text", title: "", lines: [facts.join(" · "), ...certificateLines(device, say)] };
}

function certificateLines({ channels }: ReportDevice, say: ReportFileTranslate): string[] {
	return channels.flatMap(({ name: channel, certificate }) => {
		if (certificate === undefined) return [];
		const { calibratedOn: day, dueOn, ...facts } = certificate;
		return [say("device.certificate", { channel, day, due: dueOn ?? "none", ...facts }).trim()];
	});
}

export function figureCharts(work: ReportWork, device: ReportDevice, figures: ChannelFigures[]): ReportPart[] {
	const drawn = figures.filter(({ series }) => series.at.length > 0);
	return drawn.slice(0, mostCharts).map(({ channel, shown, series, excursions, gaps }) => {
		const { from, to } = work;
		const line = chartLine({ name: channel.name, series, gaps, from, to, shown: shown.reading });
		const clock = work.clockOf(device);
		const { unit } = shown;
		const limits = limitSpansOf(channel).length > 1 ? { min: null, max: null } : shown.limits;
		return chartPart({ title: channel.name, unit, from, to, lines: [line], limits, excursions, clock });
	});
}

const { text, number, time, duration } = columnsOf<Row>();

function placeColumns(say: ReportFileTranslate): TableColumn<Row>[] {
	return [
		text(say("column.device"), ({ device }) => device.name, { width: 4 }),
		text(say("column.serialNumber"), ({ device }) => device.serialNumber),
	];
}

function namedColumns(say: ReportFileTranslate): TableColumn<Row>[] {
	return [
		text(say("column.channel"), ({ channel }) => channel.name),
		text(say("column.unit"), ({ shown }) => shown.unit, { width: 1 }),
	];
}

function figureColumns(work: ReportWork): TableColumn<Row>[] {
	const { definition, clockOf } = work;
	const say = wordsIn(definition.layout.language);
	const kinetic = say("column.kinetic", { energy: String(definition.activationEnergy) });
	return [
		number(say("column.readings"), ({ summary: { readings } }) => readings, { digits: 0 }),
		number(say("column.lowest"), ({ summary: { min }, shown, cell }) => cell(min === null ? null : shown.reading(min))),
		time(say("column.lowestAt"), ({ lowestAt, device }) => moment(lowestAt, clockOf(device))),
		number(say("column.highest"), ({ summary: { max }, shown, cell }) =>
			cell(max === null ? null : shown.reading(max)),
		),
		time(say("column.highestAt"), ({ highestAt, device }) => moment(highestAt, clockOf(device))),
		number(say("column.meanOfReadings"), ({ summary, shown, cell }) => cell(shown.computed(summary.mean, summary))),
		number(say("column.meanOverTime"), ({ kinetic: one, shown, cell }) => {
			return cell(shown.computed(one?.mean ?? null, one ?? undefined));
		}),
		...percentileColumns(work),
		number(kinetic, kineticCell, { width: 2 }),
	];
}

export function kineticCell({ kinetic, shown, cell }: Pick<ChannelFigures, "kinetic" | "shown" | "cell">): ReportCell {
	return cell(kinetic?.kinetic == null ? null : rounded(shown.converted(kinetic.kinetic), kineticDigits));
}

function limitColumns({ clockOf, definition, devices }: ReportWork): TableColumn<Row>[] {
	const say = wordsIn(definition.layout.language);
	const isEverUnjudged = devices.some(({ channels }) => channels.some(isPartlyJudged));
	return [
		text(say("column.limits"), ({ channel, device }) =>
			limitsOverTime(channel, { layout: definition.layout, clock: clockOf(device) }),
		),
		duration(say("column.timeWithinLimits"), ({ summary: { withinMs } }) => length(withinMs)),
		duration(say("column.timeOutOfLimits"), ({ summary: { outMs } }) => length(outMs)),
		...(hasJustified(devices)
			? [
					duration(say("column.justified"), ({ summary: { outMs }, justifiedMs }) =>
						length(outMs === null ? null : justifiedMs),
					),
					duration(say("column.outNotJustified"), ({ summary: { outMs }, justifiedMs }) =>
						length(outMs === null ? null : outMs - justifiedMs),
					),
				]
			: []),
		...(isEverUnjudged
			? [
					duration(say("column.timeNotJudged"), ({ summary }) =>
						length(summary.outMs === null ? null : summary.notJudgedMs),
					),
				]
			: []),
		duration(say("column.timeUnknown"), ({ summary: { unknownMs } }) => length(unknownMs)),
		number(
			say("column.excursions"),
			({ excursions, summary: { outMs } }) => (outMs === null ? null : excursions.length),
			{
				digits: 0,
			},
		),
		number(say("column.gaps"), ({ gaps }) => gaps.length, { digits: 0 }),
		duration(say("column.longestGap"), ({ gaps }) => length(longestGap(gaps))),
	];
}

function hasJustified(devices: ReportDevice[]): boolean {
	return devices.some(({ channels }) => channels.some(({ justified }) => justified !== undefined));
}

type JustifiedRow = Pick<Row, "device" | "channel"> & {
	span: NonNullable<Row["channel"]["justified"]>[number];
	clock: Clock;
};

/** Returns no table if no time is justified. */
export function justifiedTables(work: ReportWork, rows: Pick<Row, "device" | "channel">[]): ReportPart[] {
	const columns = columnsOf<JustifiedRow>();
	const say = wordsIn(work.definition.layout.language);
	const justified = rows.flatMap(({ device, channel }) =>
		(channel.justified ?? []).map((span) => ({ device, channel, span, clock: work.clockOf(device) })),
	);
	if (justified.length === 0) return [];
	return [
		table({
			name: say("table.justified"),
			columns: [
				...(work.isPaged ? [] : [columns.text(say("column.device"), ({ device }) => device.name)]),
				columns.text(say("column.channel"), ({ channel }) => channel.name),
				columns.time(say("column.began"), ({ span, clock }) => moment(span.from, clock)),
				columns.time(say("column.ended"), ({ span, clock }) => moment(span.to, clock)),
				columns.text(say("column.reason"), ({ span }) => span.reason, { width: 6 }),
				columns.text(say("column.who"), ({ span }) => span.author, { width: 2 }),
			],
			rows: batches(justified),
			emptyText: "",
		}),
	];
}

function isPartlyJudged(channel: Row["channel"]): boolean {
	const spans = limitSpansOf(channel);
	return isAnyJudged(spans) && spans.some(({ bounds }) => bounds === null);
}

type GapRow = Pick<Row, "device" | "channel"> & { gap: ChannelFigures["gaps"][number]; clock: Clock };

/** Lists the times in which no reading holds. On pages only if there are some; `ofSeveral`: devices share its section. */
export function gapTables(
	work: ReportWork,
	rows: Pick<Row, "device" | "channel" | "gaps">[],
	ofSeveral = !work.isPaged,
): ReportPart[] {
	const columns = columnsOf<GapRow>();
	const say = wordsIn(work.definition.layout.language);
	const gaps = rows.flatMap(({ device, channel, gaps: own }) => {
		return own.map((gap) => ({ device, channel, gap, clock: work.clockOf(device) }));
	});
	if (work.isPaged && gaps.length === 0) return [];
	return [
		table({
			name: say("table.gaps"),
			columns: [
				...(ofSeveral ? [columns.text(say("column.device"), ({ device }) => device.name)] : []),
				columns.text(say("column.channel"), ({ channel }) => channel.name),
				columns.time(say("column.lastReadingBefore"), ({ gap, clock }) => moment(gap.before, clock)),
				columns.time(say("column.unknownFrom"), ({ gap, clock }) => moment(gap.from, clock)),
				columns.time(say("column.unknownUntil"), ({ gap, clock }) => moment(gap.to, clock)),
				columns.duration(say("column.length"), ({ gap }) => length(gap.to - gap.from)),
			],
			rows: batches(gaps),
			emptyText: say("none.gaps"),
		}),
	];
}

export function figureTables(work: ReportWork, rows: Row[]): ReportPart[] {
	const say = wordsIn(work.definition.layout.language);
	const emptyText = say("none.deviceChannels");
	const named = namedColumns(say);
	const figures = figureColumns(work);
	if (!work.isPaged) {
		const columns = [...placeColumns(say), ...named, ...figures, ...limitColumns(work)];
		return [table({ name: say("table.summary"), columns, rows: batches(rows), emptyText })];
	}
	return [
		table({ name: say("table.figures"), columns: [...named, ...figures], rows: batches(rows), emptyText }),
		table({
			name: say("table.limitsAndGaps"),
			columns: [...named.slice(0, 1), ...limitColumns(work)],
			rows: batches(rows),
			emptyText,
		}),
	];
}
