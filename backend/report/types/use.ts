import { currencyDecimals } from "../../../shared/account/billing-meters";
import { largestOf } from "../../../shared/base/lists";
import { priceOf, type UsePrice } from "../../../shared/device/derived/kinds/use";
import { stepOfUse } from "../../../shared/report/report-types";
import { rangeBounds } from "../../../shared/time/time-zones";
import type { ReportFileTranslate } from "../../../shared/words/made/report-file";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { columnsOf, length, moment, type TableColumn, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section } from "../document/report-work";
import { deviceSeries, type HeldSeries } from "../figures/device-series";
import { rounded, type ShownChannel, type ValueCell, valueCells } from "../figures/report-channel";
import type { Clock } from "../source/report-clock";
import type { ReportChannel, ReportDevice } from "../source/report-source";

export const use: ReportMaker = {
	pages: null,
	async *sections(work) {
		const totals: Row[] = [];
		const steps: Row[] = [];
		for (const device of work.devices) {
			const series = await deviceSeries(work, device);
			for (const [index, channel] of device.channels.entries()) {
				const uses = series[index];
				if (!isUse(channel) || !uses || uses.at.length === 0) continue;
				const counter = device.channels.findIndex(({ id }) => id === channel.derived?.sources[0]?.channelId);
				const price = priceOf(channel.derived);
				const usual = usualMs(uses.at);
				const shown = work.shown(device.channels[counter] ?? channel);
				const cell = valueCells(work.definition, channel, uses.value);
				const subject = { device, channel, uses, usualMs: usual, counter: series[counter], shown, cell, price };
				totals.push(rowOf(work, subject, { from: work.from, to: work.to }));
				for (const span of stepsOf(work)) {
					const row = rowOf(work, subject, span);
					if (row.readings > 0) steps.push(row);
				}
			}
			work.isDone(device);
		}
		const hasUse = work.devices.some(({ channels }) => channels.some(isUse));
		const say = wordsIn(work.definition.layout.language);
		const emptyText = hasUse ? say("none.use") : say("none.counters");
		const columns = placeColumns(work);
		const currencies = totals.flatMap(({ currency }) => currency ?? []);
		const ofUse = columnsOfUse(say, largestOf([0, ...currencies.map(currencyDecimals)]));
		const title = say(`table.useOfEach.${stepOfUse(work.definition)}`);
		const times = [
			time(say("column.from"), ({ from, clock }) => moment(from, clock)),
			time(say("column.to"), ({ to, clock }) => moment(to, clock)),
			duration(say("column.length"), ({ from, to }) => length(to - from)),
		];
		yield section(say("table.use"), [
			table({ name: say("table.use"), columns: [...columns, ...ofUse], rows: [totals], emptyText }),
			table({ name: title, columns: [...times, ...columns, ...ofUse], rows: [steps], emptyText }),
		]);
	},
};

type UseOf = ReportChannel & { derived: NonNullable<ReportChannel["derived"]> };

function isUse(channel: ReportChannel): channel is UseOf {
	return channel.derived?.kind === "use";
}

type Span = { from: number; to: number };
type Subject = {
	device: ReportDevice;
	channel: ReportChannel;
	uses: HeldSeries;
	usualMs: number;
	counter: HeldSeries | undefined;
	shown: ShownChannel;
	cell: ValueCell;
	price: UsePrice | null;
};

type Row = Span & {
	device: ReportDevice;
	channel: ReportChannel;
	clock: Clock;
	cell: ValueCell;
	readings: number;
	use: number;
	unit: string;
	first: number | null;
	last: number | null;
	/** Time of the reading that a pause before the span began with, epoch ms. Null: no pause. */
	since: number | null;
	cost: number | null;
	currency: string | null;
};

const { text, number, time, duration } = columnsOf<Row>();

function placeColumns(work: ReportWork): TableColumn<Row>[] {
	const say = wordsIn(work.definition.layout.language);
	return [
		text(say("column.device"), ({ device }) => device.name),
		...(work.isPaged ? [] : [text(say("column.serialNumber"), ({ device }) => device.serialNumber)]),
		text(say("column.counter"), ({ channel }) => channel.name),
	];
}

function columnsOfUse(say: ReportFileTranslate, costDigits: number): TableColumn<Row>[] {
	return [
		number(say("column.use"), ({ use, cell }) => cell(use)),
		text(say("column.unit"), ({ unit }) => unit, { width: 1 }),
		number(say("column.counterAtFirst"), ({ first, cell }) => cell(first)),
		number(say("column.counterAtLast"), ({ last, cell }) => cell(last)),
		number(say("column.cost"), ({ cost }) => cost, { digits: costDigits }),
		text(say("column.currency"), ({ currency }) => currency, { width: 1 }),
		number(say("column.readings"), ({ readings }) => readings, { digits: 0 }),
		time(say("column.includesAPauseSince"), ({ since, clock }) => moment(since, clock)),
	];
}

function rowOf(work: ReportWork, subject: Subject, { from, to }: Span): Row {
	const { device, channel, uses, counter, cell, price } = subject;
	const shown = work.shown(channel);
	const [begin, end] = [firstFrom(uses.at, from), firstFrom(uses.at, to)];
	let sum = 0;
	for (let index = begin; index < end; index += 1) sum += uses.value[index] ?? 0;
	const clock = work.clockOf(device);
	return {
		device,
		channel,
		clock,
		cell,
		from: Math.max(from, work.from),
		to: Math.min(to, work.to),
		readings: end - begin,
		use: shown.rounded(shown.converted(sum)),
		unit: shown.unit,
		...(counter ? valuesOf(counter, subject.shown, { from, to }) : { first: null, last: null }),
		since: pauseBefore(subject, { begin, from }),
		cost: price && rounded(sum * price.perUnit, currencyDecimals(price.currency)),
		currency: price?.currency ?? null,
	};
}

function valuesOf(
	{ at, value, holding }: HeldSeries,
	{ reading }: ShownChannel,
	{ from, to }: Span,
): Pick<Row, "first" | "last"> {
	const [begin, end] = [firstFrom(at, from), firstFrom(at, to)];
	const before = begin === 0 ? holding.before?.value : value[begin - 1];
	const [first, last] = [before ?? value[begin], value[end - 1] ?? before];
	return { first: first === undefined ? null : reading(first), last: last === undefined ? null : reading(last) };
}

const pauseTimes = 3;

function usualMs(at: Float64Array): number {
	const intervals = at.slice(1).map((time, index) => time - (at[index] ?? 0));
	return intervals.sort()[Math.floor(intervals.length / 2)] ?? Number.POSITIVE_INFINITY;
}

type Begin = { begin: number; from: number };

function pauseBefore({ uses: { at, holding }, usualMs }: Subject, { begin, from }: Begin): number | null {
	const first = at[begin];
	const before = begin === 0 ? holding.before?.at : at[begin - 1];
	if (first === undefined || before === undefined || before >= from) return null;
	return first - before > pauseTimes * usualMs ? before : null;
}

function firstFrom(at: ArrayLike<number>, from: number): number {
	let [low, high] = [0, at.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if ((at[middle] ?? 0) < from) low = middle + 1;
		else high = middle;
	}
	return low;
}

/** Days have 23 to 25 hours by the report's zone; the first and last step are cut to the period. */
function stepsOf({ definition, from, until }: ReportWork): Span[] {
	const { zone, range } = definition;
	const weekStart = "weekStart" in range ? range.weekStart : undefined;
	const steps: Span[] = [];
	for (let now = from; now < until; ) {
		const step = rangeBounds({ rangeType: stepOfUse(definition), offset: 0, zone, now, weekStart });
		steps.push({ from: Math.max(step.from, from), to: step.to });
		now = Math.max(step.to, now + 1);
	}
	return steps;
}
