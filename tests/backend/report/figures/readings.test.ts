import { describe, expect, it } from "vitest";
import { ReportDenial } from "../../../../backend/report/document/report-denial";
import { hourMs, minuteMs } from "../../../../shared/base/durations";
import { said } from "../../../../shared/log/said";
import { standardLayout } from "../../../../shared/report/report";
import * as fc from "../../../properties";
import { everySo, listSource, readDocument, rowsOf } from "../../fixtures/report-source";

const from = Date.UTC(2026, 2, 1);
const to = from + 24 * hourMs;
const at = (minute: number, offsetMinutes = 0) => ({ at: from + minute * minuteMs, offsetMinutes });
const two = [{ name: "Air" }, { name: "Humidity", quantity: "humidity", unit: "%" } as const];

describe("single readings", () => {
	it("share a row if a device read them together, also across two pages", async () => {
		const all = [...everySo(minuteMs, from, [1, 2, 3, 4, 5]), ...everySo(minuteMs, from, [10, 20, 30, 40, 50], 1)];
		const read = await readDocument(
			listSource({ from, to, devices: [{ name: "Room", channels: two, all }], pageSize: 3 }),
		);
		expect(read.tables.get("Readings")?.columns).toEqual([
			"Time",
			"Device",
			"Serial number",
			"Air (°C)",
			"Humidity (%)",
		]);
		expect(read.tables.get("Readings")?.rows).toEqual(
			[1, 2, 3, 4, 5].map((value, minute) => [at(minute), "Room", null, value, 10 * value]),
		);
		expect(read.counts).toMatchObject({ readings: 10, devicesWithData: 1 });
	});

	it("have one head for all devices, whatever channels each has", async () => {
		const devices = [
			{ name: "A", serialNumber: "SN-1", all: everySo(minuteMs, from, [1]) },
			{
				name: "B",
				channels: [{ name: "Depth", quantity: "level", unit: "m" } as const],
				all: everySo(minuteMs, from, [7]),
			},
		];
		const read = await readDocument(listSource({ from, to, devices }));
		expect(read.tables.get("Readings")?.rows).toEqual([
			[at(0), "A", "SN-1", 1, null],
			[at(0), "B", null, null, 7],
		]);
		expect(
			new Set(
				read.sections.map(({ parts }) =>
					JSON.stringify(parts.map((part) => (part.kind === "table" ? part.columns : null))),
				),
			).size,
		).toBe(1);
	});

	it("fill one row each in the long form", async () => {
		const all = [...everySo(minuteMs, from, [1]), ...everySo(minuteMs, from, [10], 1)];
		const definition = { layout: { ...standardLayout, form: "long" as const } };
		const read = await readDocument(
			listSource({ definition, from, to, devices: [{ name: "Room", channels: two, all }] }),
		);
		expect(rowsOf(read, "Readings").map((row) => [row.Channel, row.Value, row.Unit])).toEqual([
			["Air", 1, "°C"],
			["Humidity", 10, "%"],
		]);
	});

	it("include sent values, times of receipt and lateness if the layout requests them", async () => {
		const calibrations = [{ from, note: "", text: "+ 1 °C" }];
		const all = [
			{ at: from, channel: 0, value: 5, sent: 4, receivedAt: from + 1_000 },
			{ at: from + minuteMs, channel: 0, value: 6, receivedAt: from + 5 * hourMs },
		];
		const definition = { layout: { ...standardLayout, showsSent: true } };
		const read = await readDocument(
			listSource({
				definition,
				from,
				to,
				devices: [{ name: "Room", channels: [{ calibrations }, two[1] ?? {}], all }],
			}),
		);
		expect(rowsOf(read, "Readings")).toEqual([
			expect.objectContaining({
				"Air (°C)": 5,
				"Air (°C) as sent": 4,
				Received: { at: from + 1_000, offsetMinutes: 0 },
				Quality: "ok",
			}),
			expect.objectContaining({ "Air (°C)": 6, "Air (°C) as sent": 6, Quality: "late" }),
		]);
		expect(read.tables.get("Readings")?.columns).not.toContain("Humidity (%) as sent");
	});

	it("use the unit and the clock of the layout", async () => {
		const all = everySo(minuteMs, from, [4.4, -40]);
		const definition = {
			zone: "Europe/Berlin",
			layout: { ...standardLayout, temperature: "°F" as const, clock: "device" as const },
		};
		const device = { name: "Room", timezoneOffset: -420, timeZoneRule: 2 as const, all };
		const read = await readDocument(listSource({ definition, from, to, devices: [device] }));
		expect(rowsOf(read, "Readings").map((row) => [row.Time, row["Air (°F)"]])).toEqual([
			[at(0, -420), 39.92],
			[at(1, -420), -40],
		]);
		expect(read.clockText).toBe("By the devices’ own clock, UTC−07:00; days are those of Europe/Berlin");
	});

	it("come out as they went in, whatever their times", async () => {
		const reading = fc.record({
			offset: fc.integer({ min: 0, max: 100_000 }),
			channel: fc.integer({ min: 0, max: 1 }),
			value: fc.double({ noNaN: true }),
		});
		const readings = fc.uniqueArray(reading, {
			selector: ({ offset, channel }) => `${offset} ${channel}`,
			maxLength: 60,
		});
		await fc.assert(
			fc.asyncProperty(readings, fc.integer({ min: 1, max: 9 }), async (given, pageSize) => {
				const all = given.map(({ offset, ...rest }) => ({ at: from + offset, ...rest }));
				const read = await readDocument(
					listSource({ from, to, devices: [{ name: "Room", channels: two, all }], pageSize }),
				);
				const rows = rowsOf(read, "Readings");
				const found = rows.flatMap((row) =>
					["Air (°C)", "Humidity (%)"].flatMap((title, channel) => {
						const time = row.Time as { at: number }; // the first column
						return row[title] === null ? [] : [`${time.at} ${channel} ${row[title]}`];
					}),
				);
				expect(found.toSorted()).toEqual(all.map((one) => `${one.at} ${one.channel} ${one.value}`).toSorted());
				expect(new Set(rows.map((row) => JSON.stringify(row.Time))).size).toBe(rows.length);
			}),
			{ numRuns: 60 },
		);
	});

	it("reject more than 500 columns, except in the long form", async () => {
		const channels = Array.from({ length: 501 }, (_, index) => ({ name: `Probe ${index}` }));
		const devices = [{ name: "Rack", channels }];
		const wide = readDocument(listSource({ from, to, devices }));
		await expect(wide).rejects.toThrow(new ReportDenial(said("run.tooManyColumns", { columns: 501, most: 500 })));
		const definition = { layout: { ...standardLayout, form: "long" as const } };
		await expect(readDocument(listSource({ definition, from, to, devices }))).resolves.toMatchObject({
			counts: { readings: 0 },
		});
	});

	it("reject more rows than a format holds before any is read", async () => {
		const devices = [{ name: "Room", channels: [{ readings: 1_000_001 }] }];
		const source = listSource({ definition: { format: "xlsx" }, from, to, devices });
		await expect(readDocument(source)).rejects.toThrow("up to 1,000,001 rows");
		expect(source.asked).toEqual([]);
	});

	it("count their excursions without a chart too", async () => {
		const all = everySo(15 * minuteMs, from, [5, 9, 5, 9, 5]);
		const read = await readDocument(listSource({ from, to, devices: [{ name: "Room", channels: [{ max: 8 }], all }] }));
		expect(read.counts.excursions).toBe(2);
	});

	it("load once, with a chart in a PDF that has their extremes, limits and excursions", async () => {
		const all = everySo(
			minuteMs,
			from,
			Array.from({ length: 1_440 }, (_, i) => (i === 700 ? 12 : 5 + (i % 3))),
		);
		const device = { name: "Room", channels: [{ min: 2, max: 8 }], all };
		const source = listSource({ definition: { format: "pdf" }, from, to, devices: [device], pageSize: 500 });
		const read = await readDocument(source);
		expect(source.asked).toEqual(["dev_Room first", "dev_Room 500", "dev_Room 1000"]);
		const chart = read.sections[0]?.parts.find(({ kind }) => kind === "chart");
		expect(chart).toMatchObject({ kind: "chart", title: "Air", unit: "°C", limits: { min: 2, max: 8 } });
		if (chart?.kind !== "chart") throw new Error("No chart");
		expect(chart.excursions).toEqual([{ from: from + 700 * minuteMs, to: from + 701 * minuteMs }]);
		const [line] = chart.lines;
		expect(line?.at).toHaveLength(720);
		expect([Math.min(...(line?.min ?? [])), Math.max(...(line?.max ?? []))]).toEqual([5, 12]);
		expect(read.tables.get("Readings")?.rows).toHaveLength(1_440);
	});

	it("break the line of a chart at a gap", async () => {
		const all = [...everySo(minuteMs, from, [1, 2, 3, 4, 5]), ...everySo(minuteMs, from + 5 * hourMs, [6, 7, 8])];
		const read = await readDocument(
			listSource({ definition: { format: "pdf" }, from, to, devices: [{ name: "Room", all }] }),
		);
		const chart = read.sections[0]?.parts.find(({ kind }) => kind === "chart");
		expect(chart?.kind === "chart" && [...(chart.lines[0]?.max ?? [])]).toEqual([1, 2, 3, 4, 5, Number.NaN, 6, 7, 8]);
	});
});

describe("the facts at the top", () => {
	const reporting = { name: "A reporting", all: everySo(minuteMs, from, [1]) };

	it("name devices that stopped reporting first", async () => {
		const stopped = { name: "Z stopped", lastReceivedAt: from + hourMs, all: everySo(minuteMs, from, [1]) };
		const never = { name: "Never", lastReceivedAt: null };
		const read = await readDocument(listSource({ from, to, devices: [reporting, never, stopped] }));
		expect(read.notes).toEqual([
			"“Never” has never sent anything.",
			"“Z stopped” stopped reporting: nothing came after 2026-03-01, 01:00:00 UTC.",
			"No readings in this period: Never.",
		]);
		expect(rowsOf(read, "Readings").map((row) => row.Device)).toEqual(["Z stopped", "A reporting"]);
		expect(read.progress).toEqual([
			[1, 3],
			[2, 3],
			[3, 3],
		]);
	});

	it("say that a period is empty, that a scope matches nothing, and which entities are gone", async () => {
		const empty = await readDocument(
			listSource({ from, to, devices: [{ name: "Room" }], gone: ["1 device of this report is deleted."] }),
		);
		expect(empty.notes).toEqual(["1 device of this report is deleted.", "There are no readings in this period."]);
		expect(empty.counts).toMatchObject({ readings: 0, devicesWithData: 0, excursions: null });
		expect(empty.tables.get("Readings")).toMatchObject({
			rows: [],
			emptyText: "No readings of “Room” on 2026-03-01.",
		});
		const none = await readDocument(listSource({ from, to, devices: [] }));
		expect(none.notes).toEqual(["No device matches what this report is about."]);
	});

	it("name the company, the period in words, the zone and the source of the values", async () => {
		const definition = {
			zone: "America/Santiago",
			aggregation: { minutes: 60 as const, function: "mean" as const, byChannel: [] },
		};
		const [first, last] = [Date.UTC(2026, 8, 5, 4), Date.UTC(2026, 8, 7, 3)];
		const read = await readDocument(listSource({ definition, from: first, to: last, devices: [reporting] }));
		expect(Object.fromEntries(read.facts)).toMatchObject({
			Company: "Acme Cold Stores",
			Report: "Cold rooms",
			Devices: "1: A reporting",
			Values: "Each hour: plain mean of its readings, not weighted by time",
			Period: "2026-09-05 to 2026-09-06, whole days of America/Santiago",
			Times: "By the clock of America/Santiago",
		});
		expect(JSON.stringify(read)).not.toMatch(/complian|validated|tamper/i);
	});

	it("name the chosen units in the report's language", async () => {
		const unitsIn = async (language: "en" | "de") => {
			const layout = { ...standardLayout, language, units: { speed: "kn", pressure: "inHg" } };
			const read = await readDocument(listSource({ definition: { layout }, from, to, devices: [reporting] }));
			return read.facts.map(([, text]) => text).find((text) => text.includes("inHg"));
		};
		expect(await unitsIn("en")).toBe("Pressure in inHg, Speed in kn. Others as measured.");
		expect(await unitsIn("de")).toBe("Druck in inHg, Geschwindigkeit in kn. Andere wie gemessen.");
	});

	it("cover one group alone if the run is for one", async () => {
		const groups = [{ id: "grp_1", name: "Kitchen", deviceIds: ["dev_A reporting"] }];
		const read = await readDocument(listSource({ from, to, devices: [reporting, { name: "Other" }], groups }), "grp_1");
		expect([read.title, read.progress]).toEqual(["Cold rooms: Kitchen", [[1, 1]]]);
		expect((await readDocument(listSource({ from, to, devices: [reporting], groups }), "grp_2")).notes).toEqual([
			"No device matches what this report is about.",
		]);
	});
});
