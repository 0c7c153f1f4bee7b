import { beforeAll, describe, expect, it } from "vitest";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import type { FileFormat, ImportOptions, ImportPreview, ReadingImport } from "../../../shared/log/reading-import";
import { encodedText } from "../../encoded-text";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf, type Person, send } from "../fixtures/people";
import { at, hourMs, type pageOf, start } from "../fixtures/readings-files";

let owner: Person;

beforeAll(async () => {
	({ owner } = await createOwner());
});

type Said = Omit<Partial<ImportOptions>, "format"> & { format?: Partial<FileFormat> };

async function dialog(file: string, changes: Parameters<typeof addDevice>[1] = {}) {
	const { device, key } = await addDevice(owner, changes);
	const send = (path: "log.previewImport" | "log.importReadings", options: object) =>
		sendImport(owner, path, { options: { deviceId: device.id, ...options }, file });
	const preview = async (stated: Said = {}) =>
		dataOf<ImportPreview>(await send("log.previewImport", await whole(stated)));
	const whole = async ({ format, ...said }: Said) => {
		if (!format) return said;
		const first = dataOf<ImportPreview>(await send("log.previewImport", {}));
		return { ...said, format: { ...first.format, ...format } };
	};
	return {
		device,
		key,
		preview,
		refused: async (stated: Said = {}) => (await send("log.importReadings", await whole(stated))).error?.data.fields,
		imported: async (stated: Said = {}) => dataOf<ReadingImport>(await send("log.importReadings", await whole(stated))),
	};
}

async function stored({ id, channels }: CreatedDevice["device"], from: number): Promise<[string, string, number][]> {
	const query = { rangeType: "day", offset: 0, from, to: from + 48 * hourMs, order: "oldest-first", deviceIds: [id] };
	const page = dataOf<Awaited<ReturnType<typeof pageOf>>>(await owner.query("log.getLogs", query));
	return page.readings.readingAt.map((time, index) => {
		const channel = page.channels[page.readings.channel[index] ?? 0];
		const name = channels.find(({ id: known }) => known === channel?.id)?.name ?? "";
		return [new Date(time).toISOString().slice(0, 16), name, page.readings.value[index] ?? Number.NaN];
	});
}

const openKinds = ({ questions }: ImportPreview) =>
	questions.flatMap(({ kind, isAnswered }) => (isAnswered ? [] : [kind]));

describe("a file with an open question", () => {
	it.each([
		["date-order", "Time,Air\n03/04/2026 10:00,4.2\n", "options.format.dateOrder"],
		["decimal-sign", "Time;Air\n2026-04-03 10:00;1,204\n", "options.format.decimalSign"],
		["time-column", "a,b,Air\n2026-04-03 10:00,2026-04-03 11:00,4.2\n", "options.format.timeColumns"],
		["clock", "Date,Air\n2026-04-03,4.2\n", "options.format.clockMinutes"],
		[
			"parts",
			"Time,Sensor,Air\n2026-04-03 10:00,a,4.2\n2026-04-03 10:10,b,4.2\n2026-04-03 10:20,b,4.2\n",
			"options.part",
		],
		["no-values", "Time,Air\n2026-04-03 10:00,4.2\n2026-04-03 10:10,-888.88\n", "options.format.noValues"],
		["zone", "Time (EST),Air\n2026-04-03 10:00,4.2\n", "options.format.zone"],
	] as const)("rejects the import until a person gives the %s", async (kind, file, field) => {
		const said = await dialog(file);
		expect(openKinds(await said.preview())).toEqual([kind]);
		expect(Object.keys((await said.refused()) ?? {})).toEqual([field]);
		expect(await stored(said.device, Date.UTC(2026, 3, 3))).toEqual([]);
		const result: Said =
			kind === "clock"
				? { format: { clockMinutes: 600 } }
				: kind === "parts"
					? { format: {}, part: "a" }
					: { format: {}, answered: [kind] };
		expect(openKinds(await said.preview(result))).toEqual([]);
		expect((await said.imported(result)).accepted).toBe(1);
	});

	it("rejects an uncertain encoding until a person gives it, and has its headings and units then", async () => {
		const bytes = encodedText("時間,温度[°F]\r\n2026-04-03 10:00,39.2\r\n", "gbk");
		const { device } = await addDevice(owner);
		const air = device.channels[0]?.id ?? "";
		const call = (path: "log.previewImport" | "log.importReadings", options: object) =>
			sendImport(owner, path, { options: { deviceId: device.id, ...options }, file: bytes });
		const first = dataOf<ImportPreview>(await call("log.previewImport", {}));
		const [question] = first.questions;
		if (question?.kind !== "encoding") throw new Error("The encoding is not asked for");
		expect(question).toMatchObject({ isAnswered: false, line: 1 });
		expect(question.candidates).toContainEqual({ encoding: "gbk", text: "時間,温度[°F]" });
		const { format } = first;
		const columns = [{ column: 1, channelId: air, unit: "convert" as const }];
		const rejected = await call("log.importReadings", { format, columns });
		expect(Object.keys(rejected.error?.data.fields ?? {})).toContain("options.encoding");
		const said = dataOf<ImportPreview>(
			await call("log.previewImport", { encoding: "gbk", answered: ["encoding"], columns }),
		);
		expect(said.format.encoding).toBe("gbk");
		expect(said.columns.map(({ name, unit }) => [name, unit])).toEqual([
			["時間", null],
			["温度[°F]", "°F"],
		]);
		const options = { format: said.format, answered: ["encoding"], columns };
		expect(dataOf<ReadingImport>(await call("log.importReadings", options)).accepted).toBe(1);
		expect(await stored(device, Date.UTC(2026, 3, 3))).toMatchObject([[expect.any(String), "Air", 4]]);
	});

	it("ignores an answer to another question", async () => {
		const said = await dialog("Date,Air\n03/04/2026,-888.88\n");
		const fields = await said.refused({ format: { clockMinutes: 0 }, answered: ["zone"] });
		expect(Object.keys(fields ?? {})).toEqual(["options.format.dateOrder", "options.format.noValues"]);
		expect(fields?.["options.format.noValues"]).toBe("Say whether these mean “no value”: -888.88.");
	});
});

describe("an answer", () => {
	it("puts both passes of a repeated hour in order with a zone by name", async () => {
		const file =
			"#,Date-Time (EST/EDT),Ch: 1 - Temperature   (°C)\n1,11/05/2023 00:30:00,21.10\n2,11/05/2023 01:30:00,21.20\n" +
			"3,11/05/2023 01:30:00,21.30\n4,11/05/2023 02:30:00,-888.88\n";
		const said = await dialog(file);
		const columns = [{ column: 2, channelId: said.device.channels[0]?.id ?? null }];
		const preview = await said.preview({ columns });
		expect(preview.rows.map(({ at: time }) => new Date(time ?? 0).toISOString().slice(5, 16))).toEqual([
			"11-05T04:30",
			"11-05T05:30",
			"11-05T06:30",
			"11-05T07:30",
		]);
		expect(preview).toMatchObject({ readings: 3, rejectedCount: 0, clockDifferenceMinutes: 120 });
		expect(preview.noValues).toEqual([{ text: "-888.88", count: 1, lines: [5] }]);
		const returned = ["zone", "date-order", "no-values"] as const;
		expect((await said.imported({ format: {}, columns, answered: [...returned] })).accepted).toBe(3);
	});

	it("maps each device of a file to one of the fleet", async () => {
		const file =
			"RECEIVER,TRANSMITTER,DATE,Air\nMuseum,Archive 1,2025-11-06 15:59,23.06\n" +
			"Museum,Archive 2,2025-11-06 15:59,19.40\nMuseum,Archive 1,2025-11-06 16:49,21.38\n";
		const zone = { timezoneOffset: 0, timeZoneRule: 0 } as const;
		const [first, second] = [await dialog(file, zone), await dialog(file, zone)];
		expect((await first.preview()).questions).toMatchObject([
			{ kind: "parts", twoValues: { column: 3, lines: [2, 3], values: [23.06, 19.4] } },
		]);
		const ofSecond = await second.preview({ format: {}, part: "Archive 2" });
		expect(ofSecond.rows.map(({ line, values }) => [line, ...values])).toEqual([[3, 19.4]]);
		await first.imported({ format: {}, part: "Archive 1" });
		await second.imported({ format: {}, part: "Archive 2" });
		const day = Date.UTC(2025, 10, 6);
		expect(await stored(first.device, day)).toEqual([
			["2025-11-06T15:59", "Air", 23.06],
			["2025-11-06T16:49", "Air", 21.38],
		]);
		expect(await stored(second.device, day)).toEqual([["2025-11-06T15:59", "Air", 19.4]]);
		expect(await first.refused({ format: {}, part: "Archive 3" })).toEqual({
			"options.part": "The file has no such part.",
		});
	});

	it("leaves out both of two values at one time if all rows are of this device", async () => {
		const file = "Time,Sensor,Air\n2026-04-03 10:00,a,4.2\n2026-04-03 10:00,b,4.3\n2026-04-03 10:10,b,4.4\n";
		const said = await dialog(file);
		const result: Said = { format: { divideBy: null }, answered: ["parts"] };
		const preview = await said.preview(result);
		expect(preview.rejected.map(({ line, reason, text }) => [line, reason, text])).toEqual([
			[2, "same-time", "4.2"],
			[3, "same-time", "4.3"],
		]);
		expect((await said.imported(result)).accepted).toBe(1);
	});

	it("rejects both of two values if no answer divides them", async () => {
		const said = await dialog(
			"Time,Air\n2026-04-03 10:00,4.2\n2026-04-03 10:00,4.3\n2026-04-03 10:10,4.4\n2026-04-03 10:10,4.4\n",
		);
		expect(await said.preview()).toMatchObject({ questions: [], rejectedCount: 2 });
		expect(await said.imported()).toMatchObject({ accepted: 1, rejected: 2 });
	});

	it("converts degrees Fahrenheit, which match no channel by themselves", async () => {
		const said = await dialog("Time,temp_degf_AVG\n2026-04-03 10:00,50\n", { timezoneOffset: 0, timeZoneRule: 0 });
		expect((await said.preview()).columns[1]).toMatchObject({ unit: "°F", channelId: null });
		const channelId = said.device.channels[0]?.id ?? null;
		const target = (unit?: "convert" | "as-is") => ({ columns: [{ column: 1, channelId, ...(unit && { unit }) }] });
		for (const unit of [undefined, "as-is"] as const)
			expect(await said.refused(target(unit))).toEqual({
				"options.columns": "Values in °F go to a channel in °C. Say whether to convert them.",
			});
		expect((await said.preview(target("convert"))).rows[0]?.values).toEqual([10]);
		await said.imported(target("convert"));
		expect(await stored(said.device, Date.UTC(2026, 3, 3))).toEqual([["2026-04-03T10:00", "Air", 10]]);
	});

	it("stores values of an unknown unit as they are only after an answer", async () => {
		const said = await dialog("Time,Soil [blorps]\n2026-04-03 10:00,50\n");
		const channelId = said.device.channels[0]?.id ?? null;
		expect(Object.keys((await said.refused({ columns: [{ column: 1, channelId }] })) ?? {})).toEqual([
			"options.columns",
		]);
		expect(await said.imported({ columns: [{ column: 1, channelId, unit: "as-is" }] })).toMatchObject({ accepted: 1 });
	});

	it("takes no column of another quantity, whatever is answered", async () => {
		const said = await dialog("LEVEL\nUNIT: kPa\nTime,LEVEL\n2026-04-03 10:00,19.66\n");
		const channelId = said.device.channels[0]?.id ?? null;
		for (const unit of ["convert", "as-is"] as const)
			expect(await said.refused({ columns: [{ column: 1, channelId, unit }] })).toEqual({
				"options.columns":
					"Values in kPa go to a channel in °C. These measure different things: choose another channel.",
			});
	});

	it("uses the zone of each row once its name is confirmed, also in the repeated hour", async () => {
		const said = await dialog(
			"datetime\ttz_cd\tAir\n2025-03-09 01:45\tCST\t15.46\n2025-03-09 03:00\tCDT\t15.48\n" +
				"2025-11-02 01:30\tCDT\t14.66\n2025-11-02 01:30\tCST\t14.67\n",
			{ timezoneOffset: 0, timeZoneRule: 0 },
		);
		const [question] = (await said.preview()).questions;
		expect(question).toMatchObject({ kind: "zone", text: "CST/CDT", zones: ["America/Chicago"], isAnswered: false });
		const options = { format: { zone: "America/Chicago" }, answered: ["zone" as const] };
		expect(await said.imported(options)).toMatchObject({ accepted: 4, rejected: 0 });
		expect(await stored(said.device, Date.UTC(2025, 2, 9))).toEqual([
			["2025-03-09T07:45", "Air", 15.46],
			["2025-03-09T08:00", "Air", 15.48],
		]);
		expect(await stored(said.device, Date.UTC(2025, 10, 2))).toEqual([
			["2025-11-02T06:30", "Air", 14.66],
			["2025-11-02T07:30", "Air", 14.67],
		]);
	});

	it("keeps winter time all year for a logger that reads in the hour that its zone skips", async () => {
		const rows = (day: string) =>
			["01:00", "01:30", "02:00", "02:30", "03:00", "03:30", "04:00"].map((time) => `${day} ${time},4.1`);
		const file = (day: string) => ["Date and time,Air", ...rows(day), ""].join("\n");
		const said = await dialog(file("30.03.2025"));
		expect((await said.preview({ format: { zone: "UTC" } })).questions).toEqual([]);
		const berlin = { format: { zone: "Europe/Berlin" } };
		expect((await said.preview(berlin)).questions).toEqual([
			{
				kind: "skipped-hour",
				isAnswered: false,
				line: 4,
				wallAt: Date.UTC(2025, 2, 30, 2),
				rows: 2,
				zone: "Europe/Berlin",
				fixed: "device:60:2",
			},
		]);
		expect(await said.refused(berlin)).toEqual({
			"options.format.zone":
				"2025-03-30 02:00 in line 4 cannot exist in Europe/Berlin. Say whether the clock keeps winter time all year: device:60:2.",
		});
		expect(openKinds(await said.preview({ ...berlin, answered: ["skipped-hour"] }))).toEqual([]);
		expect(await said.preview({ ...berlin, answered: ["skipped-hour"] })).toMatchObject({
			readings: 5,
			rejectedCount: 2,
		});
		const winter = { format: { zone: "device:60:2" } };
		expect(await said.imported(winter)).toMatchObject({ accepted: 7, rejected: 0 });
		const spring = await stored(said.device, Date.UTC(2025, 2, 30));
		expect([spring[0]?.[0], spring.at(-1)?.[0]]).toEqual(["2025-03-30T00:00", "2025-03-30T03:00"]);
		const autumn = await dialog(file("26.10.2025"));
		expect(await autumn.imported(winter)).toMatchObject({ accepted: 7, duplicates: 0, rejected: 0 });
		const stamps = (await stored(autumn.device, Date.UTC(2025, 9, 26))).map(([time]) => time);
		expect([stamps[0], stamps.at(-1), new Set(stamps).size]).toEqual(["2025-10-26T00:00", "2025-10-26T03:00", 7]);
	});

	it("keeps two probes apart that a column tells apart, and maps no position to a channel", async () => {
		const said = await dialog(
			"Time,Sensor Depth,Air\n2026-04-03 10:00,0.5,4.1\n2026-04-03 10:10,1.5,3.1\n2026-04-03 11:00,0.5,4.2\n2026-04-03 11:10,1.5,3.2\n",
			{ timezoneOffset: 0, timeZoneRule: 0 },
		);
		expect(Object.keys((await said.refused()) ?? {})).toEqual(["options.part"]);
		await said.imported({ format: {}, part: "0.5" });
		expect((await stored(said.device, Date.UTC(2026, 3, 3))).map(([time, , value]) => [time, value])).toEqual([
			["2026-04-03T10:00", 4.1],
			["2026-04-03T11:00", 4.2],
		]);
	});

	it("stores a number if the answer is that it is a value", async () => {
		const said = await dialog("Time,Air\n2026-04-03 10:00,4.2\n2026-04-03 10:10,-200\n");
		expect((await said.preview()).format.noValues).toEqual([-200]);
		expect((await said.preview({ answered: ["no-values"] })).readings).toBe(1);
		expect((await said.imported({ format: { noValues: [] }, answered: ["no-values"] })).accepted).toBe(2);
	});
});

describe("a row", () => {
	it("rejects and names a row with more cells than the header, but not one without values", async () => {
		const said = await dialog(
			"Time,Air,Note\n2026-04-03 10:00,4,2,ok\n2026-04-03 10:10,4.3,ok\n2026-04-03 10:20,,Logged\n",
		);
		const preview = await said.preview();
		expect(preview).toMatchObject({ readings: 1, rowsWithoutValue: 1, questions: [] });
		expect(preview.rejected).toEqual([{ line: 2, column: null, reason: "cell-count", text: "4 cells" }]);
	});

	it("rejects and names a row with a quotation mark that is not closed", async () => {
		const said = await dialog('Time,Note,Air\n2026-04-03 10:00,"x,4.2\n2026-04-03 10:10,y,4.3\n');
		const preview = await said.preview();
		expect(preview.readings).toBe(1);
		expect(preview.rejected).toEqual([{ line: 2, column: null, reason: "open-quote", text: "" }]);
	});

	it("rejects and names a row below a later header with other names, until the first one's names come again", async () => {
		const said = await dialog(
			`Time,Air,X\n2026-04-03 10:00,4.2,50\nTime,X,Air\n2026-04-03 10:10,51,4.3\nTime,Air,X\n2026-04-03 10:20,4.4,52\n`,
		);
		const preview = await said.preview();
		expect(preview).toMatchObject({ readings: 2, replaced: 0 });
		expect(preview.rejected).toEqual([
			{ line: 3, column: null, reason: "bad-time", text: "Time" },
			{ line: 4, column: null, reason: "other-header", text: "Header in line 3" },
			{ line: 5, column: null, reason: "bad-time", text: "Time" },
		]);
	});

	it("reads a row after zero bytes from a loss of power, and rejects one that they cut", async () => {
		const zeros = "\0".repeat(136);
		const said = await dialog(
			`Time,Air\n2026-04-03 10:00,4.2\n${zeros}2026-04-03 12:00,4.3\n2026-04-03 12:10,4.${zeros}\n2026-04-03 14:00,4.4\n${zeros}`,
		);
		const preview = await said.preview();
		expect(preview.rows.map(({ line, values }) => [line, ...values])).toEqual([
			[2, 4.2],
			[3, 4.3],
			[4, null],
			[5, 4.4],
		]);
		expect(preview.rejected).toEqual([{ line: 4, column: 1, reason: "bad-value", text: "4.\uFFFD" }]);
	});

	it("names it, numbers and words for no value, before any column has a channel", async () => {
		const said = await dialog(
			"Time,X\n2026-04-03 10:00,1.5\n2026-04-03 10:10,-7999\n2026-04-03 10:20,1,5\n2026-04-03 10:30,NA\n",
		);
		const preview = await said.preview();
		expect(preview).toMatchObject({ readings: 0, format: { noValues: [-7999] }, noValues: [{ text: "NA", count: 1 }] });
		expect(preview.questions).toMatchObject([{ kind: "no-values", values: [{ value: -7999, line: 3 }] }]);
		expect(preview.rejected).toEqual([{ line: 4, column: null, reason: "cell-count", text: "3 cells" }]);
	});

	it("reports an unreadable time at the field of its pattern", async () => {
		const said = await dialog("Czas;Air\n2026/03/01 @ 11:00 qq;1,5\n2026/03/02 @ 11:00 qq;1,6\n");
		expect(Object.keys((await said.refused()) ?? {})).toEqual(["file", "options.timePattern"]);
		const timePattern = "yyyy/MM/dd '@' HH:mm 'qq'";
		expect(await said.imported({ timePattern })).toMatchObject({ accepted: 2 });
		expect(Object.keys((await said.refused({ timePattern: "never" })) ?? {})).toEqual(["options.timePattern"]);
	});
});

describe("an export of this product", () => {
	it.each(["wide", "long"] as const)("imports an export of two devices in the %s form", async (form) => {
		const [first, second] = [
			await addDevice(owner, { name: "Cooler 1" }),
			await addDevice(owner, { name: "Cooler 2" }),
		];
		await ingest(first.key, [{ channel: "Air", at: at(0), value: 4 }]);
		await ingest(second.key, [
			{ channel: "Air", at: at(0), value: 5 },
			{ channel: "Air", at: at(5), value: 6 },
		]);
		const deviceIds = [first.device.id, second.device.id];
		const query = {
			rangeType: "day",
			offset: 0,
			from: start,
			to: start + 24 * hourMs,
			zone: "UTC",
			format: "csv",
			form,
			clock: "device",
			deviceIds,
		};
		const path = `/api/export?query=${encodeURIComponent(JSON.stringify(query))}`;
		const said = await dialog(await (await send(path, { headers: owner.headers })).text());
		const preview = await said.preview();
		const [question, ...others] = preview.questions;
		expect([question?.kind, others]).toEqual(["parts", []]);
		const parts = question?.kind === "parts" ? (question.candidates[0]?.parts ?? []) : [];
		expect(parts.map(({ rows }) => rows)).toEqual([1, 2]);
		const value = preview.columns.find(({ name }) => name.startsWith(form === "wide" ? "Air" : "Value"));
		const columns = [{ column: value?.column ?? 0, channelId: said.device.channels[0]?.id ?? null }];
		await said.imported({ format: {}, part: parts[1]?.text ?? "", columns });
		expect((await stored(said.device, start)).map(([, , reading]) => reading)).toEqual([5, 6]);
	});
});
