import { errorKey } from "../../../shared/base/error-key";
import { appendAll } from "../../../shared/base/lists";
import { type Measure, readIn } from "../../../shared/formats/units";
import { type Holding, holdingOf } from "../../../shared/log/holding";
import { isAnyJudged } from "../../../shared/log/limit-spans";
import { readingQuality } from "../../../shared/log/reading-filter";
import { said } from "../../../shared/log/said";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { shortestLateMs } from "../../device/logged-device";
import { isJudged } from "../document/limit-texts";
import { ReportDenial } from "../document/report-denial";
import type { ReportPart, ReportSection, ReportTable } from "../document/report-document";
import { batches, columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { isSilent, silentSection } from "../document/silent-devices";
import { channelFigures } from "../figures/channel-figures";
import { DeviceSeries } from "../figures/device-series";
import { layoutStyle, type ShownChannel, type ValueCell } from "../figures/report-channel";
import { ExcursionIntervals } from "../figures/report-excursions";
import { type ReadingRow, singleRows, steppedRows } from "../figures/report-rows";
import { functionOf, isOfDays } from "../figures/report-steps";
import { formatCaps } from "../formats/format-caps";
import { type Clock, spanText } from "../source/report-clock";
import { limitSpansOf, type ReportChannel, type ReportDevice, type ReportReadings } from "../source/report-source";
import { deviceText, figureCharts } from "./summary";

const mostColumns = 500;
/** A PDF page holds so many; with more channels the report uses the long form. */
const mostPagedColumns = 8;

export const readings: ReportMaker = {
	pages: { turn: "portrait" },
	denial({ definition, devices, isPaged }) {
		const titles = new Set(devices.flatMap((device) => device.channels.map(titleOf(definition))));
		if (definition.layout.form === "long" || isPaged || titles.size <= mostColumns) return null;
		const counts = { columns: titles.size, most: mostColumns };
		return { text: errorKey("report.columns", counts), statement: said("run.tooManyColumns", counts) };
	},
	async *sections(work) {
		const silent = work.devices.filter((device) => isSilent(work, device));
		for (const device of silent) work.isDone(device);
		for (const device of work.devices) {
			if (isSilent(work, device)) continue;
			yield work.isPaged ? await pagedSection(work, device) : section("", [streamedTable(work, device)]);
		}
		yield* silentSection(work, silent);
	},
};

function titleOf({ layout }: Pick<ReportWork["definition"], "layout">) {
	const style = layoutStyle(layout);
	return (channel: Measure & { name: string }) => `${channel.name}\n${readIn(channel, style).unit}`;
}

type Read = { rows: AsyncIterable<ReadingRow[]>; shown: ShownChannel[] };

function readRows(work: ReportWork, device: ReportDevice, pages: AsyncIterable<ReportReadings>): Read {
	const { definition, from, to, until } = work;
	const { minutes } = definition.aggregation;
	const shown = device.channels.map((channel) => work.shown(channel));
	const rows =
		minutes === null
			? singleRows(pages, shown)
			: steppedRows(pages, { definition, device, shown, minutes, from, to, until });
	return { rows, shown };
}

function streamedTable(work: ReportWork, device: ReportDevice): ReportTable {
	return rowsTable(work, device, { rows: readRows(work, device, counted()).rows, cells: [] });

	async function* counted(): AsyncGenerator<ReportReadings, void> {
		let holdings: Holding[] = [];
		let trends: (ExcursionIntervals | null)[] | null = null;
		for await (const page of work.pages(device)) {
			holdings = page.holdings ?? holdings;
			trends ??= device.channels.map((channel, index) => excursionTrend(work, channel, holdings[index]));
			for (let index = 0; index < page.at.length; index += 1) {
				trends[page.channel[index] ?? -1]?.add(page.at[index] ?? 0, page.value[index] ?? 0);
			}
			yield page;
		}
		for (const [index, trend] of (trends ?? []).entries()) {
			if (trend) work.countExcursions(trend.excursions(holdings[index]?.after ?? null).length);
		}
		work.isDone(device);
	}
}

/** Without `holding`, from an object of the release before, only the pauses themselves count. */
function excursionTrend(
	{ from, until }: ReportWork,
	channel: ReportChannel,
	holding: Holding = holdingOf([]),
): ExcursionIntervals | null {
	const limits = limitSpansOf(channel);
	return isAnyJudged(limits) ? new ExcursionIntervals({ from, until, limits, holding }) : null;
}

async function pagedSection(work: ReportWork, device: ReportDevice): Promise<ReportSection> {
	const held = new DeviceSeries(device);
	const rows: ReadingRow[] = [];
	for await (const batch of readRows(work, device, kept()).rows) {
		appendAll(rows, batch);
		if (rows.length > formatCaps.rows.pdf) throw new ReportDenial(said("run.tooManyPdfRows"));
	}
	const series = held.series();
	const figures = device.channels.map((channel, index) => {
		return channelFigures(work, channel, series[index]);
	});
	for (const { channel, excursions } of figures) if (isJudged(channel)) work.countExcursions(excursions.length);
	work.isDone(device);
	const parts: ReportPart[] = [
		deviceText(work, device),
		...figureCharts(work, device, figures),
		rowsTable(work, device, { rows: batches(rows), cells: figures.map(({ cell }) => cell) }),
	];
	return section(device.name, parts, true);

	async function* kept(): AsyncGenerator<ReportReadings, void> {
		for await (const page of work.pages(device)) {
			held.add(page);
			yield page;
		}
	}
}

/** `cells`: by channel; none: values as they are. */
type Values = { rows: AsyncIterable<ReadingRow[]> | Iterable<ReadingRow[]>; cells: ValueCell[] };

function rowsTable(work: ReportWork, device: ReportDevice, { rows, cells }: Values) {
	const isLong = work.definition.layout.form === "long" || (work.isPaged && device.channels.length > mostPagedColumns);
	const say = wordsIn(work.definition.layout.language);
	const emptyText = say("none.readingsSpan", { device: device.name, span: spanText(work) });
	const shared = { name: say("table.readings"), emptyText };
	if (!isLong) return table({ ...shared, columns: wideColumns(work, device, cells), rows });
	return table({ ...shared, columns: longColumns(work, device, cells), rows: longRows(device, rows) });
}

const wide = columnsOf<ReadingRow>();

function placeColumns<Row extends ReadingRow>(work: ReportWork, device: ReportDevice): TableColumn<Row>[] {
	const { text, time, duration } = columnsOf<Row>();
	const say = wordsIn(work.definition.layout.language);
	const clock = work.clockOf(device);
	return [
		time(say("column.time"), ({ at }) => moment(at, clock)),
		...(isOfDays(work.definition.aggregation)
			? [duration(say("column.lengthOfTheDay"), ({ step }) => length(step && step.to - step.from))]
			: []),
		...(work.isPaged
			? []
			: [text(say("column.device"), () => device.name), text(say("column.serialNumber"), () => device.serialNumber)]),
	];
}

function receiptColumns<Row extends ReadingRow>(work: ReportWork, device: ReportDevice): TableColumn<Row>[] {
	const { definition } = work;
	if (!definition.layout.showsSent || definition.aggregation.minutes !== null) return [];
	const { text, time } = columnsOf<Row>();
	const say = wordsIn(definition.layout.language);
	const clock: Clock = work.clockOf(device);
	const lateAfterMs = Math.max(shortestLateMs, device.offlineAfterMs ?? 0);
	return [
		time(say("column.received"), ({ receivedAt }) => moment(receivedAt, clock)),
		text(
			say("column.quality"),
			({ at, receivedAt }) => say(`quality.${readingQuality({ at, receivedAt: receivedAt ?? at, lateAfterMs })}`),
			{
				width: 1,
			},
		),
	];
}

/** All devices share a sheet, so their columns are equal; on pages each has its own. */
function wideColumns(work: ReportWork, device: ReportDevice, cells: ValueCell[]): TableColumn<ReadingRow>[] {
	const { definition, isPaged, devices } = work;
	const say = wordsIn(definition.layout.language);
	const positions = new Map<string, number>();
	for (const [index, channel] of device.channels.entries()) positions.set(columnTitle(work, channel), index);
	const isSentShown = definition.layout.showsSent && definition.aggregation.minutes === null;
	const channels = (isPaged ? [device] : devices).flatMap((one) => one.channels);
	const calibrated = new Set(
		channels.filter(({ calibrations }) => calibrations.length > 0).map((channel) => columnTitle(work, channel)),
	);
	const columns = [...new Set(channels.map((channel) => columnTitle(work, channel)))].flatMap((title) => {
		const position = positions.get(title) ?? -1;
		const cell = cellOf(work, device.channels[position], cells[position]);
		const value = wide.number(title, ({ values }) => cell(values[position] ?? null));
		const sent = wide.number(say("column.channelAsSent", { title }), ({ values, sent }) => {
			return cell(sent?.[position] ?? values[position] ?? null);
		});
		return isSentShown && calibrated.has(title) ? [value, sent] : [value];
	});
	return [...placeColumns(work, device), ...columns, ...receiptColumns(work, device)];
}

function cellOf(
	{ definition }: ReportWork,
	channel: ReportChannel | undefined,
	cell: ValueCell | undefined,
): ValueCell {
	const isCount = channel && definition.aggregation.minutes !== null && functionOf(definition, channel) === "count";
	return cell && !isCount ? cell : (value) => value;
}

function columnTitle(work: ReportWork, channel: ReportDevice["channels"][number]): string {
	const { title } = work.shown(channel);
	const { aggregation, layout } = work.definition;
	if (aggregation.minutes === null) return title;
	const say = wordsIn(layout.language);
	return say("column.channelOf", { title, function: say(`function.${functionOf(work.definition, channel)}`) });
}

type LongRow = ReadingRow & { place: number };

async function* longRows(device: ReportDevice, batched: AsyncIterable<ReadingRow[]> | Iterable<ReadingRow[]>) {
	for await (const rows of batched) {
		yield rows.flatMap((row) =>
			device.channels.flatMap((_, position): LongRow[] =>
				row.values[position] == null ? [] : [{ ...row, place: position }],
			),
		);
	}
}

function longColumns(work: ReportWork, device: ReportDevice, cells: ValueCell[]): TableColumn<LongRow>[] {
	const { text, number } = columnsOf<LongRow>();
	const { definition } = work;
	const shown = device.channels.map((channel) => work.shown(channel));
	const say = wordsIn(definition.layout.language);
	const functions = device.channels.map((channel) => say(`function.${functionOf(definition, channel)}`));
	const cell = (place: number, value: number | null) => {
		return cellOf(work, device.channels[place], cells[place])(value);
	};
	const isSingle = definition.aggregation.minutes === null;
	return [
		...placeColumns<LongRow>(work, device),
		text(say("column.channel"), ({ place: position }) => device.channels[position]?.name ?? ""),
		...(isSingle
			? []
			: [text(say("column.valueIs"), ({ place: position }) => functions[position] ?? "", { width: 1.5 })]),
		number(say("column.value"), ({ values, place: position }) => cell(position, values[position] ?? null)),
		text(say("column.unit"), ({ place: position }) => shown[position]?.unit ?? "", { width: 1 }),
		...(isSingle && definition.layout.showsSent
			? [
					number(say("column.asSent"), ({ values, sent, place: position }) => {
						return cell(position, sent?.[position] ?? values[position] ?? null);
					}),
				]
			: []),
		...receiptColumns<LongRow>(work, device),
	];
}
