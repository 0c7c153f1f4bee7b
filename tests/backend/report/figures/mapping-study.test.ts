import { describe, expect, it } from "vitest";
import {
	coverageOf,
	lengthOf,
	limitsState,
	proposedPositions,
	type Span,
	type StudyFigures,
	spreadState,
	studyFigures,
	withoutSpans,
} from "../../../../backend/report/figures/study-figures";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import type { MappingStudy } from "../../../../shared/report/mapping-study";
import { type OracleReading, oraclePieces } from "../../../held-oracle";
import { mappingStudy } from "../../../mapping-study";
import * as fc from "../../../properties";
import { everySo, holdingAround, listSource, readDocument, rowsOf } from "../../fixtures/report-source";

/** The clocks of Europe change within the two days. */
const from = Date.UTC(2026, 2, 28, 12);
const to = from + 2 * dayMs;
const period = { from, to };
const study = mappingStudy();
const { criteria } = study;
const energy = 83.144;

function heldSeries(readings: OracleReading[]) {
	const within = readings.filter(({ at }) => at >= from && at < to);
	return {
		at: Float64Array.from(within, ({ at }) => at),
		value: Float64Array.from(within, ({ value }) => value),
		holding: holdingAround(readings, period),
	};
}

/** Cuts the held pieces at the spans' ends, and looks at the middle of each. */
function naiveFigures(readings: OracleReading[], spans: readonly Span[]) {
	const isIn = (at: number) => spans.some((span) => at >= span.from && at < span.to);
	const limits = [{ from: 0, bounds: criteria }];
	const ends = spans.flatMap((span) => [span.from, span.to]);
	const pieces = oraclePieces({ readings, from, until: to, limits }).flatMap((piece) => {
		const cuts = [piece.from, ...ends.filter((at) => at > piece.from && at < piece.to), piece.to].sort((a, b) => a - b);
		return cuts.slice(1).map((end, index) => ({ ...piece, from: cuts[index] ?? end, to: end }));
	});
	const counted = pieces.filter((piece) => isIn((piece.from + piece.to) / 2));
	const total = (chosen: typeof counted) => chosen.reduce((sum, piece) => sum + piece.to - piece.from, 0);
	const known = counted.filter(({ reading }) => reading !== null);
	const average = (figure: (value: number) => number) =>
		known.reduce((sum, piece) => sum + (piece.to - piece.from) * figure(piece.reading?.value ?? 0), 0) / total(known);
	const values = readings.filter(({ at }) => at >= from && at < to && isIn(at)).map(({ value }) => value);
	const ratio = (energy * 1000) / 8.3144;
	return {
		readings: values.length,
		lowest: values.length === 0 ? null : Math.min(...values),
		highest: values.length === 0 ? null : Math.max(...values),
		mean: known.length === 0 ? null : average((value) => value),
		kinetic:
			known.length === 0 ? null : ratio / -Math.log(average((value) => Math.exp(-ratio / (value + 273.15)))) - 273.15,
		outMs: total(counted.filter(({ state }) => state === "out")),
		unknownMs: total(counted.filter(({ state }) => state === "unknown")),
	};
}

const readingsOf = fc
	.array(fc.tuple(fc.integer({ min: 1, max: 200 }), fc.integer({ min: -20, max: 150 })), { maxLength: 60 })
	.map((steps) => {
		let at = from - 2 * hourMs;
		return steps.map(([minutes, tenths]): OracleReading => {
			at += minutes * minuteMs;
			return { at, value: tenths / 10 };
		});
	});
const spansOf = fc.array(
	fc
		.tuple(fc.integer({ min: -60, max: 2_900 }), fc.integer({ min: 1, max: 400 }))
		.map(([start, minutes]) => ({ from: from + start * minuteMs, to: from + (start + minutes) * minuteMs })),
	{ maxLength: 6 },
);

describe("figures of a mapping study", () => {
	it("equals a naive computation within the parts that no condition covers, over gaps and a change of the clocks", () => {
		fc.assert(
			fc.property(readingsOf, spansOf, (readings, marked) => {
				const spans = withoutSpans(period, marked);
				const found = studyFigures(heldSeries(readings), study, { period, spans, activationEnergy: energy });
				const { mean, kinetic, ...exact } = naiveFigures(readings, spans);
				expect(found).toMatchObject(exact);
				if (mean === null || kinetic === null) expect(found).toMatchObject({ mean: null, kinetic: null });
				else {
					expect(found.mean).toBeCloseTo(mean, 9);
					expect(found.kinetic).toBeCloseTo(kinetic, 6);
				}
			}),
		);
	});

	it("adds those of the conditions and of the rest up to the whole study", () => {
		fc.assert(
			fc.property(readingsOf, spansOf, (readings, marked) => {
				const left = withoutSpans(period, marked);
				const inside = withoutSpans(period, left);
				expect(lengthOf(left) + lengthOf(inside)).toBe(lengthOf([period]));
				const figuresIn = (spans: Span[]) =>
					studyFigures(heldSeries(readings), study, { period, spans, activationEnergy: energy });
				const [whole, without, during] = [figuresIn([period]), figuresIn(left), figuresIn(inside)];
				for (const field of ["readings", "outMs", "unknownMs", "totalMs"] as const) {
					expect(without[field] + during[field]).toBe(whole[field]);
				}
			}),
		);
	});
});

const figures = (changes: Partial<StudyFigures> = {}): StudyFigures => ({
	readings: 10,
	lowest: 3,
	lowestAt: from,
	highest: 7,
	highestAt: from,
	mean: 5,
	kinetic: 5,
	outMs: 0,
	unknownMs: 0,
	totalMs: dayMs,
	...changes,
});
const position = (name: string, changes: Partial<StudyFigures> | null = {}) => ({
	name,
	figures: changes && figures(changes),
});

describe("criteria of a mapping study", () => {
	it.each([
		["passes positions within the limits", [position("A")], {}, "passed"],
		["fails one reading beyond a limit without an allowed time", [position("A", { highest: 8.1 })], {}, "failed"],
		[
			"passes it within the allowed time",
			[position("A", { highest: 9, outMs: 5 * minuteMs })],
			{ outMinutes: 5 },
			"passed",
		],
		[
			"fails it beyond the allowed time",
			[position("A", { highest: 9, outMs: 5 * minuteMs + 1 })],
			{ outMinutes: 5 },
			"failed",
		],
		[
			"leaves a position without readings open",
			[position("A"), position("B", { readings: 0, unknownMs: dayMs })],
			{},
			"open",
		],
		["leaves a position whose device is deleted open", [position("A"), position("B", null)], {}, "open"],
		["leaves a position with too few data open", [position("A", { unknownMs: dayMs / 10 })], {}, "open"],
		["fails where another position has no data", [position("A", { lowest: 1 }), position("B", null)], {}, "failed"],
	] as const)("%s", (_, positions, changes, state) => {
		expect(limitsState([...positions], { ...criteria, ...changes })).toBe(state);
	});

	it("leaves a spread open without two positions that are compared", () => {
		const spread = { ...criteria, spread: 3 };
		expect(spreadState(null, [position("A")], spread)).toBe("open");
		expect(spreadState(3, [position("A"), position("B")], spread)).toBe("passed");
		expect(spreadState(3.1, [position("A"), position("B", null)], spread)).toBe("failed");
		expect(spreadState(1, [position("A"), position("B", null)], spread)).toBe("open");
	});

	it("counts the share of the time that has data", () => {
		expect(coverageOf(figures({ unknownMs: dayMs / 4 }))).toBe(75);
		expect(coverageOf(figures({ totalMs: 0 }))).toBe(0);
	});

	it("proposes the first of equals, and nothing without readings", () => {
		expect(proposedPositions([position("A", null), position("B", { readings: 0, outMs: 9 })])).toBeNull();
		const all = [
			position("A"),
			position("B", { mean: 6, outMs: 1 }),
			position("C", { mean: 6 }),
			position("D", { mean: 4 }),
		];
		const found = proposedPositions(all);
		expect([found?.warmest.name, found?.coldest.name, found?.mostOut?.name]).toEqual(["B", "D", "B"]);
		expect(proposedPositions([position("A")])?.mostOut).toBeNull();
	});
});

const started: Partial<MappingStudy> = {
	startedAt: from,
	endedAt: to,
	signed: { version: 1, by: "Anna", at: from - hourMs, sha256: "0".repeat(64) },
};
const steps = (to - from) / (15 * minuteMs);
const door = { name: "Logger 1", id: "dev_A", channels: [{ id: "chn_A" }] };
const back = { name: "Logger 2", id: "dev_B", channels: [{ id: "chn_B" }] };
const constant = (value: number) => everySo(15 * minuteMs, from, Array<number>(steps).fill(value));

async function readStudy(changes: Partial<MappingStudy>, devices: Parameters<typeof listSource>[0]["devices"]) {
	const definition = { type: "mappingStudy", format: "csv", study: mappingStudy(changes), name: "Map" } as const;
	return readDocument(listSource({ definition, from, to, devices }));
}

const statesOf = (read: Awaited<ReturnType<typeof readStudy>>, name = "Criteria over the whole study") =>
	Object.fromEntries(rowsOf(read, name).map((row) => [row.Criterion, row.Result]));

describe("the file of a mapping study", () => {
	it("holds the criteria alone before the study starts, without a word about missing readings", async () => {
		const read = await readStudy({}, [door, back]);
		expect([...read.tables.keys()]).toEqual(["Criteria and positions", "Positions of the study"]);
		expect(read.notes).toEqual([]);
		expect(rowsOf(read, "Criteria and positions")).toContainEqual({
			Subject: "Criteria approved",
			Statement: "Not yet. The study cannot start before.",
		});
		expect(read.counts.devicesWithData).toBeGreaterThan(0);
	});

	it("judges each criterion over the whole study, and without the conditions", async () => {
		const warm = constant(5).map((reading, index) => (index === 4 ? { ...reading, value: 12 } : reading));
		const spans = [{ kind: "door" as const, text: "", from: from + hourMs, to: from + 2 * hourMs }];
		const read = await readStudy({ ...started, spans }, [
			{ ...door, all: warm },
			{ ...back, all: constant(4) },
		]);
		expect(statesOf(read)).toEqual({
			"Lowest and highest value": "Not met",
			"Spread between positions": "Not met",
			"Time with data at each position": "Met",
			Duration: "Met",
		});
		expect(statesOf(read, "Criteria without the marked conditions")).toEqual({
			"Lowest and highest value": "Met",
			"Spread between positions": "Met",
			"Time with data at each position": "Met",
		});
		const [during] = rowsOf(read, "Figures during each condition");
		expect(during).toMatchObject({ Condition: "Door opening", Position: "1 Door", "Highest (°C)": 12, Readings: 4 });
	});

	it("says of a position without a device that it has no data, and passes nothing", async () => {
		const read = await readStudy(started, [{ ...door, all: constant(5) }]);
		expect(Object.values(statesOf(read))).toEqual([
			"Cannot be said: data are missing",
			"Cannot be said: data are missing",
			"Not met",
			"Met",
		]);
		expect(rowsOf(read, "Figures of the whole study")[1]).toMatchObject({
			Position: "2 Back",
			Device: "No data: the device or channel is deleted or hidden",
			Readings: null,
		});
	});

	it("compares no channel whose unit is another one by now", async () => {
		const other = { ...back, channels: [{ id: "chn_B", unit: "°F" }], all: constant(41) };
		const read = await readStudy(started, [{ ...door, all: constant(5) }, other]);
		expect(statesOf(read)["Lowest and highest value"]).toBe("Cannot be said: data are missing");
		expect(rowsOf(read, "Figures of the whole study")[1]).toMatchObject({ Device: "No data: the unit changed" });
	});

	it("names a sensor that did not change for a day while another one did", async () => {
		const moving = constant(5).map((reading, index) => ({ ...reading, value: 4 + (index % 9) / 10 }));
		const read = await readStudy(started, [
			{ ...door, all: constant(4) },
			{ ...back, all: moving },
		]);
		const sentence = "“Door”: its sensor did not change for 2 days, while another position did. Look at the sensor.";
		expect(read.counts.notes).toEqual([sentence]);
		expect(rowsOf(read, "Proposal of permanent positions")).toContainEqual({ Statement: sentence });
	});

	it("fails a study that was shorter than the criteria say", async () => {
		const read = await readStudy({ ...started, criteria: { ...criteria, hours: 49 } }, [
			{ ...door, all: constant(5) },
			{ ...back, all: constant(5) },
		]);
		expect(statesOf(read).Duration).toBe("Not met");
	});

	it("explains in a sentence each position that it proposes, and names who decided", async () => {
		const decision = { positions: ["Door"], text: "The door stays.", by: "Anna" };
		const read = await readStudy({ ...started, decision }, [
			{ ...door, all: constant(9) },
			{ ...back, all: constant(4) },
		]);
		const linesOf = (name: string) => rowsOf(read, name).map(({ Statement }) => Statement);
		const texts = [...linesOf("Proposal of permanent positions"), ...linesOf("Decision")];
		expect(texts).toEqual([
			"“Door”: it was the highest on average, 9 °C.",
			"“Back”: it was the lowest on average, 4 °C.",
			"“Door”: it was outside the limits for the longest time, 2 days in all.",
			"This is a proposal. A person decides where loggers stay.",
			"Permanent positions: Door.",
			"The door stays.",
			"Decided by Anna.",
		]);
	});
});
