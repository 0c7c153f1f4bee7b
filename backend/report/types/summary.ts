import { isAnyJudged } from "../../../shared/log/limit-spans";
import { longestGap } from "../../../shared/log/reading-gaps";
import { isJudged, limitsOverTime } from "../document/limit-texts";
import { chartLine, chartPart, mostCharts } from "../document/report-chart";
import type { ReportPart, ReportText } from "../document/report-document";
import { batches, columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
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
	async *sections(work) {
		const events = work.definition.withExcursions === true ? await eventsByDevice(work) : null;
		for (const device of work.devices) {
			const figures = await figuresOf(work, device);
			const rows = figures.map((one) => ({ ...one, device }));
			work.isDone(device);
			if (isSilent(work, device)) continue;
			yield section(work.isPaged ? device.name : "", [
				...(work.isPaged ? [deviceText(device), ...figureCharts(work, device, figures)] : []),
				...figureTables(work, rows),
				...distributionParts(work, rows),
				...(events ? [excursionsOf(work, { device, figures, events: events.get(device.id) ?? [] })] : []),
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
	for (const { channel, excursions, kinetic } of figures) {
		if (isJudged(channel)) work.countExcursions(excursions.length);
		if (kinetic !== null && kinetic.impossible > 0) {
			const which = `${kinetic.impossible} readings of “${channel.name}” of “${device.name}”`;
			work.note(`${which} are at or below absolute zero; the mean kinetic temperature leaves them out.`);
		}
	}
	return figures;
}

export function deviceText({ serialNumber, model, site, groupNames, ...device }: ReportDevice): ReportText {
	const facts = [
		...(serialNumber === null ? [] : [`Serial number ${serialNumber}`]),
		...(model === "" ? [] : [model]),
		...(site === "" ? [] : [site]),
		...(groupNames.length === 0 ? [] : [groupNames.join(", ")]),
		`Device clock: ${deviceClockText(device)}`,
	];
	return { kind: "text", title: "", lines: [facts.join(" · ")] };
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

const place: TableColumn<Row>[] = [
	text("Device", ({ device }) => device.name, { width: 4 }),
	text("Serial number", ({ device }) => device.serialNumber),
];
const named: TableColumn<Row>[] = [
	text("Channel", ({ channel }) => channel.name),
	text("Unit", ({ shown }) => shown.unit, { width: 1 }),
];

function figureColumns(work: ReportWork): TableColumn<Row>[] {
	const { definition, clockOf } = work;
	const kinetic = `Mean kinetic temperature (${definition.activationEnergy} kJ/mol)`;
	return [
		number("Readings", ({ summary: { readings } }) => readings, { digits: 0 }),
		number("Lowest", ({ summary: { min }, shown, cell }) => cell(min === null ? null : shown.reading(min))),
		time("Lowest at", ({ lowestAt, device }) => moment(lowestAt, clockOf(device))),
		number("Highest", ({ summary: { max }, shown, cell }) => cell(max === null ? null : shown.reading(max))),
		time("Highest at", ({ highestAt, device }) => moment(highestAt, clockOf(device))),
		number("Mean of readings", ({ summary, shown, cell }) => cell(shown.computed(summary.mean, summary))),
		number("Mean over time", ({ kinetic: one, shown, cell }) => {
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
	const isEverUnjudged = devices.some(({ channels }) => channels.some(isPartlyJudged));
	return [
		text("Limits", ({ channel, device }) =>
			limitsOverTime(channel, { layout: definition.layout, clock: clockOf(device) }),
		),
		duration("Time within limits", ({ summary: { withinMs } }) => length(withinMs)),
		duration("Time out of limits", ({ summary: { outMs } }) => length(outMs)),
		...(isEverUnjudged
			? [duration("Time not judged", ({ summary }) => length(summary.outMs === null ? null : summary.notJudgedMs))]
			: []),
		duration("Time unknown", ({ summary: { unknownMs } }) => length(unknownMs)),
		number("Excursions", ({ excursions, summary: { outMs } }) => (outMs === null ? null : excursions.length), {
			digits: 0,
		}),
		number("Gaps", ({ gaps }) => gaps.length, { digits: 0 }),
		duration("Longest gap", ({ gaps }) => length(longestGap(gaps))),
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
	const gaps = rows.flatMap(({ device, channel, gaps: own }) => {
		return own.map((gap) => ({ device, channel, gap, clock: work.clockOf(device) }));
	});
	if (work.isPaged && gaps.length === 0) return [];
	return [
		table({
			name: "Gaps",
			columns: [
				...(ofSeveral ? [columns.text("Device", ({ device }) => device.name)] : []),
				columns.text("Channel", ({ channel }) => channel.name),
				columns.time("Last reading before", ({ gap, clock }) => moment(gap.before, clock)),
				columns.time("Unknown from", ({ gap, clock }) => moment(gap.from, clock)),
				columns.time("Unknown until", ({ gap, clock }) => moment(gap.to, clock)),
				columns.duration("Length", ({ gap }) => length(gap.to - gap.from)),
			],
			rows: batches(gaps),
			emptyText: "No gaps.",
		}),
	];
}

export function figureTables(work: ReportWork, rows: Row[]): ReportPart[] {
	const emptyText = "This device has no channel that the report chose.";
	const figures = figureColumns(work);
	if (!work.isPaged) {
		const columns = [...place, ...named, ...figures, ...limitColumns(work)];
		return [table({ name: "Summary", columns, rows: batches(rows), emptyText })];
	}
	return [
		table({ name: "Figures", columns: [...named, ...figures], rows: batches(rows), emptyText }),
		table({
			name: "Limits and gaps",
			columns: [...named.slice(0, 1), ...limitColumns(work)],
			rows: batches(rows),
			emptyText,
		}),
	];
}
