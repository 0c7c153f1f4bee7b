import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { logEvents } from "../../../backend/db/schema";
import { hourMs, minuteMs } from "../../../shared/base/durations";
import { type GetLogs, LogPage } from "../../../shared/log/log";
import { rangeBounds } from "../../../shared/time/time-zones";
import {
	accountStub,
	addDevice,
	addDeviceCopies,
	addGroup,
	createOwner,
	inAccount,
	ingest,
	newId,
} from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { partsOf } from "../fixtures/works";

const hour = { rangeType: "hour", offset: 0 } as const;
const denver = { timezoneOffset: -420, timeZoneRule: 1 } as const;
const kathmandu = { timezoneOffset: 345, timeZoneRule: 2 } as const;

async function logs(person: Person, input: GetLogs = hour): Promise<LogPage> {
	const page = dataOf<LogPage>(await person.query("log.getLogs", input));
	expect(LogPage.parse(page)).toEqual(page);
	return page;
}

type Order = "newest-first" | "oldest-first";

async function pagesOf(person: Person, { from, to }: LogPage, order: Order, changes: Partial<GetLogs> = {}) {
	const { limit = 7 } = changes;
	const pages: LogPage[] = [];
	let cursor: string | null = null;
	do {
		const input: GetLogs = { ...hour, ...changes, from, to, order, limit, ...(cursor !== null && { cursor }) };
		const page: LogPage = await logs(person, input);
		expect(page.readings.value.length).toBeLessThanOrEqual(limit);
		expect(page.events.length).toBeLessThanOrEqual(limit);
		pages.push(page);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return pages;
}

function rows({ readings, channels }: LogPage): [at: number, channel: string | undefined, value: number | undefined][] {
	return readings.readingAt.map((at, index) => {
		return [at, channels[readings.channel[index] ?? -1]?.name, readings.value[index]];
	});
}

describe("log.getLogs for the running hour", () => {
	it("includes a reading as soon as it was posted, also one of this very moment", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const at = Date.now();
		await ingest(key, [{ channel: "Air", at, value: -18.5 }]);
		const page = await logs(owner);
		expect(rows(page)).toEqual([[at, "Air", -18.5]]);
		expect(page.devices).toEqual([{ id: device.id, name: "Freezer 1", ...denver, lateAfterMs: 45 * 60_000 }]);
		expect(page.channels).toEqual([
			{
				id: device.channels[0]?.id,
				deviceId: device.id,
				name: "Air",
				quantity: "temperature",
				unit: "°C",
				decimals: 1,
				colour: expect.any(Number),
			},
		]);
		expect(page).toMatchObject({ nextCursor: null, previousReadingAt: null });
		expect(page.to - page.from).toBe(hourMs);
		expect(page.readings.receivedAt[0]).toBeGreaterThanOrEqual(at);
	});

	it("lists newest first, late and out-of-order readings in their position, and no older or later ones", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const now = Date.now();
		const reading = (minutesAgo: number) => ({ channel: "Air", at: now - minutesAgo * minuteMs, value: minutesAgo });
		await ingest(key, [reading(5), reading(30)]);
		await ingest(key, [reading(59), reading(1), reading(61), reading(-60)]);
		expect(rows(await logs(owner)).map(([, , value]) => value)).toEqual([1, 5, 30, 59]);
		expect(rows(await logs(owner, { ...hour, offset: 1 })).map(([, , value]) => value)).toEqual([61]);
	});

	it("points to the newest reading before an empty span", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		expect((await logs(owner)).previousReadingAt).toBeNull();
		const at = Date.now() - 3 * hourMs;
		await ingest(key, [
			{ channel: "Air", at, value: 1 },
			{ channel: "Air", at: at - hourMs, value: 1 },
			{ channel: "Door", at: at - 2 * hourMs, value: 1 },
		]);
		expect((await logs(owner)).previousReadingAt).toBe(at);
		const channelIds = [device.channels[1]?.id ?? ""];
		expect((await logs(owner, { ...hour, channelIds })).previousReadingAt).toBe(at - 2 * hourMs);
	});
});

describe("the zone of log.getLogs", () => {
	it("follows the device's clock if all devices share one, else the account's zone", async () => {
		const { owner } = await createOwner();
		expect((await logs(owner, { rangeType: "day", offset: 0 })).zone).toBe("America/Denver");
		const first = await addDevice(owner, denver);
		await addDevice(owner, denver);
		expect((await logs(owner)).zone).toBe("device:-420:1");
		const third = await addDevice(owner, kathmandu);
		expect((await logs(owner)).zone).toBe("America/Denver");
		expect((await logs(owner, { ...hour, deviceIds: [third.device.id] })).zone).toBe("device:345:2");
		const channelIds = [first.device.channels[0]?.id ?? ""];
		expect((await logs(owner, { ...hour, channelIds })).zone).toBe("device:-420:1");
	});

	it("treats devices that keep UTC as one clock, whatever their offsets are", async () => {
		const { owner } = await createOwner();
		await addDevice(owner, { timezoneOffset: 60, timeZoneRule: 0 });
		await addDevice(owner, { timezoneOffset: -60, timeZoneRule: 0 });
		expect((await logs(owner)).zone).toBe("device:0:0");
	});

	it.each(["day", "week", "month"] as const)("cuts a %s in its own calendar", async (rangeType) => {
		const { owner } = await createOwner();
		await addDevice(owner, kathmandu);
		// The clock is frozen: a day may end between the request and the response.
		vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
		try {
			const now = Date.now();
			const page = await logs(owner, { rangeType, offset: 1 });
			expect(page).toMatchObject(rangeBounds({ rangeType, offset: 1, zone: "device:345:2", now }));
			const zone = "Europe/Berlin";
			const inBerlin = await logs(owner, { rangeType, offset: 0, zone });
			expect(inBerlin).toMatchObject({ zone, ...rangeBounds({ rangeType, offset: 0, zone, now }) });
		} finally {
			vi.useRealTimers();
		}
	});

	it("yields to exact bounds", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		const from = Date.UTC(2026, 0, 2);
		await ingest(
			key,
			[-1, 0, 1, 2].map((step) => ({ channel: "Air", at: from + step, value: step })),
		);
		const page = await logs(owner, { ...hour, from, to: from + 2 });
		expect(page).toMatchObject({ from, to: from + 2 });
		expect(rows(page).map(([, , value]) => value)).toEqual([1, 0]);
	});
});

describe("the filters of log.getLogs", () => {
	it("narrow by device, group and channel, and name the requested ones even without readings", async () => {
		const { owner, id } = await createOwner();
		const groupId = await addGroup(id, "Warehouse");
		const [one, two] = [
			await addDevice(owner, { name: "One", groupIds: [groupId] }),
			await addDevice(owner, { name: "Two" }),
		];
		const at = Date.now() - 1000;
		await ingest(one.key, [
			{ channel: "Air", at, value: 1 },
			{ channel: "Door", at, value: true },
		]);
		await ingest(two.key, [{ channel: "Air", at, value: 2 }]);
		const values = async (filter: Partial<GetLogs>) =>
			(await logs(owner, { ...hour, ...filter })).readings.value.toSorted();
		expect(await values({})).toEqual([1, 1, 2]);
		expect(await values({ deviceIds: [two.device.id] })).toEqual([2]);
		expect(await values({ groupIds: [groupId] })).toEqual([1, 1]);
		expect(await values({ groupIds: [groupId], deviceIds: [two.device.id] })).toEqual([1, 1, 2]);
		expect(await values({ channelIds: [two.device.channels[0]?.id ?? ""] })).toEqual([2]);
		expect(await values({ kinds: ["note"] })).toEqual([]);
		expect(await values({ kinds: ["note", "reading"] })).toEqual([1, 1, 2]);
		const requested = await logs(owner, { ...hour, deviceIds: [two.device.id] });
		expect([requested.devices.length, requested.channels.map(({ name }) => name)]).toEqual([1, ["Air", "Door"]]);
	});
});

describe("the pages of log.getLogs", () => {
	it("hold every reading and every event once, newest first", async () => {
		const { owner, id } = await createOwner();
		const keys = [(await addDevice(owner)).key, (await addDevice(owner)).key, (await addDevice(owner)).key];
		const newest = Date.now() - minuteMs;
		for (const [device, key] of keys.entries()) {
			const readings = Array.from({ length: 40 }, (_, step) => {
				return {
					channel: step % 2 ? "Air" : "Door",
					at: newest - Math.floor(step / 3) * 1000,
					value: device * 100 + step,
				};
			});
			await ingest(key, readings);
		}
		const event = { deviceId: null, kind: "note", level: "info", text: "" } as const;
		const eventTimes = Array.from({ length: 20 }, (_, step) => newest + 1500 - step * 1000);
		await inAccount(id, (db) => {
			for (const at of eventTimes)
				db.insert(logEvents)
					.values({ ...event, id: newId("logEntry"), at })
					.run();
		});
		const whole = await logs(owner);
		const newestFirst = await pagesOf(owner, whole, "newest-first");
		expect(newestFirst.length).toBeGreaterThanOrEqual(Math.ceil(whole.readings.value.length / 7));
		expect(newestFirst.flatMap(rows)).toEqual(rows(whole));
		expect(whole.readings.readingAt).toEqual(whole.readings.readingAt.toSorted((a, b) => b - a));
		expect(newestFirst.flatMap(({ events }) => events)).toEqual(whole.events);
		expect(whole.events.filter(({ kind }) => kind === "note").map(({ at }) => at)).toEqual(eventTimes);
		const oldestFirst = await pagesOf(owner, whole, "oldest-first");
		expect(oldestFirst.flatMap(rows)).toEqual(rows(whole).toReversed());
		expect(oldestFirst.flatMap(({ events }) => events)).toEqual(whole.events.toReversed());
	});

	it("hold once and in order the rows from before them, whatever changes between two of them", async () => {
		const { owner } = await createOwner();
		const devices = [await addDevice(owner), await addDevice(owner), await addDevice(owner)];
		const from = Date.now() - 30 * minuteMs;
		const reading = (second: number, value: number, channel = "Air") => ({ channel, at: from + second * 1000, value });
		for (const [position, { key }] of devices.entries()) {
			await ingest(
				key,
				Array.from({ length: 20 }, (_, second) => reading(second, 100 * position + second)),
			);
		}
		const span = { ...hour, from, to: from + 20_000, order: "oldest-first", limit: 7 } as const;
		const there = (await logs(owner, { ...span, limit: 100 })).readings.value;
		const seen: number[] = [];
		let cursor: string | null = null;
		let pages = 0;
		do {
			const page: LogPage = await logs(owner, { ...span, ...(cursor !== null && { cursor }) });
			seen.push(...page.readings.value);
			cursor = page.nextCursor;
			pages += 1;
			// Behind the page and at its end: another channel, a new device and a duplicate; ahead of it one reading.
			const second = ((page.readings.readingAt.at(-1) ?? from) - from) / 1000;
			const late = [second - 0.5, second].map((at) => reading(at, -1, "Door"));
			const [first] = devices;
			await ingest(first?.key ?? "", [...late, reading(second - 0.25, -2), reading(second, second)]);
			await ingest((await addDevice(owner)).key, [reading(second, -3), reading(second + 0.25, -4)]);
		} while (cursor !== null);
		expect(pages).toBeGreaterThan(8);
		expect(seen.filter((value) => value >= 0)).toEqual(there);
		expect(there).toHaveLength(60);
	});

	it("hold every event once and in order if there are more events than readings, many at one instant", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		const at = Date.now() - 10 * minuteMs;
		const readings = Array.from({ length: 12 }, (_, step) => [
			{ channel: "Air", at: at + step, value: step },
			{ channel: "Door", at: at + step, value: step % 2 },
		]);
		await ingest(key, readings.flat());
		const note = { deviceId: device.id, kind: "note", level: "info", text: "", author: null } as const;
		const times = [...Array<number>(17).fill(at + 1), ...Array<number>(9).fill(at + 11), at - 5, at + 6, at + 90];
		await inAccount(id, (db) => {
			for (const time of times)
				db.insert(logEvents)
					.values({ ...note, id: newId("logEntry"), at: time })
					.run();
		});
		const whole = await logs(owner);
		expect(whole.events.length).toBeGreaterThanOrEqual(times.length);
		for (const limit of [1, 3, 100]) {
			const pages = await pagesOf(owner, whole, "oldest-first", { limit });
			expect(pages.flatMap(rows)).toEqual(rows(whole).toReversed());
			expect(pages.flatMap(({ events }) => events)).toEqual(whole.events.toReversed());
			const latest = pages.map(({ readings, events }) => [...readings.readingAt, ...events.map((event) => event.at)]);
			expect(latest.flatMap((entries) => entries.toSorted((a, b) => a - b))).toEqual(
				latest.flat().toSorted((a, b) => a - b),
			);
			const back = await pagesOf(owner, whole, "newest-first", { limit });
			expect(back.flatMap(rows)).toEqual(rows(whole));
			expect(back.flatMap(({ events }) => events)).toEqual(whole.events);
			const notes = await pagesOf(owner, whole, "oldest-first", { limit, kinds: ["note"] });
			expect(notes.flatMap(({ events }) => events)).toEqual(
				whole.events.filter(({ kind }) => kind === "note").toReversed(),
			);
		}
	});

	it("reject a cursor that was made up", async () => {
		const { owner } = await createOwner();
		await addDevice(owner);
		for (const cursor of ["x", `${Date.now()}~~x`, "1~2~", "~~", "1~2.a'b~", "1.2.3"]) {
			const { error } = await owner.query("log.getLogs", { ...hour, cursor });
			expect([cursor, error?.data.code, Object.keys(error?.data.fields ?? {})]).toEqual([
				cursor,
				"BAD_REQUEST",
				["cursor"],
			]);
		}
		const beyond = await logs(owner, { ...hour, cursor: "9999999999999~-9999999999999.~" });
		expect(beyond).toMatchObject({ readings: { value: [] }, events: [], nextCursor: null });
	});

	it("hold 2,000 readings unless a limit is given, and of more than 1,000 devices half of them", async () => {
		const { owner, id } = await createOwner();
		const { device, key } = await addDevice(owner);
		const now = Date.now();
		await ingest(
			key,
			Array.from({ length: 2_001 }, (_, step) => ({ channel: "Air", at: now - step * 1000, value: step })),
		);
		const page = await logs(owner);
		expect([page.readings.value.length, page.nextCursor]).toEqual([2_000, expect.any(String)]);

		await runInDurableObject(accountStub(id), async (object, { storage }) => {
			addDeviceCopies(storage.sql, 1_000);
			partsOf(object).cachedDevices.forget();
		});
		const first = await logs(owner);
		const second = await logs(owner, { ...hour, cursor: first.nextCursor ?? "" });
		expect([first, second].map(({ readings }) => readings.value.length)).toEqual([1_000, 1_000]);
		expect([...first.readings.value, ...second.readings.value]).toEqual(page.readings.value);
		expect((await logs(owner, { ...hour, deviceIds: [device.id] })).readings.value).toHaveLength(2_000);
		expect((await logs(owner, { ...hour, limit: 1_500 })).readings.value).toHaveLength(1_500);
	});
});

describe("the events of log.getLogs", () => {
	it("include those of the requested devices; an event without a device belongs to the whole log", async () => {
		const { owner, id } = await createOwner();
		const { device } = await addDevice(owner);
		const at = Date.now() - 1000;
		const note = {
			id: newId("logEntry"),
			deviceId: device.id,
			at,
			kind: "note",
			level: "info",
			text: "Cleaned",
			author: "Ann",
		} as const;
		const system = {
			id: newId("logEntry"),
			deviceId: null,
			at,
			kind: "system",
			level: "warning",
			text: "Moved",
			author: null,
		} as const;
		await inAccount(id, (db) => db.insert(logEvents).values([note, system]).run());
		const said = (await logs(owner)).events.filter(({ kind }) => kind !== "config");
		expect(said.toSorted((a, b) => a.text.localeCompare(b.text))).toEqual([note, system]);
		expect((await logs(owner)).devices.map(({ id: deviceId }) => deviceId)).toEqual([device.id]);
		expect((await logs(owner, { ...hour, deviceIds: [device.id] })).events).not.toContainEqual(system);
		expect((await logs(owner, { ...hour, deviceIds: [device.id], kinds: ["note"] })).events).toEqual([note]);
		expect((await logs(owner, { ...hour, kinds: ["system"] })).events).toEqual([system]);
		expect((await logs(owner, { ...hour, offset: 1 })).events).toEqual([]);
	});
});
