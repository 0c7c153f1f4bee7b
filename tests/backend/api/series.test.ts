import { describe, expect, it } from "vitest";
import type { StepRow } from "../../../backend/api/step-rows";
import { mostReadings } from "../../../backend/log/get-distribution";
import { bucketEdges, edgesOfPage, type SeriesStep } from "../../../backend/log/series-steps";
import { dayMs, hourMs, minuteMs, secondMs } from "../../../shared/base/durations";
import { limits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import type { CreateDevice } from "../../../shared/device/device-inputs";
import * as fc from "../../properties";
import { type ApiPage, addApiKey, callApi, pageOf } from "../fixtures/api-keys";
import { addDevice, addGroup, createOwner, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const start = Date.UTC(2026, 2, 2);
const air = { name: "Air", quantity: "temperature", unit: "°C" } as const;

type Sent = readonly [minute: number, value: number];
type Channels = NonNullable<CreateDevice["channels"]>;

async function createLogger(sent: readonly Sent[], channel: Channels[number] = air) {
	const { id, owner } = await createOwner();
	const { device, key: deviceKey } = await addDevice(owner, {
		timezoneOffset: 0,
		timeZoneRule: 0,
		channels: [channel],
	});
	const readings = sent.map(([minute, value]) => ({ channel: channel.name, at: start + minute * minuteMs, value }));
	await ingest(deviceKey, readings);
	const { key } = await addApiKey(owner);
	const channelId = device.channels[0]?.id ?? "";
	const call = (parameters: Record<string, string | number>, headers: Record<string, string> = {}) => {
		const query = new URLSearchParams({ channel: channelId, from: String(start) });
		for (const [name, value] of Object.entries(parameters)) query.set(name, String(value));
		return callApi(key, `series?${query}`, headers);
	};
	return { id, owner, device, deviceKey, key, channelId, call };
}

type Row = Omit<StepRow, "at" | "until"> & { at: string; until: string };

const minutesOf = (text: string) => (Date.parse(text) - start) / minuteMs;

async function rowsOf(call: Promise<Response>): Promise<Row[]> {
	return (await pageOf<Row>(await call)).data;
}

async function fieldsOf(call: Promise<Response>): Promise<[number, Record<string, string> | undefined]> {
	const response = await call;
	return [response.status, (await response.json<{ fields?: Record<string, string> }>()).fields];
}

const everyMinutes = (minutes: number, count: number, first = 0): Sent[] =>
	Array.from({ length: count }, (_, index) => [first + index * minutes, Math.round(Math.sin(index) * 100) / 10]);

describe("the series of a channel", () => {
	it("returns the figures of each step's readings", async () => {
		const sent = everyMinutes(10, 18);
		const { call, device, channelId } = await createLogger(sent);
		const rows = await rowsOf(call({ to: start + 3 * hourMs, step: "1h", statistic: "lowest,mean,highest" }));
		expect(rows).toHaveLength(3);
		for (const [hour, row] of rows.entries()) {
			const values = sent.slice(hour * 6, hour * 6 + 6).map(([, value]) => value);
			const mean = values.reduce((sum, value) => sum + value, 0) / 6;
			expect(row).toEqual({
				deviceId: device.id,
				deviceName: device.name,
				channelId,
				channelName: "Air",
				unit: "°C",
				at: new Date(start + hour * hourMs).toISOString(),
				until: new Date(start + (hour + 1) * hourMs).toISOString(),
				lowest: Math.min(...values),
				highest: Math.max(...values),
				mean: expect.closeTo(mean, 3),
			});
		}
	});

	it("marks the first step of a gap by null, wherever a page ends", async () => {
		const { call } = await createLogger([...everyMinutes(15, 6), ...everyMinutes(15, 6, 600)]);
		const whole = await rowsOf(call({ to: start + dayMs, step: "15m" }));
		const empty = whole.filter(({ mean }) => mean === null).map(({ at }) => minutesOf(at));
		expect([whole.length, empty]).toEqual([14, [90, 690]]);
		for (const limit of [4, 5, 6, 7, 40, 41, 42]) {
			const rows: Row[] = [];
			let cursor: string | null = null;
			do {
				const page: ApiPage<Row> = await pageOf<Row>(
					await call({ to: start + dayMs, step: "15m", limit, ...(cursor !== null && { cursor }) }),
				);
				rows.push(...page.data);
				cursor = page.nextCursor;
			} while (cursor !== null);
			const isReading = ({ mean }: Row) => mean !== null;
			expect(rows.filter(isReading), `${limit} a page`).toEqual(whole.filter(isReading));
			const gaps = rows.filter(({ mean }) => mean === null).map(({ at }) => minutesOf(at));
			const [within, after] = [gaps.filter((at) => at >= 90 && at < 600), gaps.filter((at) => at >= 690)];
			expect([within.length > 0, after.length > 0, within.length + after.length]).toEqual([true, true, gaps.length]);
		}
	});

	it("chooses the finest step that fits the limit", async () => {
		const { call } = await createLogger(everyMinutes(15, 96));
		const lengths = async (limit: number) => {
			const rows = await rowsOf(call({ to: start + dayMs, limit }));
			return [minutesOf(rows[0]?.until ?? "") - minutesOf(rows[0]?.at ?? ""), rows.length];
		};
		expect(await lengths(100)).toEqual([15, 96]);
		expect(await lengths(50)).toEqual([30, 48]);
		expect(await lengths(10)).toEqual([180, 8]);
	});

	it("returns percentiles of the time for which each value holds", async () => {
		const sent: Sent[] = Array.from({ length: 60 }, (_, minute) => [minute, minute < 6 ? 1 : minute < 56 ? 5 : 9]);
		const { call } = await createLogger(sent);
		const [row] = await rowsOf(call({ to: start + hourMs, step: "1h", statistic: "p5,p50,p95" }));
		expect(row).toMatchObject({ p5: 1, p50: 5, p95: 9 });
		expect(row).not.toHaveProperty("mean");
	});

	it("counts a value for the step into which it holds", async () => {
		const { call } = await createLogger([
			[15, 1],
			[45, 1],
			[75, 9],
			[105, 5],
			[135, 5],
		]);
		const rows = await rowsOf(call({ to: start + 2 * hourMs, step: "1h", statistic: "p5,p50,p95" }));
		expect(rows.map(({ p5, p50, p95 }) => [p5, p50, p95])).toEqual([
			[1, 1, 1],
			[1, 5, 9],
		]);
	});

	it("returns the mean of directions as vectors, and no lowest", async () => {
		const wind = { name: "Wind", quantity: "windDirection", unit: "°" } as const;
		const { call } = await createLogger(
			[
				[0, 350],
				[5, 10],
				[10, 354],
				[15, 90],
				[20, 90],
			],
			wind,
		);
		const rows = await rowsOf(call({ to: start + 30 * minuteMs, step: "15m", statistic: "mean,lowest,p50" }));
		expect(rows.map(({ mean, lowest, p50 }) => [Math.round(mean ?? -1), lowest, p50])).toEqual([
			[358, null, null],
			[90, null, null],
		]);
	});

	it("returns the use of a counter, also in another unit", async () => {
		const meter = { name: "Meter", quantity: "energy", unit: "kWh" } as const;
		const { call, owner, device, channelId } = await createLogger(
			[
				[0, 100],
				[30, 101],
				[60, 103],
				[90, 106],
			],
			meter,
		);
		const definition = {
			kind: "use",
			sources: [{ role: "counter", channelId }],
			driver: channelId,
			toleranceSeconds: 0,
			options: { resets: "never" },
		};
		const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const input = { deviceId: device.id, version, name: "Use", definition };
		const { channels } = dataOf<Device>(await owner.mutate("device.addDerivedChannel", input));
		const channel = channels.find(({ name }) => name === "Use")?.id ?? "";
		const span = { to: start + 2 * hourMs, step: "1h", statistic: "use" };
		expect((await rowsOf(call({ ...span, channel }))).map(({ use, unit }) => [use, unit])).toEqual([
			[1, "kWh"],
			[5, "kWh"],
		]);
		const both = await rowsOf(call({ ...span, channel: `${channelId},${channel}`, unit: "Wh" }));
		expect(both.map(({ use, unit }) => [use, unit])).toEqual([
			[null, "Wh"],
			[1_000, "Wh"],
			[null, "Wh"],
			[5_000, "Wh"],
		]);
		expect(await fieldsOf(call(span))).toEqual([400, { statistic: expect.stringContaining("use") }]);
	});

	it("returns values in the requested unit, else as stored", async () => {
		const { call } = await createLogger([
			[0, 20],
			[5, 25],
		]);
		const span = { to: start + hourMs, step: "1h", statistic: "lowest,highest" };
		const [stored] = await rowsOf(call(span));
		const [converted] = await rowsOf(call({ ...span, unit: "degF" }));
		expect([stored?.unit, stored?.lowest, stored?.highest]).toEqual(["°C", 20, 25]);
		expect([converted?.unit, converted?.lowest, converted?.highest]).toEqual(["°F", 68, 77]);
	});

	it("returns the lowest and highest of a derived channel from its readings", async () => {
		const { owner } = await createOwner();
		const soil = { ...air, name: "Soil" };
		const { device, key: deviceKey } = await addDevice(owner, { channels: [air, soil] });
		const [first, second] = device.channels.map(({ id }) => id);
		const values = [
			[0, 20, 15],
			[5, 10, 9],
			[10, 30, 27],
		];
		await ingest(
			deviceKey,
			values.flatMap(([minute = 0, one, other]) => [
				{ channel: "Air", at: start + minute * minuteMs, value: one },
				{ channel: "Soil", at: start + minute * minuteMs, value: other },
			]),
		);
		const sources = [
			{ role: "first", channelId: first },
			{ role: "second", channelId: second },
		];
		const definition = { kind: "difference", sources, driver: first, toleranceSeconds: 0, options: {} };
		const { version } = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const input = { deviceId: device.id, version, name: "Apart", definition };
		const { channels } = dataOf<Device>(await owner.mutate("device.addDerivedChannel", input));
		const { key } = await addApiKey(owner);
		const channel = channels.find(({ name }) => name === "Apart")?.id;
		const query = `series?channel=${channel}&from=${start}&to=${start + hourMs}&step=1h&statistic=lowest,highest`;
		expect(await rowsOf(callApi(key, query))).toMatchObject([{ lowest: 1, highest: 5 }]);
	});

	it("rejects what cannot be computed, at its parameter", async () => {
		const { call, id, owner, channelId } = await createLogger(everyMinutes(15, 4));
		const long = { to: start + 32 * dayMs, step: "1d" };
		const several = Array.from({ length: 13 }, (_, index) => `${channelId.slice(0, -2)}${10 + index}`).join(",");
		for (const [parameters, field] of [
			[{ ...long, statistic: "p50" }, "to"],
			[{ channel: several }, "channel"],
			[{ channel: "" }, "channel"],
			[{ unit: "bar" }, "unit"],
			[{ step: "5m" }, "step"],
			[{ statistic: "mode" }, "statistic.0"],
			[{ zone: "Mars/Base" }, "zone"],
			[{ limit: 2_001 }, "limit"],
			[{ to: start }, "to"],
		] as const) {
			expect(await fieldsOf(call(parameters))).toEqual([400, { [field]: expect.stringMatching(/\w/) }]);
		}
		expect((await call({ ...long, statistic: "mean,lowest" })).status).toBe(200);
		const group = await addGroup(id, "Cold");
		const { key } = await addApiKey(owner, { scope: { groupIds: [group] } });
		expect((await callApi(key, `series?channel=${channelId}`)).status).toBe(404);
	});

	it("counts the readings of whole steps, which are longer than the span", async () => {
		const { call, deviceKey } = await createLogger([[0, 4]]);
		const second = (index: number) => ({ channel: "Air", at: start + index * secondMs, value: index % 9 });
		for (let from = 0; from <= mostReadings; from += limits.ingestReadings) {
			await ingest(
				deviceKey,
				Array.from({ length: limits.ingestReadings }, (_, index) => second(from + index)),
			);
		}
		const hour = { to: start + hourMs, statistic: "p50" };
		expect((await call({ ...hour, step: "1h" })).status).toBe(200);
		expect(await fieldsOf(call({ ...hour, step: "28d" }))).toEqual([
			400,
			{ to: expect.stringContaining("200,000 readings") },
		]);
	});

	it("sends a year by the hour in five pages, and nothing again that is unchanged", async () => {
		const { call } = await createLogger(everyMinutes(60, 365 * 24, (-365 * dayMs) / minuteMs));
		const year = { from: start - 365 * dayMs, to: start, step: "1h", statistic: "lowest,highest,mean" };
		const lengths: number[] = [];
		let cursor: string | null = null;
		do {
			const requested = { ...year, ...(cursor !== null && { cursor }) };
			const response = await call(requested);
			const etag = response.headers.get("etag") ?? "";
			expect((await call(requested, { "if-none-match": etag })).status).toBe(304);
			const page: ApiPage<Row> = await pageOf<Row>(response);
			lengths.push(page.data.length);
			cursor = page.nextCursor;
		} while (cursor !== null);
		expect(lengths).toEqual([2_000, 2_000, 2_000, 2_000, 760]);
	});
});

describe("pages of steps", () => {
	const steps: Exclude<SeriesStep, { kind: "raw" }>[] = [
		...[15, 60, 180, 720].map((minutes) => ({ kind: "span" as const, ms: minutes * minuteMs })),
		...[1, 7].map((days) => ({ kind: "days" as const, days })),
	];
	const zones = ["UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"];

	it("join to the steps of the whole span, over changes of the clock too", () => {
		fc.assert(
			fc.property(
				fc.constantFrom(...steps),
				fc.constantFrom(...zones),
				fc.integer({ min: 1, max: 60 }),
				fc.integer({ min: 0, max: 365 * 24 * 4 }),
				fc.integer({ min: 1, max: 60 }),
				(step, zone, points, quarters, days) => {
					const from = start + quarters * 15 * minuteMs;
					const to = from + days * dayMs;
					const joined: number[] = [];
					for (let next = from; next < to; ) {
						const page = edgesOfPage({ from: next, to, step, zone, points });
						joined.push(...page.slice(0, -1));
						next = page.at(-1) ?? to;
					}
					expect(joined).toEqual(bucketEdges({ from, to, step, zone }).slice(0, -1));
				},
			),
			{ numRuns: 60 },
		);
	});
});
