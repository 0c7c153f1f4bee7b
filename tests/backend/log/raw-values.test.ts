import { readXlsx } from "hucre/xlsx";
import Papa from "papaparse";
import { beforeAll, describe, expect, it } from "vitest";
import { calibrationStepMs } from "../../../shared/device/calibration";
import type { GetLogs, LogPage } from "../../../shared/log/log";
import type { LogExport } from "../../../shared/log/log-export";
import { calibrate } from "../fixtures/calibrate";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";

const hour = 4 * calibrationStepMs;
const now = Date.now();
const start = Math.floor(now / calibrationStepMs) * calibrationStepMs - 6 * hour;
const span: GetLogs = { rangeType: "day", offset: 0, from: start, to: now + hour, zone: "UTC" };

let owner: Person;
let roomId = "";
let yardId = "";

/** From two hours on, air of the cold room is calibrated: twice the sent value plus half a degree. */
beforeAll(async () => {
	({ owner } = await createOwner());
	const room = await addDevice(owner, { name: "Cold room" });
	const yard = await addDevice(owner, { name: "Yard" });
	[roomId, yardId] = [room.device.id, yard.device.id];
	for (const { key } of [room, yard]) {
		await ingest(key, [
			{ channel: "Air", at: start, value: 1.1 },
			{ channel: "Air", at: start + 2 * hour, value: 1.1 },
			{ channel: "Door", at: start + 2 * hour, value: 1 },
			{ channel: "Air", at: now, value: 0.1 },
		]);
	}
	const channelId = room.device.channels[0]?.id ?? "";
	dataOf(await calibrate(owner, { deviceId: roomId, channelId }, { from: start + 2 * hour, scale: 2, offset: 0.5 }));
});

async function pageOf(filter: Partial<GetLogs>): Promise<LogPage> {
	return dataOf<LogPage>(await owner.query("log.getLogs", { ...span, order: "oldest-first", ...filter }));
}

describe("a page of the log", () => {
	it("includes the sent value if the shown one differs", async () => {
		const { readings } = await pageOf({ deviceIds: [roomId] });
		expect(readings.value).toEqual([1.1, 2.7, 1, 0.7]);
		expect(readings.raw).toEqual([null, 1.1, null, 0.1]);
	});

	it("includes the sent value of every reading that a filter leaves, page by page", async () => {
		const filter = { values: { max: 2.7 }, limit: 1 } as const;
		const found: (number | null | undefined)[][] = [];
		let cursor: string | null = null;
		do {
			const page: LogPage = await pageOf({ ...filter, ...(cursor !== null && { cursor }) });
			const { value, raw, channel } = page.readings;
			for (const [position, each] of value.entries()) {
				const { deviceId } = page.channels[channel[position] ?? -1] ?? {};
				if (deviceId === roomId) found.push([each, raw?.[position]]);
			}
			cursor = page.nextCursor;
		} while (cursor !== null);
		expect(found).toEqual([
			[1.1, undefined],
			[2.7, 1.1],
			[1, undefined],
			[0.7, 0.1],
		]);
	});

	it("leaves sent values out if nothing on it is calibrated", async () => {
		expect((await pageOf({ deviceIds: [yardId] })).readings).not.toHaveProperty("raw");
		expect((await pageOf({ to: start + hour })).readings).not.toHaveProperty("raw");
		const { readings } = await pageOf({});
		expect(readings.raw).toHaveLength(readings.value.length);
		expect(readings).not.toHaveProperty("sent");
	});
});

type FileRequest = Partial<LogExport> & Pick<LogExport, "form">;

async function fileOf(format: LogExport["format"], request: FileRequest): Promise<Response> {
	const query = { ...span, clock: "device", ...request, format };
	return send(`/api/export?query=${encodeURIComponent(JSON.stringify(query))}`, { headers: owner.headers });
}

type Rows = Record<string, unknown>[];

async function csvOf(request: FileRequest): Promise<{ titles: string[]; rows: Record<string, string>[] }> {
	const text = (await (await fileOf("csv", request)).text()).replace("\uFEFF", "");
	const { data, meta } = Papa.parse<Record<string, string>>(text, {
		header: true,
		comments: "#",
		skipEmptyLines: true,
	});
	return { titles: meta.fields ?? [], rows: data.filter(({ Kind }) => Kind === "reading") };
}

async function jsonOf(request: FileRequest): Promise<Rows> {
	const { rows } = await (await fileOf("json", request)).json<{ rows: Rows }>();
	return rows.filter(({ kind }) => kind === "reading");
}

async function sheetOf(request: FileRequest): Promise<unknown[][]> {
	const { sheets } = await readXlsx(new Uint8Array(await (await fileOf("xlsx", request)).arrayBuffer()));
	const numberOf = (cell: unknown) => (cell === "Open" ? 1 : cell === "Closed" ? 0 : cell);
	return sheets[0]?.rows.map((row) => row.map(numberOf)) ?? [];
}

describe("a file of the log", () => {
	const room = () => ({ deviceIds: [roomId], kinds: ["reading" as const] });

	it("adds a column of sent values and one of quality in the long form, in every format", async () => {
		const { titles, rows } = await csvOf({ ...room(), form: "long" });
		expect(titles.slice(5, 11)).toEqual(["Channel", "Value", "Unit", "Raw", "Received (UTC)", "Quality"]);
		const expected = [
			["Air", 1.1, 1.1, "late"],
			["Air", 2.7, 1.1, "late"],
			["Door", 1, 1, "late"],
			["Air", 0.7, 0.1, "ok"],
		];
		expect(rows.map((row) => [row.Channel, Number(row.Value), Number(row.Raw), row.Quality])).toEqual(expected);
		const json = await jsonOf({ ...room(), form: "long" });
		expect(json.map(({ channel, value, raw, quality }) => [channel, value, raw, quality])).toEqual(expected);
		const [named, ...sheet] = await sheetOf({ ...room(), form: "long" });
		expect(named).toEqual(titles);
		expect(sheet.map((cells) => [cells[5], cells[6], cells[8], cells[10]])).toEqual(expected);
	});

	it("adds a column of sent values beside each calibrated column in the wide form", async () => {
		const { titles, rows } = await csvOf({ ...room(), form: "wide" });
		expect(titles.slice(5, 10)).toEqual(["Air (°C)", "Air (°C) raw", "Door", "Received (UTC)", "Quality"]);
		expect(rows.map((row) => [row["Air (°C)"], row["Air (°C) raw"], row.Door, row.Quality])).toEqual([
			["1.1", "1.1", "", "late"],
			["2.7", "1.1", "1", "late"],
			["0.7", "0.1", "", "ok"],
		]);
		const json = await jsonOf({ ...room(), form: "wide" });
		expect(json.map(({ values, raw, quality }) => [values, raw, quality])).toEqual([
			[{ "Air (°C)": 1.1 }, { "Air (°C)": 1.1 }, "late"],
			[{ "Air (°C)": 2.7, Door: 1 }, { "Air (°C)": 1.1 }, "late"],
			[{ "Air (°C)": 0.7 }, { "Air (°C)": 0.1 }, "ok"],
		]);
		const [named, ...sheet] = await sheetOf({ ...room(), form: "wide" });
		expect(named).toEqual(titles);
		expect(sheet.map((cells) => cells.slice(5, 8))).toEqual([
			[1.1, 1.1, null],
			[2.7, 1.1, 1],
			[0.7, 0.1, null],
		]);
	});

	it("keeps the sent values of the readings that its filter leaves", async () => {
		const { rows } = await csvOf({ ...room(), form: "long", values: { min: 2 } });
		expect(rows.map(({ Value, Raw }) => [Value, Raw])).toEqual([["2.7", "1.1"]]);
	});

	it.each([
		["of devices without a calibration", () => ({ deviceIds: [yardId] })],
		["that ends before the first calibration begins", () => ({ to: start + 2 * hour })],
	])("omits that column for a file %s", async (_, request) => {
		for (const form of ["long", "wide"] as const) {
			const { titles } = await csvOf({ ...request(), form });
			expect(titles.filter((title) => /raw/i.test(title))).toEqual([]);
			expect(titles).toContain("Quality");
			for (const row of await jsonOf({ ...request(), form })) expect(row).not.toHaveProperty("raw");
		}
	});

	it("leaves the quality of events empty", async () => {
		dataOf(await owner.mutate("log.addNote", { deviceId: roomId, at: start, text: "Cleaned" }));
		const request: FileRequest = { kinds: ["note"], form: "long" };
		const { rows } = await (await fileOf("json", request)).json<{ rows: Rows }>();
		expect(rows.map((row) => [row.text, "quality" in row])).toEqual([["Cleaned", false]]);
	});
});
