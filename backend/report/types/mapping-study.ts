import { minuteMs } from "../../../shared/base/durations";
import { positionMost } from "../../../shared/device/floor-plan";
import { gapsOf } from "../../../shared/log/reading-gaps";
import type { MappingStudy, StudyPosition, StudySpan } from "../../../shared/report/mapping-study";
import type {
	CriterionResult,
	CriterionState,
	PositionMark,
	StudyFigures as StudyResultFigures,
} from "../../../shared/report/study-view";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { limitsText } from "../document/limit-texts";
import { chartLine, chartPart } from "../document/report-chart";
import type { PlanShape, ReportChart, ReportPart } from "../document/report-document";
import { batches, columnsOf, length, moment, table } from "../document/report-table";
import { durationText, namesText } from "../document/report-texts";
import { type ReportMaker, type ReportWork, section, signatureSection } from "../document/report-work";
import { deviceSeries, type HeldSeries } from "../figures/device-series";
import { PositionSpread } from "../figures/position-spread";
import {
	cellNumber,
	numberText,
	rounded,
	type ShownChannel,
	shownChannel,
	type ValueCell,
	valueCells,
} from "../figures/report-channel";
import { StillPositions } from "../figures/still-positions";
import {
	coverageOf,
	coverageState,
	hasEnoughData,
	isWithin,
	limitsState,
	proposedPositions,
	type Span,
	type StudiedPosition,
	type StudyFigures,
	spreadState,
	studyFigures,
	withoutSpans,
} from "../figures/study-figures";
import { momentText } from "../source/report-clock";
import type { ReportChannel, ReportDevice } from "../source/report-source";
import { gapTables } from "./summary";

/** With more lines a chart is unreadable. */
const mostLines = 12;
const furtherDigits = 2;

type Lost = "gone" | "unit";

/** `lost`: why it has no figures. */
type Position = StudyPosition & {
	number: number;
	device: ReportDevice | null;
	lost: Lost | null;
	whole: StudyFigures | null;
	without: StudyFigures | null;
	during: (StudyFigures | null)[];
	stillMs: number | null;
};

type Widest = { at: number; spread: number } | null;

type Result = {
	positions: Position[];
	spread: { whole: Widest; without: Widest; stepMs: number };
	lines: ReportChart["lines"];
	gaps: Parameters<typeof gapTables>[1][number][];
	decimals: number;
	shown: ShownChannel;
	cell: ValueCell;
};

export const mappingStudy: ReportMaker = {
	pages: null,
	async *sections(work) {
		const { study } = work.definition;
		if (!study) {
			for (const device of work.devices) work.isDone(device);
			return;
		}
		const say = sayOf(work);
		if (stageIsDraft(study)) {
			for (const device of work.devices) work.isDone(device);
			work.counts.devicesWithData = Math.max(1, work.devices.length);
			yield section(say("study.criteria"), protocolParts(work, study));
		} else {
			const result = await measure(work, study);
			work.onStudy(figuresOf(work, study, result));
			yield section(say("study.result"), resultParts(work, study, result));
			yield section(say("study.byPosition"), positionParts(work, study, result), work.isPaged);
			if (work.isPaged) yield section(say("study.plan"), planParts(work, study, result));
			yield section(say("study.criteria"), protocolParts(work, study), work.isPaged);
		}
		yield signatureSection(say);
	},
};

const sayOf = ({ definition }: ReportWork) => wordsIn(definition.layout.language);

const stageIsDraft = ({ startedAt }: MappingStudy) => startedAt === null;

/** The criteria are in the unit of the positions, so nothing is converted. */
function channelOf({ quantity, unit, criteria }: MappingStudy, decimals: number): ReportChannel {
	const { min, max } = criteria;
	return { id: "", name: "", quantity, unit, decimals, readings: 0, min, max, calibrations: [] };
}

async function measure(work: ReportWork, study: MappingStudy): Promise<Result> {
	const { from, until } = work;
	const say = sayOf(work);
	const { activationEnergy } = work.definition;
	const period = { from, to: until };
	const spans = study.spans.map((span) => ({ from: Math.max(span.from, from), to: Math.min(span.to, until) }));
	const left = withoutSpans(period, spans);
	const [whole, without] = [new PositionSpread(work), new PositionSpread(work)];
	const still = new StillPositions(period);
	const found = new Map<string, Position>();
	const [lines, gaps]: [Result["lines"], Result["gaps"]] = [[], []];
	let decimals = 0;
	for (const device of work.devices) {
		const all = await deviceSeries(work, device);
		for (const [index, channel] of device.channels.entries()) {
			const number = study.positions.findIndex(({ channelId }) => channelId === channel.id);
			const [position, series] = [study.positions[number], all[index]];
			if (!position || !series) continue;
			const own = { ...position, number: number + 1, device, stillMs: null };
			if (channel.unit !== study.unit || channel.quantity !== study.quantity) {
				found.set(position.channelId, { ...own, lost: "unit", whole: null, without: null, during: [] });
				continue;
			}
			const within = (parts: readonly Span[]) =>
				studyFigures(series, study, { period, spans: parts, activationEnergy });
			found.set(position.channelId, {
				...own,
				lost: null,
				whole: within([period]),
				without: within(left),
				during: spans.map((span) => (span.from < span.to ? within([span]) : null)),
			});
			still.add(position.name, series, channel.decimals);
			whole.add(series);
			without.add(outsideOf(series, spans));
			const ownGaps = gapsOf(series.at, { from, until, holding: series.holding });
			gaps.push({ device: { ...device, name: position.name }, channel, gaps: ownGaps });
			decimals = Math.max(decimals, channel.decimals);
			if (work.isPaged && lines.length < mostLines && series.at.length > 0) {
				const { name } = position;
				lines.push(chartLine({ name, series, gaps: ownGaps, from, to: work.to, shown: (value) => value }));
			}
		}
		work.isDone(device);
	}
	const stillMs = still.still();
	const positions = study.positions.map((position, index): Position => {
		const none = { number: index + 1, device: null, lost: "gone", whole: null, without: null, stillMs: null } as const;
		const known = found.get(position.channelId) ?? { ...position, ...none, during: [] };
		return { ...known, stillMs: stillMs.get(position.name) ?? null };
	});
	for (const { name, lost } of positions) if (lost !== null) work.note(say(`study.note.${lost}`, { position: name }));
	for (const line of stillLines(work, positions)) work.note(line);
	const channel = channelOf(study, decimals);
	return {
		positions,
		spread: { whole: widestOf(whole), without: widestOf(without), stepMs: whole.stepMs },
		lines,
		gaps,
		decimals,
		shown: shownChannel(channel, work.definition.layout),
		cell: valueCells(work.definition, channel, []),
	};
}

function outsideOf({ at, value }: HeldSeries, spans: readonly Span[]) {
	const indexes = [...at.keys()].filter((index) => !isWithin(spans, at[index] ?? 0));
	return {
		at: Float64Array.from(indexes, (index) => at[index] ?? 0),
		value: Float64Array.from(indexes, (index) => value[index] ?? 0),
	};
}

function widestOf(steps: PositionSpread): Widest {
	const { at, lowest, highest } = steps.spread();
	let widest: Widest = null;
	for (const [index, time] of at.entries()) {
		const spread = (highest[index] ?? 0) - (lowest[index] ?? 0);
		if (widest === null || spread > widest.spread) widest = { at: time, spread };
	}
	return widest;
}

type Part = "whole" | "without";
type CriterionRow = {
	id: CriterionResult["criterion"];
	criterion: string;
	required: string;
	found: string;
	state: CriterionState;
};

function resultParts(work: ReportWork, study: MappingStudy, result: Result): ReportPart[] {
	const say = sayOf(work);
	return [
		criteriaTable(work, say("study.table.whole"), criterionRows(work, study, { result, part: "whole" })),
		...(study.spans.length > 0
			? [criteriaTable(work, say("study.table.without"), criterionRows(work, study, { result, part: "without" }))]
			: []),
		linesPart(work, say("study.proposal"), proposalLines(work, study, result)),
		...decisionParts(work, study),
	];
}

function criteriaTable(work: ReportWork, name: string, rows: CriterionRow[]): ReportPart {
	const say = sayOf(work);
	const { text } = columnsOf<CriterionRow>();
	return table({
		name,
		columns: [
			text(say("study.column.criterion"), ({ criterion }) => criterion, { width: 3 }),
			text(say("study.column.required"), ({ required }) => required, { width: 3 }),
			text(say("study.column.found"), ({ found }) => found, { width: 6 }),
			text(say("study.column.state"), ({ state }) => say(`study.state.${state}`), { width: 3 }),
		],
		rows: batches(rows),
		emptyText: "",
	});
}

type Judged = { result: Result; part: Part };

function marksOf(positions: readonly Position[]): (name: string) => PositionMark[] {
	const proposed = proposedPositions(positions.map(({ name, whole }) => ({ name, figures: whole })));
	const marks = ["warmest", "coldest", "mostOut"] as const;
	return (name) => marks.filter((mark) => proposed?.[mark]?.name === name);
}

const ownState = (position: Position, { criteria }: MappingStudy) =>
	limitsState([{ name: position.name, figures: position.whole }], criteria);

function figuresOf(work: ReportWork, study: MappingStudy, result: Result): StudyResultFigures {
	const without = study.spans.length === 0 ? [] : criterionRows(work, study, { result, part: "without" });
	const marks = marksOf(result.positions);
	return {
		decimals: result.decimals,
		criteria: criterionRows(work, study, { result, part: "whole" }).map(({ id, state }) => {
			return { criterion: id, state, without: without.find((row) => row.id === id)?.state ?? null };
		}),
		positions: result.positions.map((position) => {
			const { name, deviceId, channelId, at, lost, stillMs, whole } = position;
			return {
				name,
				deviceId,
				channelId,
				at,
				state: ownState(position, study),
				marks: marks(name),
				lost,
				readings: whole?.readings ?? 0,
				lowest: whole?.lowest ?? null,
				lowestAt: whole?.lowestAt ?? null,
				highest: whole?.highest ?? null,
				highestAt: whole?.highestAt ?? null,
				mean: whole?.mean ?? null,
				kinetic: whole?.kinetic ?? null,
				outMs: whole?.outMs ?? null,
				unknownMs: whole?.unknownMs ?? null,
				stillMs,
			};
		}),
	};
}

/** Such values count, so the result must name them. */
function stillLines(work: ReportWork, positions: readonly Position[]): string[] {
	return positions.flatMap(({ name, stillMs }) => {
		if (stillMs === null) return [];
		const length = durationText(stillMs, work.definition.layout);
		return [sayOf(work)("study.note.still", { position: name, length })];
	});
}

function criterionRows(work: ReportWork, study: MappingStudy, { result, part }: Judged): CriterionRow[] {
	const say = sayOf(work);
	const { criteria } = study;
	const texts = textsOf(work, study, result);
	const positions = result.positions.map(
		(position): StudiedPosition => ({ name: position.name, figures: position[part] }),
	);
	const poor = positions.filter((position) => !hasEnoughData(position, criteria)).map(({ name }) => name);
	const withPoor = (found: string) =>
		poor.length === 0 ? found : say("study.found.poor", { found, positions: namesText(poor, work.definition.layout) });
	const widest = result.spread[part];
	const duration = work.until - work.from;
	return [
		{
			id: "limits" as const,
			criterion: say("study.limits"),
			required: requiredTexts(work, study).limits,
			found: withPoor(limitsFound(work, texts, positions)),
			state: limitsState(positions, criteria),
		},
		...(criteria.spread === null
			? []
			: [
					{
						id: "spread" as const,
						criterion: say("study.spread"),
						required: requiredTexts(work, study).spread,
						found: withPoor(
							widest === null
								? say("study.found.noSpread")
								: say("study.found.spread", { spread: texts.value(widest.spread), time: texts.time(widest.at) }),
						),
						state: spreadState(widest?.spread ?? null, positions, { ...criteria, spread: criteria.spread }),
					},
				]),
		{
			id: "coverage" as const,
			criterion: say("study.coverage"),
			required: requiredTexts(work, study).coverage,
			found: withPoor(coverageFound(work, positions)),
			state: coverageState(positions, criteria),
		},
		...(criteria.hours === null || part === "without"
			? []
			: [
					{
						id: "duration" as const,
						criterion: say("study.duration"),
						required: requiredTexts(work, study).duration,
						found: durationText(duration, work.definition.layout),
						state: duration >= criteria.hours * 60 * minuteMs ? ("passed" as const) : ("failed" as const),
					},
				]),
	];
}

function requiredTexts(work: ReportWork, study: MappingStudy) {
	const say = sayOf(work);
	const { layout } = work.definition;
	const { decimalSign } = layout.csv;
	const { min, max, outMinutes, spread, hours, coverage } = study.criteria;
	const limits = limitsText({ limits: { min, max }, unit: study.unit, decimalSign }, layout);
	const outside = outMinutes === 0 ? null : durationText(outMinutes * minuteMs, layout);
	return {
		limits: outside === null ? limits : say("study.required.limits", { limits, length: outside }),
		spread:
			spread === null
				? ""
				: say("study.required.most", { value: `${numberText(spread, decimalSign)} ${study.unit}`.trim() }),
		coverage: say("study.required.coverage", { share: numberText(coverage, decimalSign) }),
		duration: hours === null ? "" : say("study.required.least", { value: durationText(hours * 60 * minuteMs, layout) }),
	};
}

function textsOf(work: ReportWork, { unit }: MappingStudy, { cell, shown }: Result) {
	const { layout } = work.definition;
	const digits = (value: number) => rounded(value, 1 + furtherDigits);
	return {
		value: (value: number) => `${cellNumber(cell(digits(value)), shown.decimalSign)} ${unit}`.trim(),
		time: (at: number) => momentText(at, work.clockOf(null), layout),
	};
}

type Texts = ReturnType<typeof textsOf>;

function limitsFound(work: ReportWork, texts: Texts, positions: readonly StudiedPosition[]): string {
	const say = sayOf(work);
	const known = positions.flatMap(({ name, figures }) => {
		if (figures === null || figures.lowest === null || figures.highest === null) return [];
		return [{ name, outMs: figures.outMs, lowest: figures.lowest, highest: figures.highest }];
	});
	const [first] = known;
	if (!first) return say("study.found.nothing");
	type Known = typeof first;
	const most = (figure: (one: Known) => number) =>
		known.reduce((best, one) => (figure(one) > figure(best) ? one : best), first);
	const [low, high, out] = [most(({ lowest }) => -lowest), most(({ highest }) => highest), most(({ outMs }) => outMs)];
	const values = {
		lowest: texts.value(low.lowest),
		lowestAt: low.name,
		highest: texts.value(high.highest),
		highestAt: high.name,
	};
	if (out.outMs === 0) return say("study.found.limits", values);
	return say("study.found.limitsOut", {
		...values,
		length: durationText(out.outMs, work.definition.layout),
		position: out.name,
	});
}

function coverageFound(work: ReportWork, positions: readonly StudiedPosition[]): string {
	const say = sayOf(work);
	const { decimalSign } = work.definition.layout.csv;
	const shares = positions.map(({ name, figures }) => ({ name, share: figures === null ? 0 : coverageOf(figures) }));
	const [first = { name: "", share: 0 }] = shares;
	const least = shares.reduce((best, one) => (one.share < best.share ? one : best), first);
	// Rounded down, so that 99.99 does not read as all of the time.
	return say("study.found.coverage", {
		share: numberText(Math.floor(least.share * 10) / 10, decimalSign),
		position: least.name,
	});
}

function proposalLines(work: ReportWork, study: MappingStudy, result: Result): string[] {
	const say = sayOf(work);
	const texts = textsOf(work, study, result);
	const proposed = proposedPositions(result.positions.map(({ name, whole }) => ({ name, figures: whole })));
	if (proposed === null) return [say("study.found.nothing")];
	const { warmest, coldest, mostOut } = proposed;
	const missing = result.positions.filter(({ whole }) => whole === null || whole.readings === 0);
	return [
		say("study.warmest", { position: warmest.name, value: texts.value(warmest.mean) }),
		say("study.coldest", { position: coldest.name, value: texts.value(coldest.mean) }),
		mostOut === null
			? say("study.neverOut")
			: say("study.mostOut", {
					position: mostOut.name,
					length: durationText(mostOut.figures.outMs, work.definition.layout),
				}),
		...missing.map(({ name }) => say("study.notCompared", { position: name })),
		...stillLines(work, result.positions),
		say("study.personDecides"),
	];
}

function linesPart(work: ReportWork, title: string, lines: string[]): ReportPart {
	if (work.isPaged) return { kind: "text", title, lines };
	const { text } = columnsOf<string>();
	const columns = [text(sayOf(work)("assessment.detail"), (line) => line)];
	return table({ name: title, columns, rows: batches(lines), emptyText: "" });
}

function decisionParts(work: ReportWork, { decision }: MappingStudy): ReportPart[] {
	const say = sayOf(work);
	if (decision === null) return [];
	const positions = namesText(decision.positions, work.definition.layout);
	const lines = [say("study.decidedBy", { name: decision.by })];
	const permanent = positions === "" ? [] : [say("study.permanent", { positions })];
	return [linesPart(work, say("study.decision"), [...permanent, decision.text, ...lines])];
}

function positionParts(work: ReportWork, study: MappingStudy, result: Result): ReportPart[] {
	const say = sayOf(work);
	const rowsOf = (figuresOf: (position: Position) => StudyFigures | null) =>
		result.positions.map((position) => ({ position, figures: figuresOf(position), span: null }));
	const during = study.spans.flatMap((span, index) =>
		result.positions.map((position) => ({ position, figures: position.during[index] ?? null, span })),
	);
	return [
		...chartParts(work, study, result),
		figureTable(work, { name: say("study.figures.whole"), rows: rowsOf(({ whole }) => whole), study, result }),
		...(study.spans.length === 0
			? []
			: [
					figureTable(work, {
						name: say("study.figures.without"),
						rows: rowsOf(({ without }) => without),
						study,
						result,
					}),
					figureTable(work, { name: say("study.figures.during"), rows: during, study, result }),
				]),
		...gapTables(work, result.gaps, true),
	];
}

function chartParts(work: ReportWork, study: MappingStudy, { lines, shown }: Result): ReportPart[] {
	if (!work.isPaged || lines.length === 0) return [];
	const say = sayOf(work);
	const { from, to } = work;
	const { min, max } = study.criteria;
	return [
		chartPart({
			title: study.spans.length === 0 ? say("study.chart") : say("study.chartMarked"),
			unit: shown.unit,
			from,
			to,
			lines,
			limits: { min, max },
			excursions: study.spans,
			clock: work.clockOf(null),
		}),
	];
}

type FigureRow = { position: Position; figures: StudyFigures | null; span: StudySpan | null };
type FigureTable = { name: string; rows: FigureRow[]; study: MappingStudy; result: Result };

function figureTable(work: ReportWork, { name, rows, study, result }: FigureTable): ReportPart {
	const say = sayOf(work);
	const { text, number, time, duration } = columnsOf<FigureRow>();
	const clock = work.clockOf(null);
	const digits = (value: number | null | undefined) => result.cell(value == null ? null : rounded(value, 3));
	const isDuring = rows.some(({ span }) => span !== null);
	const head = { unit: study.unit, isUnit: study.unit === "" ? "no" : "yes" };
	const isKinetic = rows.some(({ figures }) => figures?.kinetic != null);
	return table({
		name,
		columns: [
			...(isDuring
				? [
						text(say("study.column.condition"), ({ span }) => (span === null ? "" : conditionText(work, span)), {
							width: 3,
						}),
					]
				: []),
			text(say("column.position"), ({ position }) => `${position.number} ${position.name}`),
			text(say("column.device"), ({ position: { device, lost } }) =>
				lost === "unit" ? say("study.unitChanged") : (device?.name ?? say("study.deviceGone")),
			),
			number(say("column.readings"), ({ figures }) => figures?.readings ?? null, { digits: 0 }),
			number(say("study.column.lowest", head), ({ figures }) => digits(figures?.lowest)),
			...(isDuring ? [] : [time(say("column.lowestAt"), ({ figures }) => moment(figures?.lowestAt ?? null, clock))]),
			number(say("study.column.highest", head), ({ figures }) => digits(figures?.highest)),
			...(isDuring ? [] : [time(say("column.highestAt"), ({ figures }) => moment(figures?.highestAt ?? null, clock))]),
			number(say("column.meanOverTime"), ({ figures }) => digits(figures?.mean)),
			...(isKinetic
				? [
						number(
							say("column.kinetic", { energy: String(work.definition.activationEnergy) }),
							({ figures }) => digits(figures?.kinetic),
							{ width: 2 },
						),
					]
				: []),
			duration(say("column.timeOutOfLimits"), ({ figures }) => length(figures?.outMs ?? null)),
			duration(say("column.timeUnknown"), ({ figures }) => length(figures?.unknownMs ?? null)),
		],
		rows: batches(rows),
		emptyText: say("none.positions"),
	});
}

const shapes = { passed: "square", failed: "diamond", open: "hollow" } as const satisfies Record<string, PlanShape>;

function planParts(work: ReportWork, study: MappingStudy, result: Result): ReportPart[] {
	const say = sayOf(work);
	const [plan] = work.plans;
	const { positions } = result;
	const placed = positions.filter(({ at }) => at !== null);
	if (!plan || placed.length === 0) {
		return [{ kind: "text", title: "", lines: [say(study.planId === null ? "study.noPlan" : "study.planGone")] }];
	}
	const marksAt = marksOf(positions);
	const texts = textsOf(work, study, result);
	const { name, altText, objectKey, width, height } = plan;
	const dots = placed.map((position) => {
		const { at, number, name: own, whole, stillMs } = position;
		const still = stillMs === null ? [] : [say("study.mark.still")];
		const marks = marksAt(own);
		const mean = whole?.mean == null ? [] : [texts.value(whole.mean)];
		return {
			number,
			name: own,
			x: (at?.x ?? 0) / positionMost,
			y: (at?.y ?? 0) / positionMost,
			shape: shapes[ownState(position, study)],
			isFramed: marks.length > 0,
			note: [...mean, ...marks.map((mark) => say(`study.mark.${mark}`)), ...still].join(", "),
		};
	});
	const legend = (["passed", "failed", "open"] as const).map((state) => {
		return { shape: shapes[state], text: `${say("study.limits")} · ${say(`study.state.${state}`)}` };
	});
	return [
		{
			kind: "plan",
			title: name,
			altText,
			objectKey,
			width,
			height,
			dots,
			legend: say("study.planLegend"),
			shapes: legend,
		},
	];
}

export function conditionText(work: ReportWork, { kind, text }: Pick<StudySpan, "kind" | "text">): string {
	const named = sayOf(work)(`study.kind.${kind}`);
	return text === "" ? named : `${named}: ${text}`;
}

type Fact = [name: string, value: string];

function protocolParts(work: ReportWork, study: MappingStudy): ReportPart[] {
	const say = sayOf(work);
	const { text } = columnsOf<Fact>();
	const time = (at: number) => momentText(at, work.clockOf(null), work.definition.layout);
	const required = requiredTexts(work, study);
	const { startedAt, endedAt, signed, replaces, repeats, conditions } = study;
	const facts: Fact[] = [
		[say("study.group"), study.groupName],
		[say("study.purpose"), study.purpose],
		[say("study.limits"), required.limits],
		[say("study.spread"), required.spread],
		[say("study.coverage"), required.coverage],
		[say("study.duration"), required.duration],
		...conditions.map((condition): Fact => [say("study.column.condition"), conditionText(work, condition)]),
		[say("study.repeats"), repeats?.name ?? ""],
		[say("study.replaces"), replaces === null ? "" : say("study.replacesText", { ...replaces, at: time(replaces.at) })],
		[
			say("study.signed"),
			signed === null ? say("study.unsigned") : say("study.signedText", { ...signed, at: time(signed.at) }),
		],
		[say("study.started"), startedAt === null ? "" : time(startedAt)],
		[say("study.ended"), endedAt === null ? "" : time(endedAt)],
	];
	return [
		table({
			name: say("study.criteria"),
			columns: [
				text(say("assessment.question"), ([name]) => name, { width: 2 }),
				text(say("assessment.detail"), ([, value]) => value, { width: 6 }),
			],
			rows: batches(facts.filter(([, value]) => value !== "")),
			emptyText: "",
		}),
		placeTable(work, study),
		...(study.spans.length === 0 ? [] : [spanTable(work, study)]),
	];
}

function placeTable(work: ReportWork, { positions }: MappingStudy): ReportPart {
	const say = sayOf(work);
	const { text, number } = columnsOf<{ position: StudyPosition; number: number }>();
	const find = (channelId: string) => {
		const device = work.devices.find(({ channels }) => channels.some(({ id }) => id === channelId));
		return { device, channel: device?.channels.find(({ id }) => id === channelId) };
	};
	return table({
		name: say("study.positions"),
		columns: [
			number(say("study.column.number"), (row) => row.number, { digits: 0 }),
			text(say("column.position"), ({ position }) => position.name),
			text(say("column.device"), ({ position }) => find(position.channelId).device?.name ?? say("study.deviceGone")),
			text(say("column.serialNumber"), ({ position }) => find(position.channelId).device?.serialNumber ?? ""),
			text(say("column.channel"), ({ position }) => find(position.channelId).channel?.name ?? ""),
			text(say("study.column.calibration"), ({ position }) => certificateText(find(position.channelId).channel)),
		],
		rows: batches(positions.map((position, index) => ({ position, number: index + 1 }))),
		emptyText: say("none.positions"),
	});
}

function certificateText(channel: ReportChannel | undefined): string {
	if (channel?.certificate === undefined) return "";
	const { calibratedOn: day, laboratory, number } = channel.certificate;
	return [day, laboratory, number].filter((part) => part !== "").join(", ");
}

function spanTable(work: ReportWork, { spans }: MappingStudy): ReportPart {
	const say = sayOf(work);
	const { text, time, duration } = columnsOf<StudySpan>();
	const clock = work.clockOf(null);
	return table({
		name: say("study.spans"),
		columns: [
			text(say("study.column.condition"), (span) => conditionText(work, span), { width: 5 }),
			time(say("column.from"), ({ from }) => moment(from, clock)),
			time(say("column.to"), ({ to }) => moment(to, clock)),
			duration(say("column.length"), ({ from, to }) => length(to - from)),
		],
		rows: batches(spans),
		emptyText: "",
	});
}
