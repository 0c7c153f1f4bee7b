import { describe, expect, it } from "vitest";
import { ReportDenial } from "../../../../backend/report/document/report-denial";
import { momentText } from "../../../../backend/report/source/report-clock";
import type { ReportEvent } from "../../../../backend/report/source/report-source";
import { hourMs, minuteMs } from "../../../../shared/base/durations";
import { kineticSummary } from "../../../../shared/log/mean-kinetic-temperature";
import { type ReportDefinition, ReportType, standardLayout } from "../../../../shared/report/report";
import { oracleMeans, oracleTimes } from "../../../held-oracle";
import * as fc from "../../../properties";
import { everySo, type FakeReading, listSource, readDocument, rowsOf } from "../../fixtures/report-source";

const from = Date.UTC(2026, 2, 1);
const to = from + 24 * hourMs;
const quarterMs = 15 * minuteMs;
const atHour = momentText(from + hourMs, () => 0, standardLayout);
const moment = (at: number) => ({ at, offsetMinutes: 0 });

const event: ReportEvent = {
	id: "evt_1",
	deviceId: "dev_Room",
	deviceName: "Room",
	channelName: "Air",
	ruleName: "Too warm",
	sentence: "Air is above 8 °C.",
	severity: "warning",
	startedAt: from + quarterMs,
	endedAt: from + 3 * quarterMs,
	peak: 9,
	peakAt: from + quarterMs,
	unit: "°C",
	peakText: "9.0 °C",
	acknowledgedAt: from + 2 * quarterMs,
	acknowledgedBy: "Anna",
	notes: [
		{ at: from + quarterMs, kind: "opened", author: null, text: "Air is above 8 °C." },
		{ at: from + quarterMs, kind: "notified", author: null, text: "Notified Ben by e-mail" },
		{ at: from + 2 * quarterMs, kind: "acknowledged", author: "Anna", text: "Door closed" },
	],
};

describe("a summary", () => {
	it("equals a naive computation of every channel's figures", async () => {
		const value = fc.integer({ min: -300, max: 600 }).map((tenths) => tenths / 10);
		const pauses = fc.array(fc.tuple(fc.integer({ min: 1, max: 80 * minuteMs }), value), {
			minLength: 1,
			maxLength: 80,
		});
		await fc.assert(
			fc.asyncProperty(pauses, async (given) => {
				let at = from;
				const all = given.map(([pauseMs, one]): FakeReading => {
					at += pauseMs;
					return { at, channel: 0, value: one };
				});
				const device = { name: "Room", channels: [{ min: 2, max: 8 }], all };
				const read = await readDocument(
					listSource({ definition: { type: "summary" }, from, to: at + hourMs, devices: [device] }),
				);
				const values = all.map((one) => one.value);
				const mean = values.reduce((sum, one) => sum + one, 0) / values.length;
				const [row] = rowsOf(read, "Summary");
				expect(row).toMatchObject({
					Readings: values.length,
					Lowest: Math.min(...values),
					Highest: Math.max(...values),
				});
				expect(row?.["Mean of readings"]).toBeCloseTo(mean, 2);
				const limits = [{ from: 0, bounds: { min: 2, max: 8 } }];
				const request = { readings: all, from, until: at + hourMs, limits };
				const { withinMs, outMs, unknownMs } = oracleTimes(request);
				expect(row).toMatchObject({
					"Time within limits": { ms: withinMs },
					"Time out of limits": { ms: outMs },
					"Time unknown": { ms: unknownMs },
				});
				const gaps = rowsOf(read, "Gaps").map((gap) => gap.Length as { ms: number }); // a column of lengths
				expect(gaps.reduce((sum, { ms }) => sum + ms, 0)).toBe(unknownMs);
				const means = oracleMeans(request, 83.144);
				expect(row?.["Mean over time"]).toBeCloseTo(means?.mean ?? Number.NaN, 2);
				expect(row?.["Mean kinetic temperature (83.144 kJ/mol)"]).toBeCloseTo(means?.kinetic ?? Number.NaN, 2);
				const timeOf = (extreme: number) => moment(all.find((one) => one.value === extreme)?.at ?? 0);
				expect(row).toMatchObject({
					"Lowest at": timeOf(Math.min(...values)),
					"Highest at": timeOf(Math.max(...values)),
				});
			}),
			{ numRuns: 80 },
		);
	});

	it("shows the mean kinetic temperature with the mean of its weights, in the unit of the layout", async () => {
		const all = everySo(quarterMs, from, [...Array<number>(23).fill(5), 25]);
		for (const [temperature, unit, total] of [
			["stored", "°C", (c: number) => c],
			["°F", "°F", (c: number) => c * 1.8 + 32],
		] as const) {
			const definition = { type: "summary" as const, activationEnergy: 83, layout: { ...standardLayout, temperature } };
			const read = await readDocument(listSource({ definition, from, to, devices: [{ name: "Room", all }] }));
			const [row] = rowsOf(read, "Summary");
			expect(row).toMatchObject({ Unit: unit, Highest: total(25) });
			expect(row?.["Mean kinetic temperature (83 kJ/mol)"]).toBeCloseTo(total(7.75), 2);
			expect(row?.["Mean over time"]).toBeCloseTo(total(140 / 24), 2);
		}
	});

	it("shows the mean of vectors of a direction without lowest and highest, and names the means that are no plain ones", async () => {
		const channels = [
			{ name: "Wind", quantity: "windDirection" as const, unit: "°" },
			{ name: "Noise", quantity: "sound" as const, unit: "dB" },
		];
		const all = [...everySo(quarterMs, from, [350, 10], 0), ...everySo(quarterMs, from, [60, 70], 1)];
		const device = { name: "Mast", channels, all };
		const read = await readDocument(listSource({ definition: { type: "summary" }, from, to, devices: [device] }));
		const [wind, noise] = rowsOf(read, "Summary");
		expect(wind).toMatchObject({ Readings: 2, Lowest: null, Highest: null, "Mean of readings": 0 });
		expect(noise).toMatchObject({ Lowest: 60, Highest: 70, "Mean of readings": 65 });
		expect(read.notes).toContain("Means of wind directions are those of vectors of equal length.");
		expect(read.notes).toContain("Means of sound are arithmetic means of the values as they are read.");
		const aggregation = { minutes: 60 as const, function: "mean" as const, byChannel: [] };
		const steps = await readDocument(listSource({ definition: { aggregation }, from, to, devices: [device] }));
		expect(rowsOf(steps, "Readings")[0]).toMatchObject({ "Wind (°), mean": 0, "Noise (dB), mean": 65 });
	});

	it("shows a pressure and its limits in the unit and the decimals of the layout", async () => {
		const channels = [{ name: "Air", quantity: "pressure" as const, unit: "hPa", decimals: 1, min: 1000, max: null }];
		const device = { name: "Mast", channels, all: everySo(quarterMs, from, [1013.25, 1013.25]) };
		const layout = { ...standardLayout, units: { pressure: "inHg" } };
		const definition = { type: "summary" as const, layout };
		const [row] = rowsOf(await readDocument(listSource({ definition, from, to, devices: [device] })), "Summary");
		expect(row).toMatchObject({ Unit: "inHg", Lowest: 29.92126, Limits: "At least 29.52998 inHg" });
	});

	it("leaves figures of a channel without readings empty, and limits out if there are none", async () => {
		const all = everySo(quarterMs, from, [5], 1);
		const channels = [{ name: "Air" }, { name: "Humidity", quantity: "humidity" as const, unit: "%" }];
		const read = await readDocument(
			listSource({ definition: { type: "summary" }, from, to, devices: [{ name: "Room", channels, all }] }),
		);
		const [air, humidity] = rowsOf(read, "Summary");
		expect(air).toMatchObject({ Readings: 0, Lowest: null, "Mean of readings": null, "Mean over time": null, Gaps: 1 });
		expect(air).toMatchObject({ "Lowest at": null, "Time unknown": { ms: to - from } });
		expect(humidity).toMatchObject({
			Readings: 1,
			Lowest: 5,
			Highest: 5,
			"Mean of readings": 5,
			"Mean over time": null,
		});
		for (const row of [air, humidity]) {
			expect(row).toMatchObject({
				Limits: "Not judged",
				"Time out of limits": null,
				"Time within limits": null,
				Excursions: null,
			});
		}
	});

	it("shows no mean below the lowest or above the highest reading for its digits", async () => {
		const all = everySo(minuteMs, from, [4.44444, 4.44444, 4.44444]);
		for (const type of ["summary", "mapping"] as const) {
			const read = await readDocument(listSource({ definition: { type }, from, to, devices: [{ name: "Room", all }] }));
			const [row] = rowsOf(read, type === "summary" ? "Summary" : "Positions");
			expect(row?.["Mean over time"]).toBe(row?.Lowest);
		}
	});

	it("names the formula of each computed channel once", async () => {
		const dewPoint = { name: "Dew point", formula: "Dew point (Air, Humidity)" };
		const devices = [
			{ name: "Room", channels: [{ name: "Air" }, dewPoint] },
			{ name: "Hall", channels: [dewPoint, { name: "Gap", formula: "Air − Supply" }] },
		];
		const { notes } = await readDocument(listSource({ definition: { type: "summary" }, from, to, devices }));
		expect(notes).toContain(
			"Computed from other channels: “Dew point”: Dew point (Air, Humidity); “Gap”: Air − Supply.",
		);
		const plain = await readDocument(
			listSource({
				definition: { type: "summary" },
				from,
				to,
				devices: [{ name: "Room", channels: [{ name: "Air" }] }],
			}),
		);
		expect(plain.notes.join()).not.toContain("Computed");
	});

	it.each(["summary", "readings"] as const)("counts the values computed at 100 %% humidity: %s", async (type) => {
		const channels = [{ name: "Air" }, { name: "Dew point", formula: "Dew point (Air, Humidity)" }];
		const sent = everySo(hourMs, from, Array<number>(20).fill(5));
		const values = everySo(hourMs, from, Array<number>(20).fill(5), 1);
		const marked = values.map((one, index) => (index % 4 === 0 ? { ...one, mark: "saturated" as const } : one));
		const documentOf = (all: FakeReading[]) =>
			readDocument(listSource({ definition: { type }, from, to, devices: [{ name: "Room", channels, all }] }));
		const text = "“Dew point” of “Room”: 5 of 20 values were computed at 100 % humidity, because the sensor sent more.";
		const { counts, sections } = await documentOf([...sent, ...marked]);
		expect(counts.notes).toContain(text);
		expect(sections.at(-1)?.parts).toMatchObject([{ kind: "text", lines: [text] }]);
		expect((await documentOf([...sent, ...values])).counts.notes.join()).not.toContain("100 %");
	});

	it("counts gaps with their lengths", async () => {
		const half = Array<number>(30).fill(5);
		const all = [...everySo(minuteMs, from, half), ...everySo(minuteMs, from + 2 * hourMs, half)];
		const read = await readDocument(
			listSource({ definition: { type: "summary" }, from, to, devices: [{ name: "Room", all }] }),
		);
		const ofRoom = { Device: "Room", Channel: "Air" };
		const atMinute = (minute: number) => moment(from + minute * minuteMs);
		expect(rowsOf(read, "Summary")[0]).toMatchObject({
			Gaps: 2,
			"Time unknown": { ms: (90 + 21.5 * 60) * minuteMs },
			"Longest gap": { ms: 21.5 * hourMs },
		});
		expect(rowsOf(read, "Gaps")).toEqual([
			{
				...ofRoom,
				Length: { ms: 90 * minuteMs },
				"Last reading before": atMinute(29),
				"Unknown from": atMinute(30),
				"Unknown until": atMinute(120),
			},
			{
				...ofRoom,
				Length: { ms: 21.5 * hourMs },
				"Last reading before": atMinute(149),
				"Unknown from": atMinute(150),
				"Unknown until": moment(to),
			},
		]);
	});

	it("reads each device once, and holds no charts but in a PDF", async () => {
		const devices = ["A", "B"].map((name) => ({ name, all: everySo(quarterMs, from, [1, 2, 3]) }));
		for (const format of ["csv", "pdf"] as const) {
			const source = listSource({ definition: { type: "summary", format }, from, to, devices });
			const read = await readDocument(source);
			expect(source.asked).toEqual(["dev_A first", "dev_B first"]);
			const charts = read.sections.flatMap(({ parts }) => parts.filter(({ kind }) => kind === "chart"));
			expect(charts).toHaveLength(format === "pdf" ? 2 : 0);
		}
	});
});

describe("decimals on pages", () => {
	const peakOf = async (values: number[], changes: Partial<ReportDefinition> = {}, decimals = 1) => {
		const devices = [{ name: "Room", channels: [{ max: 8, decimals }], all: everySo(quarterMs, from, values) }];
		const definition = { type: "excursions" as const, format: "pdf" as const, ...changes };
		const [row] = rowsOf(await readDocument(listSource({ definition, from, to, devices })), "Excursions");
		return row?.Peak;
	};

	it("follow screens, so that 9 reads as 9.0", async () => {
		expect(await peakOf([5, 9])).toEqual({ value: 9, decimals: 1 });
		expect(await peakOf([5, 9], {}, 0)).toEqual({ value: 9, decimals: 0 });
	});

	it("follow the readings if they have more, so that no peak rounds to its limit", async () => {
		expect(await peakOf([5, 8.04])).toEqual({ value: 8.04, decimals: 2 });
		expect(await peakOf([5.0004, 8.0001])).toEqual({ value: 8.0001, decimals: 3 });
	});

	it("leave out what single precision and a conversion add", async () => {
		expect(await peakOf([5, Math.fround(8.2)])).toEqual({ value: Math.fround(8.2), decimals: 1 });
		const layout = { ...standardLayout, temperature: "°F" as const };
		expect(await peakOf([5, 8.2], { layout })).toEqual({ value: 46.76, decimals: 1 });
	});

	it("leave values of other formats whole", async () => {
		expect(await peakOf([5, 9.25], { format: "xlsx" })).toBe(9.25);
	});
});

describe("excursions and compliance", () => {
	const all = everySo(quarterMs, from, [5, 9, 8.5, 5, 1, 5]);
	const room = {
		name: "Room",
		channels: [{ min: 2, max: 8 }],
		all,
		notes: [{ at: from + hourMs, author: "Cleo", text: "Defrosted" }],
	};
	const warm = { name: "Too warm", severity: "warning" as const, since: null, until: null, changedAt: null };
	const rules = [
		{ ...warm, sentence: "Air is above 10 °C.", changedAt: from + 1 },
		{ ...warm, sentence: "Air is above 9 °C.", until: from + hourMs },
		{ ...warm, sentence: "Air is above 7 °C.", since: from + hourMs },
	];

	it("names each excursion with its beginning, end, length and peak, and the alerts during it", async () => {
		const source = listSource({
			definition: { type: "excursions" },
			from,
			to,
			devices: [room],
			events: [event],
			rules,
		});
		const read = await readDocument(source);
		expect(rowsOf(read, "Excursions")).toEqual([
			{
				Device: "Room",
				Channel: "Air",
				Limits: "2 to 8 °C",
				Began: moment(from + quarterMs),
				Ended: moment(from + 3 * quarterMs),
				Length: { ms: 2 * quarterMs },
				Peak: 9,
				Unit: "°C",
				"Peak at": moment(from + quarterMs),
				Note: "",
				Alerts: "Too warm (acknowledged by Anna)",
			},
			expect.objectContaining({ Peak: 1, Length: { ms: quarterMs }, Alerts: "No alert" }),
		]);
		expect(read.counts).toMatchObject({ excursions: 2, readings: 6 });
	});

	it("names who was notified, who acknowledged, and the comments, in order", async () => {
		const read = await readDocument(
			listSource({ definition: { type: "excursions" }, from, to, devices: [room], events: [event] }),
		);
		expect(rowsOf(read, "Alerts and notes").map((row) => [row.What, row.Who, row.Text])).toEqual([
			["Alert", null, "Air is above 8 °C."],
			["Message sent", null, "Notified Ben by e-mail"],
			["Acknowledged", "Anna", "Door closed"],
			["Note", "Cleo", "Defrosted"],
		]);
	});

	it("describes the rules then and today, and whose the limits are", async () => {
		const limits = [
			{ from: Number.NEGATIVE_INFINITY, bounds: null, by: "" },
			{ from: from + hourMs, bounds: { min: 2, max: 8, isMaxOut: true }, by: "Rule “Too warm”" },
		];
		const read = await readDocument(
			listSource({
				definition: { type: "excursions" },
				from,
				to,
				devices: [{ ...room, channels: [{ min: 2, max: 8, limitSpans: limits }] }],
				events: [event, event],
				rules,
			}),
		);
		expect(rowsOf(read, "Rules").map((row) => [row["What it watches for"], row["In force"], row.Alerts])).toEqual([
			["Air is above 10 °C.", "When the report was made; it has changed since the period began", 0],
			["Air is above 9 °C.", `Until ${atHour}`, 0],
			["Air is above 7 °C.", `From ${atHour} on`, 0],
			["Air is above 8 °C.", "When its alerts began", 2],
		]);
		expect(rowsOf(read, "Limits")).toMatchObject([
			{ Channel: "Air", Limits: "Not judged", From: "The beginning", "Set by": "" },
			{ Channel: "Air", Limits: "At least 2 °C and below 8 °C", From: atHour, "Set by": "Rule “Too warm”" },
		]);
		expect(read.notes).toContain(
			`Limits of “Air” of “Room” changed: Not judged; from ${atHour} on at least 2 °C and below 8 °C.`,
		);
		expect(read.sections.at(-1)?.parts).toEqual([
			{ kind: "signatures", roles: ["Made by", "Reviewed by", "Approved by"] },
		]);
	});

	it("says what of an excursion the period cuts, and what is unknown of its end", async () => {
		const all = [
			...everySo(quarterMs, from - 4 * quarterMs, [12, 9, 9, 9, 9, 9, 5, 5]),
			...everySo(quarterMs, from + 4 * hourMs, [5, 5, 9]),
		];
		const read = await readDocument(
			listSource({ definition: { type: "excursions" }, from, to, devices: [{ ...room, all }] }),
		);
		expect(rowsOf(read, "Excursions")).toMatchObject([
			{ Began: moment(from), Length: { ms: 2 * quarterMs }, Peak: 9, Note: "Began before the period" },
			{ Length: { ms: quarterMs }, Note: "No reading followed, so its end is unknown" },
		]);
	});

	it("names the length of an alert by its rule beside another one of its excursion", async () => {
		const longer = { ...event, endedAt: from + hourMs };
		const lasting = { ...event, endedAt: null, acknowledgedBy: null };
		const read = await readDocument(
			listSource({ definition: { type: "excursions" }, from, to, devices: [room], events: [event, longer, lasting] }),
		);
		expect(rowsOf(read, "Excursions")[0]?.Alerts).toBe(
			[
				"Too warm (acknowledged by Anna)",
				"Too warm (acknowledged by Anna; length by the rule: 0:45:00)",
				"Too warm (not acknowledged; length by the rule: not over)",
			].join("; "),
		);
	});

	it("judges by the limits of each time, says since when each applied, and what nothing judged", async () => {
		const limitSpans = [
			{ from: Number.NEGATIVE_INFINITY, bounds: { max: 8 }, by: "Rule “Cold”" },
			{ from: from + 6 * hourMs, bounds: { max: 15 }, by: "Rule “Warm”" },
			{ from: from + 12 * hourMs, bounds: null, by: "" },
		];
		const all = everySo(quarterMs, from, Array<number>(96).fill(9));
		const devices = [{ name: "Room", channels: [{ max: 15, limitSpans }], all }];
		const read = await readDocument(listSource({ definition: { type: "excursions" }, from, to, devices }));
		expect(rowsOf(read, "Excursions")).toMatchObject([{ Limits: "At most 8 °C", Length: { ms: 6 * hourMs } }]);
		expect(rowsOf(read, "Limits").map(({ Limits }) => Limits)).toEqual(["At most 8 °C", "At most 15 °C", "Not judged"]);
		const summed = await readDocument(listSource({ definition: { type: "summary" }, from, to, devices }));
		expect(rowsOf(summed, "Summary")).toMatchObject([
			{
				Limits:
					"At most 8 °C; from 2026-03-01, 06:00:00 UTC on at most 15 °C; from 2026-03-01, 12:00:00 UTC on not judged",
				"Time within limits": { ms: 6 * hourMs },
				"Time out of limits": { ms: 6 * hourMs },
				"Time not judged": { ms: 12 * hourMs },
				"Time unknown": { ms: 0 },
			},
		]);
	});

	it("names its method, and until when it counts a period that is not over", async () => {
		const now = from + 6 * hourMs;
		const source = listSource({ definition: { type: "excursions" }, from, to, now, devices: [room] });
		const facts = Object.fromEntries((await readDocument(source)).facts);
		expect(facts).toMatchObject({
			Method: expect.stringMatching(/^2: a reading holds until the next one/),
			"Counted until": "2026-03-01, 06:00:00 UTC",
		});
	});

	it("adds percentiles, histogram and duration curve by held time to a summary that is set to", async () => {
		const warm = everySo(quarterMs, from, [...Array<number>(80).fill(4), ...Array<number>(8).fill(9)]);
		const vane = everySo(quarterMs, from, Array<number>(8).fill(359), 1);
		const channels = [
			{ max: 8 },
			{ name: "Vane", unit: "°", quantity: "other" as const, withoutDistribution: "angle" as const },
		];
		const devices = [{ name: "Room", channels, all: [...warm, ...vane] }];
		const read = (changes: Partial<ReportDefinition>) =>
			readDocument(
				listSource({ definition: { type: "summary", withDistribution: true, ...changes }, from, to, devices }),
			);
		const numbers = await read({});
		expect([...numbers.tables.keys()]).toEqual(["Summary", "Histogram", "Duration curve", "Gaps"]);
		expect(new Map(numbers.facts).get("Distribution")).toMatch(/weigh each reading by the time it holds/);
		const percentiles = { "5th percentile": 4, "Median over time": 4, "95th percentile": 9 };
		const [air, angle] = rowsOf(numbers, "Summary");
		expect([air, angle]).toMatchObject([
			percentiles,
			{ "5th percentile": null, "Median over time": null, "95th percentile": null },
		]);
		const [known, out] = [88 * quarterMs, air?.["Time out of limits"]];
		expect(out).toEqual({ ms: 8 * quarterMs });
		expect(rowsOf(numbers, "Histogram")).toMatchObject([
			{ Channel: "Air", From: 1.5, To: 6.5, Time: { ms: 80 * quarterMs } },
			{ From: 6.5, To: 11.5, Time: out, "% of known time": (100 * 8 * quarterMs) / known },
		]);
		expect(rowsOf(numbers, "Duration curve").map((row) => [row.Value, row["% of known time at or above"]])).toEqual([
			[9, (100 * 8) / 88],
			[4, 100],
		]);
		const pages = await read({ format: "pdf", layout: { ...standardLayout, temperature: "°F" } });
		const charts = pages.sections.flatMap(({ parts }) =>
			parts.flatMap((part) => (part.kind === "chart" ? [part] : [])),
		);
		expect(charts.map(({ title, bars }) => [title, bars?.length])).toEqual([
			["Air", undefined],
			["Vane", undefined],
			["Air: % of time at each value", 2],
			["Air: % of time at or above each value", 0],
		]);
		expect(charts[3]).toMatchObject({ unit: "°F", from: 0, to: 100, limits: { max: 46.4 } });
		expect([...(charts[3]?.lines[0]?.max ?? [])]).toEqual([48.2, 39.2]);
		expect([...(await read({ type: "excursions" })).tables.keys()]).not.toContain("Histogram");
	});

	it("lists the same excursions in a summary that is set to", async () => {
		const request = { from, to, devices: [room], events: [event] };
		const plain = await readDocument(listSource({ ...request, definition: { type: "summary" } }));
		expect([...plain.tables.keys()]).toEqual(["Summary", "Gaps"]);
		const read = await readDocument(listSource({ ...request, definition: { type: "summary", withExcursions: true } }));
		const compliance = await readDocument(listSource({ ...request, definition: { type: "excursions" } }));
		expect(rowsOf(read, "Excursions")).toEqual(rowsOf(compliance, "Excursions"));
		expect(rowsOf(read, "Excursions").length).toBeGreaterThan(0);
	});

	it("adds the tables of a summary in one file, equal to those of a summary", async () => {
		const request = { from, to, devices: [room, { name: "Silent", channels: [{ max: 8 }] }], events: [event] };
		const read = (definition: Partial<ReportDefinition>) => readDocument(listSource({ ...request, definition }));
		const [both, summed, judged] = [
			await read({ type: "excursions", withSummary: true }),
			await read({ type: "summary" }),
			await read({ type: "excursions" }),
		];
		expect([...both.tables.keys()]).toEqual(["Limits", "Rules", "Summary", "Excursions", "Gaps", "Alerts and notes"]);
		for (const name of ["Summary", "Gaps"]) expect(rowsOf(both, name)).toEqual(rowsOf(summed, name));
		for (const name of ["Limits", "Excursions", "Alerts and notes"])
			expect(rowsOf(both, name)).toEqual(rowsOf(judged, name));
		expect(rowsOf(both, "Summary")).toHaveLength(2);
		expect(both.counts.excursions).toBe(judged.counts.excursions);
		const facts = new Map(both.facts);
		expect(facts.get("What it holds")).toMatch(/With the summary of each device\.$/);
		expect(facts.get("Activation energy")).toBeDefined();
		expect(new Map(judged.facts).get("Activation energy")).toBeUndefined();
	});

	it("says why excursions can differ from alerts", async () => {
		const definition = { type: "excursions", limitsFrom: "rules" } as const;
		const { facts } = await readDocument(listSource({ definition, from, to, devices: [room] }));
		expect(new Map(facts).get("Limits")).toMatch(
			/^The tightest of the alert rules .* excursions can differ from alerts$/,
		);
	});

	it("leaves the end open of an excursion that lasts", async () => {
		const open = { ...room, all: everySo(quarterMs, to - 2 * quarterMs, [5, 9]) };
		const read = await readDocument(listSource({ definition: { type: "excursions" }, from, to, devices: [open] }));
		expect(rowsOf(read, "Excursions")).toMatchObject([{ Ended: null, Length: { ms: quarterMs } }]);
	});

	it("says that a device had no excursion, or that it has no limits", async () => {
		const limited = { channels: [{ max: 8 }] };
		const calm = { ...limited, name: "Calm", all: everySo(quarterMs, from, Array<number>(96).fill(5)) };
		const brief = { ...limited, name: "Brief", all: everySo(quarterMs, from, Array<number>(8).fill(5)) };
		const silent = { ...limited, name: "Silent" };
		const free = { name: "Free", all: everySo(quarterMs, from, [5]) };
		const read = await readDocument(
			listSource({ definition: { type: "excursions" }, from, to, devices: [calm, brief, silent, free] }),
		);
		const texts = read.sections.flatMap(({ parts }) =>
			parts.flatMap((part) => (part.kind === "table" && part.name === "Excursions" ? part.emptyText : [])),
		);
		expect(texts).toEqual([
			"No excursions on 2026-03-01: “Calm” was within its limits at every reading.",
			"No excursions on 2026-03-01: “Brief” was within its limits at every reading. 22:00:00 of the period is unknown.",
			"“Silent” has no readings on 2026-03-01.",
			"Not judged: no channel of “Free” has limits.",
		]);
		expect(read.notes).toContain("Not judged, without limits: “Air” of “Free”.");
		expect(read.counts.excursions).toBe(0);
	});

	it("says at the top that nothing has a limit, as an empty list would read as no excursion", async () => {
		const [calm, free] = [{ channels: [{ max: 8 }] }, {}].map((limits) => ({
			name: "Room",
			all: everySo(quarterMs, from, [50]),
			...limits,
		}));
		const readOf = (devices: (typeof calm & object)[]) =>
			readDocument(listSource({ definition: { type: "excursions" }, from, to, devices }));
		const sentence =
			"Not judged: no channel has a limit. Set limits in the report, alert rules, or the channels’ own ranges.";
		if (!calm || !free) throw new Error("Two devices");
		expect(await readOf([free])).toMatchObject({ notes: [sentence], counts: { excursions: null } });
		expect((await readOf([free, calm])).notes).not.toContain(sentence);
	});
});

describe("a mapping", () => {
	const positions = [
		{ name: "Top", all: everySo(quarterMs, from, [8, 9, 8, 8]) },
		{ name: "Middle", all: everySo(quarterMs, from, [5, 5, 5, 5]) },
		{
			name: "Floor",
			all: everySo(quarterMs, from + 60_000, [2, 2, 3]),
			channels: [{}, { name: "Humidity", quantity: "humidity" as const, unit: "%" }],
		},
	];
	const definition = { type: "mapping" as const, scope: { groupIds: ["grp_1"] } };
	const groups = [{ id: "grp_1", name: "Store", deviceIds: positions.map(({ name }) => `dev_${name}`) }];

	it("names the hottest and coldest position, the extremes with their times, and the widest spread", async () => {
		const read = await readDocument(listSource({ definition, from, to, devices: positions, groups }));
		const [text] = read.sections[0]?.parts ?? [];
		expect(text).toMatchObject({
			lines: [
				"Hottest position on average: “Top”, Air, 8.25 °C.",
				"Coldest position on average: “Floor”, Air, 2.333 °C.",
				"Highest reading: “Top”, Air, 9 °C, 2026-03-01, 00:15:00 UTC.",
				"Lowest reading: “Floor”, Air, 2 °C, 2026-03-01, 00:01:00 UTC.",
				"Widest spread between positions: 7 °C in the 15 minutes from 2026-03-01, 00:15:00 UTC.",
			],
		});
		const kinetic = kineticSummary({
			at: [0, 1, 2, 3].map((quarter) => quarter * quarterMs),
			value: [8, 9, 8, 8],
			unit: "°C",
			activationEnergy: 83.144,
		}).kinetic;
		const rows = rowsOf(read, "Positions");
		expect(rows.map((row) => row.Position)).toEqual(["Top", "Middle", "Floor"]);
		expect(rows[0]?.["Mean kinetic temperature (83.144 kJ/mol)"]).toBeCloseTo(kinetic ?? 0, 3);
		expect(rowsOf(read, "Spread over time").map((row) => row["Spread (°C)"])).toEqual([6, 7, 5, 3]);
	});

	it("writes numbers below zero so that no spreadsheet reads them as a formula", async () => {
		const cold = [{ name: "Cold", all: everySo(quarterMs, from, [-18.5, -19.5]) }];
		const read = await readDocument(listSource({ definition: { type: "mapping" }, from, to, devices: cold }));
		const [text] = read.sections[0]?.parts ?? [];
		expect(text).toMatchObject({
			lines: expect.arrayContaining(["Hottest position on average: “Cold”, Air, −19 °C."]),
		});
	});

	it("draws the positions and their band in a PDF", async () => {
		const read = await readDocument(
			listSource({ definition: { ...definition, format: "pdf" }, from, to, devices: positions, groups }),
		);
		const charts = read.sections[0]?.parts.flatMap((part) => (part.kind === "chart" ? [part] : [])) ?? [];
		expect(charts.map(({ lines }) => lines.length)).toEqual([3, 1]);
		expect([...(charts[1]?.lines[0]?.max ?? [])]).toEqual([8, 9, 8, 8]);
	});

	it("rejects a scope in which no device has a temperature", async () => {
		const devices = [{ name: "Door", channels: [{ quantity: "door" as const, unit: "" }] }];
		const made = readDocument(listSource({ definition: { type: "mapping" }, from, to, devices }));
		await expect(made).rejects.toThrow(ReportDenial);
	});

	it("says which position is not compared, as it is in another unit", async () => {
		const devices = [
			positions[0] ?? { name: "" },
			{ name: "US", channels: [{ unit: "°F" }], all: everySo(quarterMs, from, [40]) },
		];
		const read = await readDocument(listSource({ definition: { type: "mapping" }, from, to, devices }));
		expect(read.counts.notes).toEqual([
			expect.stringContaining("“Air” of “US” is in °F, and is not compared with those in °C."),
		]);
		const inOne = { type: "mapping" as const, layout: { ...standardLayout, temperature: "°C" as const } };
		expect((await readDocument(listSource({ definition: inOne, from, to, devices }))).counts.notes).toEqual([]);
	});
});

describe("an alert history", () => {
	it("lists each alert of its devices, and of the whole account if the report covers it", async () => {
		const ofAccount = { ...event, id: "evt_2", deviceId: null, channelName: null };
		const elsewhere = { ...event, id: "evt_3", deviceId: "dev_Other" };
		const request = { from, to, devices: [{ name: "Room" }], events: [event, ofAccount, elsewhere] };
		const read = await readDocument(listSource({ ...request, definition: { type: "alertHistory" } }));
		expect(rowsOf(read, "Alerts").map((row) => [row.Device, row.Length, row.By, row.Notified, row.Comments])).toEqual([
			["Room", { ms: 2 * quarterMs }, "Anna", "Notified Ben by e-mail", "Anna: Door closed"],
			["The whole account", { ms: 2 * quarterMs }, "Anna", "Notified Ben by e-mail", "Anna: Door closed"],
		]);
		expect(read.counts).toMatchObject({ excursions: 2, devicesWithData: 2 });
		const scoped = { type: "alertHistory" as const, scope: { deviceIds: ["dev_Room"] } };
		expect(rowsOf(await readDocument(listSource({ ...request, definition: scoped })), "Alerts")).toHaveLength(1);
	});
});

describe("an assessment", () => {
	const details = { eventId: "evt_1", product: "Vaccine A", quantity: 1.5, quantityUnit: "kg", decision: "Destroyed." };
	const definition = { type: "assessment" as const, assessment: { ...details, files: [] } };
	const all = everySo(quarterMs, from, [4, 12, 12, 1, 4, 4]);
	const devices = [{ name: "Room", channels: [{ min: 2, max: 8 }], all }];

	it("holds the details, and the time above and below the limits within the excursion and in all", async () => {
		const read = await readDocument(listSource({ definition, from, to, devices, events: [event] }));
		expect(rowsOf(read, "Assessment").map(({ Statement }) => Statement)).toEqual(["Vaccine A", "1.5 kg", "Destroyed."]);
		const figures = rowsOf(read, "The excursion in figures");
		expect(figures.map((row) => [row["Time above the limit"], row["Time below the limit"]])).toEqual([
			[{ ms: 2 * quarterMs }, { ms: 0 }],
			[{ ms: 2 * quarterMs }, { ms: quarterMs }],
		]);
		const kinetic = Object.entries(figures[0] ?? {}).find(([name]) => name.includes("kinetic"));
		expect(kinetic?.[1]).toBe(12);
	});

	it("says of a deleted alert that it is no longer stored", async () => {
		const { counts } = await readDocument(listSource({ definition, from, to, devices, events: [] }));
		expect(counts.notes).toContain("The alert is no longer stored. Its answers and readings are as follows.");
	});
});

describe("a device's health", () => {
	it("shows uptime without silences, gaps, and battery and signal from first to last", async () => {
		const channels = [{ name: "Air" }, { name: "Battery", quantity: "battery" as const, unit: "%" }];
		const all = [
			...everySo(minuteMs, from, [1, 2, 3, 4]),
			...everySo(minuteMs, from + 6 * hourMs, [5, 6]),
			...everySo(hourMs, from, [90, 80, 85], 1),
		];
		const silences = [
			{ from: from - hourMs, to: from + 2 * hourMs },
			{ from: to - 4 * hourMs, to: null },
		];
		const device = { name: "Room", channels, all, silences };
		const read = await readDocument(listSource({ definition: { type: "deviceHealth" }, from, to, devices: [device] }));
		expect(rowsOf(read, "Device health")).toMatchObject([
			{
				"Uptime (%)": 75,
				"Times silent": 2,
				"Time silent": { ms: 6 * hourMs },
				Readings: 9,
				"Battery, first": 90,
				"Battery, last": 85,
				"Battery, lowest": 80,
				"Battery, unit": "%",
				"Signal, last": null,
			},
		]);
	});

	it("counts the time of a device from when it was added", async () => {
		const device = { name: "New", createdAt: to - 12 * hourMs, silences: [{ from: to - 3 * hourMs, to: null }] };
		const read = await readDocument(listSource({ definition: { type: "deviceHealth" }, from, to, devices: [device] }));
		expect(rowsOf(read, "Device health")).toMatchObject([{ "Uptime (%)": 75 }]);
	});
});

describe("an inventory", () => {
	it("lists both serial numbers, every channel, and calibrations with their dates", async () => {
		const calibrations = [{ from, note: "Anna", text: "+ 0.3 °C" }];
		const device = {
			name: "Room",
			serialNumber: "SN-2",
			formerSerials: [{ serialNumber: "SN-1", until: from }],
			channels: [{ calibrations }, { name: "Door", quantity: "door" as const, unit: "" }],
		};
		const read = await readDocument(listSource({ definition: { type: "inventory" }, from, to, devices: [device] }));
		expect(rowsOf(read, "Devices")).toMatchObject([
			{
				"Serial number": "SN-2",
				"Former serial numbers": "SN-1 until 2026-03-01, 00:00:00 UTC",
				Channels: 2,
				Calibrations: 1,
			},
		]);
		expect(rowsOf(read, "Calibrations")).toMatchObject([
			{ Channel: "Air", From: moment(from), Calibration: "+ 0.3 °C", By: "Anna" },
			{ Channel: "Door", From: null, Calibration: "None" },
		]);
		expect(read.counts.devicesWithData).toBe(1);
	});
});

it.each(ReportType.options)("makes the type %s of no device, and counts every device once", async (type) => {
	const none = await readDocument(listSource({ definition: { type }, from, to, devices: [] }));
	expect(none.progress).toEqual([]);
	const devices = ["A", "B", "C"].map((name) => ({ name, all: everySo(quarterMs, from, [1, 2, 3]) }));
	for (const format of ["csv", "pdf"] as const) {
		const read = await readDocument(listSource({ definition: { type, format }, from, to, devices }));
		expect(read.progress).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
		]);
		for (const { name, columns, rows } of read.tables.values()) {
			expect(name.length).toBeLessThanOrEqual(31);
			for (const row of rows) expect(row).toHaveLength(columns.length);
		}
	}
});

describe("the use of counters", () => {
	const counter = { id: "chn_meter", name: "Meter", quantity: "energy", unit: "kWh", decimals: 1 } as const;
	const counterUse = (options: Record<string, string | number>) => ({
		...counter,
		id: "chn_use",
		name: "Use of Meter",
		derived: {
			kind: "use" as const,
			sources: [{ role: "counter", channelId: counter.id }],
			driver: counter.id,
			toleranceSeconds: 0,
			options: { resets: "never", ...options },
		},
	});
	const meter = (values: readonly (readonly [at: number, value: number, use: number | null])[]): FakeReading[] =>
		values.flatMap(([at, value, used]) => [
			{ at, channel: 0, value },
			...(used === null ? [] : [{ at, channel: 1, value: used }]),
		]);
	const report = (all: FakeReading[], changed: Partial<ReportDefinition> = {}, options = {}) => ({
		definition: { type: "use" as const, zone: "Europe/Berlin", ...changed },
		from: Date.UTC(2026, 2, 27, 23),
		to: Date.UTC(2026, 2, 30, 22),
		devices: [{ name: "Hall", channels: [counter, counterUse(options)], all }],
	});
	const begin = Date.UTC(2026, 2, 27, 23);
	const hours = (count: number) => begin + count * hourMs;
	const twoDays = meter([
		[hours(-1), 100, null],
		[hours(1), 102, 2],
		[hours(2), 103, 1],
		[hours(3), 104, 1],
		[hours(23), 110, 6],
		// The clock skips an hour in the night of the 29th.
		[hours(24), 111, 1],
		[hours(46), 2, 2],
		[hours(47), 4, 2],
	]);

	it("sums each counter, with its first and last value and the cost", async () => {
		const read = await readDocument(listSource(report(twoDays, {}, { price: 0.25, currency: "EUR" })));
		expect(rowsOf(read, "Use")).toMatchObject([
			{
				Device: "Hall",
				Counter: "Use of Meter",
				Use: 15,
				Unit: "kWh",
				"Counter at first": 100,
				"Counter at last": 4,
				Cost: 3.75,
				Currency: "EUR",
				Readings: 7,
			},
		]);
		expect(read.counts.devicesWithData).toBe(1);
	});

	it("gives the counter the unit of its use, and pages the decimals of its channel", async () => {
		const layout = { ...standardLayout, units: { energy: "Wh" } };
		const inWattHours = await readDocument(listSource(report(twoDays, { layout })));
		expect(rowsOf(inWattHours, "Use")).toMatchObject([
			{ Use: 15_000, Unit: "Wh", "Counter at first": 100_000, "Counter at last": 4_000 },
		]);
		const paged = await readDocument(listSource(report(twoDays, { format: "pdf" })));
		const withDecimal = (value: number) => ({ value, decimals: 1 });
		expect(rowsOf(paged, "Use")).toMatchObject([
			{ Use: withDecimal(15), "Counter at first": withDecimal(100), "Counter at last": withDecimal(4) },
		]);
	});

	it("writes a cost with the decimals of its currency", async () => {
		const read = await readDocument(listSource(report(twoDays, {}, { price: 0.25, currency: "JPY" })));
		expect(rowsOf(read, "Use")).toMatchObject([{ Cost: 4, Currency: "JPY" }]);
	});

	it("makes a row for each day of the zone, whose uses and costs are those of the whole", async () => {
		const read = await readDocument(listSource(report(twoDays, {}, { price: 0.25, currency: "EUR" })));
		const rows = rowsOf(read, "Use of each day");
		expect(rows.map((row) => [row.Use, row["Counter at first"], row["Counter at last"], row.Cost])).toEqual([
			[10, 100, 110, 2.5],
			[3, 110, 2, 0.75],
			[2, 2, 4, 0.5],
		]);
		expect(rows.map(({ Length }) => Length)).toEqual([{ ms: 24 * hourMs }, { ms: 23 * hourMs }, { ms: 24 * hourMs }]);
	});

	it("says from when a use includes a pause", async () => {
		const all = meter([
			[hours(20), 100, null],
			[hours(21), 101, 1],
			[hours(22), 102, 1],
			[hours(34), 112, 10],
			[hours(35), 113, 1],
		]);
		const rows = rowsOf(await readDocument(listSource(report(all))), "Use of each day");
		const since = { at: hours(22), offsetMinutes: 60 };
		expect(rows.map((row) => row["Includes a pause since"])).toEqual([null, since]);
	});

	it("makes rows of weeks and months, cut to the period", async () => {
		for (const [useStep, uses] of [
			["week", [13, 2]],
			["month", [15]],
		] as const) {
			const read = await readDocument(listSource(report(twoDays, { useStep })));
			expect(rowsOf(read, `Use of each ${useStep}`).map(({ Use }) => Use)).toEqual(uses);
		}
	});

	it("says that devices without a use have none", async () => {
		const without = { ...report([]), devices: [{ name: "Hall", channels: [counter], all: [] }] };
		const { tables } = await readDocument(listSource(without));
		expect(tables.get("Use")?.emptyText).toContain("None of these devices has the use of a counter.");
	});
});
