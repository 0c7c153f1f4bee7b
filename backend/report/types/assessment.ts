import type { Bounds, LimitSpan } from "../../../shared/log/limit-spans";
import { summaryOfReadings } from "../../../shared/log/reading-summary";
import type { Assessment } from "../../../shared/report/assessment";
import { standardActivationEnergy } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { limitsOverTime } from "../document/limit-texts";
import type { ReportPart } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import { type ReportMaker, type ReportWork, section, signatureSection } from "../document/report-work";
import { type ChannelFigures, channelFigures } from "../figures/channel-figures";
import { type HeldSeries, noSeries } from "../figures/device-series";
import type { Clock } from "../source/report-clock";
import { momentText } from "../source/report-clock";
import { limitSpansOf, type ReportDevice } from "../source/report-source";
import { type EventRow, eventPages } from "./alert-history";
import { deviceText, figureCharts, figuresOf, gapTables, justifiedTables, kineticCell } from "./summary";

export const assessment: ReportMaker = {
	pages: null,
	async *sections(work) {
		const say = wordsIn(work.definition.layout.language);
		const details = work.definition.assessment;
		const event = details ? await eventOf(work, details.eventId) : null;
		if (details) {
			if (event === null) work.note(say("assessment.alertGone"));
			yield section(say("assessment.details"), [detailTable(work, details), alertTable(work, event)]);
		}
		for (const device of work.devices) {
			const figures = await figuresOf(work, device);
			work.isDone(device);
			yield section(say("assessment.readings"), readingParts(work, { device, figures, event }));
		}
		if (details && details.files.length > 0) yield section(say("assessment.files"), [fileTable(work, details)]);
		yield signatureSection(say);
	},
};

async function eventOf(work: ReportWork, eventId: string): Promise<EventRow | null> {
	for await (const page of eventPages(work)) {
		const found = page.find(({ id }) => id === eventId);
		if (found) return found;
	}
	return null;
}

type Fact = [name: string, value: string];

function factTable(work: ReportWork, name: string, facts: Fact[]): ReportPart {
	const { text } = columnsOf<Fact>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name,
		columns: [
			text(say("assessment.question"), ([label]) => label, { width: 2 }),
			text(say("assessment.detail"), ([, value]) => value, { width: 6 }),
		],
		rows: batches(facts),
		emptyText: say("assessment.alertGone"),
	});
}

function detailTable(work: ReportWork, { product, quantity, quantityUnit, decision }: Assessment): ReportPart {
	const { layout } = work.definition;
	const say = wordsIn(layout.language);
	const amount = String(quantity).replace(".", layout.csv.decimalSign === "comma" ? "," : ".");
	return factTable(work, say("assessment.details"), [
		[say("assessment.product"), product],
		[say("assessment.quantity"), quantityUnit === "" ? amount : `${amount} ${quantityUnit}`],
		[say("assessment.decision"), decision],
	]);
}

function alertTable(work: ReportWork, event: EventRow | null): ReportPart {
	const { layout } = work.definition;
	const say = wordsIn(layout.language);
	const time = (at: number | null) => (at === null || event === null ? "" : momentText(at, event.clock, layout));
	const facts: Fact[] =
		event === null
			? []
			: [
					[say("column.device"), event.deviceName],
					[say("column.channel"), event.channelName ?? ""],
					[say("column.rule"), event.ruleName],
					[say("column.asItWasThen"), event.sentence],
					[say("column.began"), time(event.startedAt)],
					[say("column.ended"), time(event.endedAt)],
					[say("column.worstValue"), event.peakText],
					[say("column.acknowledgedBy"), event.acknowledgedBy ?? ""],
				];
	return factTable(
		work,
		say("assessment.excursion"),
		facts.filter(([, value]) => value !== ""),
	);
}

type SpanRow = {
	name: string;
	from: number;
	to: number;
	figures: ChannelFigures;
	overMs: number;
	underMs: number;
	clock: Clock;
};
type Read = { device: ReportDevice; figures: ChannelFigures[]; event: EventRow | null };

function readingParts(work: ReportWork, { device, figures, event }: Read): ReportPart[] {
	const say = wordsIn(work.definition.layout.language);
	const clock = work.clockOf(device);
	const own =
		event === null ? null : { from: event.startedAt, until: Math.min(event.endedAt ?? work.until, work.until) };
	const rows = figures.flatMap((whole): SpanRow[] => {
		const held = { ...whole.series, holding: whole.holding };
		const spans = [
			...(own && own.from < own.until ? [{ name: say("assessment.during"), ...own }] : []),
			{ name: say("assessment.whole"), from: work.from, until: work.until },
		];
		return spans.map(({ name, from, until }) => ({
			name,
			from,
			to: until,
			clock,
			figures: channelFigures({ ...work, from, until }, whole.channel, within(held, { from, until })),
			...sidesOf(whole, held, { from, until }),
		}));
	});
	const withDevice = figures.map((one) => ({ ...one, device }));
	return [
		...(work.isPaged ? [deviceText(work, device), ...figureCharts(work, device, figures)] : []),
		figureTable(work, rows),
		...justifiedTables(work, withDevice),
		...gapTables(work, withDevice),
	];
}

/** A reading before the span holds into it, and one after it ends a gap. */
function within({ at, value, holding }: HeldSeries, { from, until }: { from: number; until: number }): HeldSeries {
	const first = at.findIndex((time) => time >= from);
	if (first === -1) return { ...noSeries, holding: { ...holding, before: lastBefore({ at, value, holding }, from) } };
	const next = at.findIndex((time) => time >= until);
	const end = next === -1 ? at.length : next;
	return {
		at: at.subarray(first, end),
		value: value.subarray(first, end),
		holding: {
			...holding,
			before: lastBefore({ at, value, holding }, from),
			after: next === -1 ? holding.after : (at[next] ?? null),
		},
	};
}

function lastBefore({ at, value, holding }: HeldSeries, from: number): HeldSeries["holding"]["before"] {
	const index = at.findLastIndex((time) => time < from);
	return index === -1 ? holding.before : { at: at[index] ?? 0, value: value[index] ?? 0 };
}

/** Time above the upper limits, and below the lower ones. */
function sidesOf({ channel }: ChannelFigures, held: HeldSeries, span: { from: number; until: number }) {
	const outMs = (limits: LimitSpan[]) => summaryOfReadings({ ...within(held, span), ...span, limits }).outMs ?? 0;
	return {
		overMs: outMs(oneSide(limitSpansOf(channel), ({ max, isMaxOut }) => ({ max, isMaxOut }))),
		underMs: outMs(oneSide(limitSpansOf(channel), ({ min, isMinOut }) => ({ min, isMinOut }))),
	};
}

function oneSide(spans: readonly LimitSpan[], side: (bounds: Bounds) => Bounds): LimitSpan[] {
	return spans.map(({ from, bounds }) => ({ from, bounds: bounds && side(bounds) }));
}

function figureTable(work: ReportWork, rows: SpanRow[]): ReportPart {
	const { text, number, time, duration } = columnsOf<SpanRow>();
	const { layout, activationEnergy = standardActivationEnergy } = work.definition;
	const say = wordsIn(layout.language);
	const isLimited = ({ figures: { summary } }: SpanRow) => summary.outMs !== null;
	return table({
		name: say("assessment.figures"),
		columns: [
			text(say("assessment.span"), ({ name }) => name),
			time(say("column.from"), ({ from, clock }) => moment(from, clock)),
			time(say("column.to"), ({ to, clock }) => moment(to, clock)),
			text(say("column.unit"), ({ figures }) => figures.shown.unit, { width: 1 }),
			number(say("column.readings"), ({ figures }) => figures.summary.readings, { digits: 0 }),
			number(say("column.lowest"), ({ figures: { summary, shown, cell } }) =>
				cell(summary.min === null ? null : shown.reading(summary.min)),
			),
			number(say("column.highest"), ({ figures: { summary, shown, cell } }) =>
				cell(summary.max === null ? null : shown.reading(summary.max)),
			),
			number(say("column.kinetic", { energy: String(activationEnergy) }), ({ figures }) => kineticCell(figures), {
				width: 2,
			}),
			text(say("column.limits"), ({ figures: { channel }, clock }) => limitsOverTime(channel, { layout, clock })),
			duration(say("assessment.over"), (row) => length(isLimited(row) ? row.overMs : null)),
			duration(say("assessment.under"), (row) => length(isLimited(row) ? row.underMs : null)),
			duration(say("column.timeUnknown"), ({ figures: { summary } }) => length(summary.unknownMs)),
		],
		rows: batches(rows),
		emptyText: say("none.deviceChannels"),
	});
}

function fileTable(work: ReportWork, { files }: Assessment): ReportPart {
	const { text } = columnsOf<Assessment["files"][number]>();
	const say = wordsIn(work.definition.layout.language);
	return table({
		name: say("assessment.files"),
		columns: [
			text(say("assessment.file"), ({ name }) => name, { width: 3 }),
			text(say("assessment.checksum"), ({ sha256 }) => sha256, { width: 5 }),
		],
		rows: batches(files),
		emptyText: "",
	});
}
