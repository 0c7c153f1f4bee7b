import { describe, expect, it } from "vitest";
import type { AlertEventDetail, AlertEventPage } from "../../../shared/alert/alert";
import { serverLimits } from "../../../shared/base/limits";
import type { Device } from "../../../shared/device/device";
import type { LogPage, SeriesPage } from "../../../shared/log/log";
import type { ReadingChangePage } from "../../../shared/log/reading-changes";
import type { ReadingVerdict } from "../../../shared/log/reading-verdicts";
import { warmAlert } from "../fixtures/alert-rules";
import { calibrate } from "../fixtures/calibrate";
import { addDevice, addMember, createOwner, ingest } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const hour = 3_600_000;
const day = Math.floor(Date.now() / (24 * hour)) * 24 * hour - 24 * hour;
const at = (hours: number) => day + hours * hour;
const span = { rangeType: "day", offset: 0, from: day, to: at(24) };

type Reading = [hours: number, value: number];

async function addAir(readings: Reading[]) {
	const account = await createOwner();
	const { device, key } = await addDevice(account.owner);
	const channelId = device.channels[0]?.id ?? "";
	await ingest(
		key,
		readings.map(([hours, value]) => ({ channel: "Air", at: at(hours), value })),
	);
	return { ...account, deviceId: device.id, channelId, key };
}

const judgement = { verdict: "excluded", reason: "Probe in water" };

async function judge(owner: Person, input: object): Promise<ReadingVerdict> {
	return dataOf<ReadingVerdict>(await owner.mutate("log.judgeReadings", { ...judgement, ...input }));
}

async function shown(owner: Person, deviceId: string): Promise<[number, number, string | null][]> {
	const page = dataOf<LogPage>(
		await owner.query("log.getLogs", { ...span, deviceIds: [deviceId], kinds: ["reading"], order: "oldest-first" }),
	);
	const { readingAt, value, mark } = page.readings;
	return readingAt.map((time, index) => [(time - day) / hour, value[index] ?? Number.NaN, mark?.[index] ?? null]);
}

async function figures(owner: Person, { deviceId, channelId }: { deviceId: string; channelId: string }) {
	const bounds = { from: span.from, to: span.to, channelIds: [channelId] };
	const [summary] = dataOf<{ readings: number; max: number | null }[]>(
		await owner.query("log.getSeriesSummary", bounds),
	);
	const { channels } = dataOf<Device>(await owner.query("device.getDevice", { deviceId }));
	const { series } = dataOf<SeriesPage>(
		await owner.query("log.getSeries", { ...span, deviceIds: [deviceId], pixels: 500 }),
	);
	return {
		readings: summary?.readings,
		max: summary?.max,
		newest: channels[0]?.value,
		line: series[0]?.value,
		marked: series[0]?.marked?.value ?? [],
	};
}

describe("excluded readings", () => {
	it("stay in the log with a mark and in no figure, until they are taken back", async () => {
		const { owner, ...channel } = await addAir([
			[8, 4],
			[9, 40],
			[10, 41],
		]);
		const { seq } = await judge(owner, { channelId: channel.channelId, from: at(9), to: at(11) });
		expect(await shown(owner, channel.deviceId)).toEqual([
			[8, 4, null],
			[9, 40, "excluded"],
			[10, 41, "excluded"],
		]);
		expect(await figures(owner, channel)).toEqual({ readings: 1, max: 4, newest: 4, line: [4], marked: [40, 41] });
		const ended = dataOf(await owner.mutate("log.endVerdict", { channelId: channel.channelId, seq }));
		expect(ended).toMatchObject({ seq, endedBy: expect.any(String) });
		expect(await figures(owner, channel)).toEqual({ readings: 3, max: 41, newest: 41, line: [4, 40, 41], marked: [] });
		expect(dataOf(await owner.query("log.getVerdicts", channel))).toEqual([ended]);
	});

	it("leave out readings of their span that come later", async () => {
		const { owner, key, ...channel } = await addAir([[8, 4]]);
		await judge(owner, { channelId: channel.channelId, from: at(9), to: at(11) });
		await ingest(key, [{ channel: "Air", at: at(10), value: 40 }]);
		expect(await figures(owner, channel)).toMatchObject({ readings: 1, newest: 4, marked: [40] });
	});

	it("stay out as sent, below a calibration", async () => {
		const { owner, ...channel } = await addAir([
			[8, 4],
			[9, 40],
		]);
		dataOf(await calibrate(owner, channel, { from: day, scale: 2, offset: 0 }));
		await judge(owner, { channelId: channel.channelId, from: at(9), to: at(9) + 1 });
		expect(await shown(owner, channel.deviceId)).toEqual([
			[8, 8, null],
			[9, 80, "excluded"],
		]);
		expect(await figures(owner, channel)).toMatchObject({ max: 8, newest: 8, marked: [80] });
	});

	it("make a change that followers of readings receive", async () => {
		const { owner, deviceId, channelId } = await addAir([[8, 4]]);
		const request = { deviceIds: [deviceId], limit: 10 };
		const { until } = dataOf<ReadingChangePage>(await owner.query("log.getChanges", request));
		const { seq } = await judge(owner, { channelId, from: at(8), to: at(9) });
		const changes = async () =>
			dataOf<ReadingChangePage>(await owner.query("log.getChanges", { ...request, since: until }));
		const first = await changes();
		expect(first.changes).toMatchObject([{ deviceId, change: "changed", from: new Date(day) }]);
		await owner.mutate("log.endVerdict", { channelId, seq });
		expect((await changes()).until.change).toBeGreaterThan(first.until.change);
	});

	it("end an open alert whose readings they were, with author and reason", async () => {
		const now = Date.now();
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		dataOf(await owner.mutate("alert.createAlert", warmAlert));
		await ingest(key, [
			{ channel: "Air", at: now - 20 * 60_000, value: 4 },
			{ channel: "Air", at: now - 60_000, value: 40 },
		]);
		const events = async (state: string) =>
			dataOf<AlertEventPage>(await owner.query("alert.getEvents", { state })).events;
		const [open] = await events("open");
		expect(open).toMatchObject({ deviceId: device.id });
		const channelId = device.channels[0]?.id;
		await judge(owner, { channelId, from: now - 2 * 60_000, to: now });
		const details = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: open?.id }));
		expect(details).toMatchObject({ state: "ended", endReason: "readingsMarked" });
		expect(JSON.stringify(details)).toContain("Probe in water");
	});
});

describe("doubtful readings that count", () => {
	it("stand in every figure, and keep their mark in the log", async () => {
		const { owner, ...channel } = await addAir([
			[8, 4],
			[9, 327.67],
		]);
		expect(await figures(owner, channel)).toMatchObject({ readings: 1, newest: 4, marked: [327.67] });
		const { seq } = await judge(owner, { channelId: channel.channelId, from: at(9), to: at(10), verdict: "counts" });
		expect(await shown(owner, channel.deviceId)).toEqual([
			[8, 4, null],
			[9, 327.67, "counts"],
		]);
		expect(await figures(owner, channel)).toEqual({
			readings: 2,
			max: 327.67,
			newest: 327.67,
			line: [4, 327.67],
			marked: [],
		});
		await owner.mutate("log.endVerdict", { channelId: channel.channelId, seq });
		expect(await figures(owner, channel)).toMatchObject({ readings: 1, newest: 4, marked: [327.67] });
	});
});

describe("a decision about readings", () => {
	it("rejects viewers and too many for a channel, and ends once", async () => {
		const { id, owner, deviceId, channelId } = await addAir([[8, 4]]);
		const viewer = await addMember(id, "viewer");
		const input = { ...judgement, channelId, from: at(8), to: at(9) };
		expect((await viewer.mutate("log.judgeReadings", input)).error?.data).toMatchObject({ code: "FORBIDDEN" });
		const made: ReadingVerdict[] = [];
		for (let count = 0; count < serverLimits.verdictsPerChannel; count += 1) made.push(await judge(owner, input));
		expect((await owner.mutate("log.judgeReadings", input)).error?.data).toMatchObject({ code: "BAD_REQUEST" });
		const [first] = made;
		const end = { channelId, seq: first?.seq };
		const ended = dataOf<ReadingVerdict>(await owner.mutate("log.endVerdict", end));
		expect(dataOf(await owner.mutate("log.endVerdict", end))).toEqual(ended);
		await judge(owner, input);
		const listed = dataOf<ReadingVerdict[]>(await viewer.query("log.getVerdicts", { deviceId }));
		expect(listed).toHaveLength(made.length + 1);
		expect(listed.at(-1)).toEqual(ended);
		const [, second] = made;
		await owner.mutate("log.endVerdict", { channelId, seq: second?.seq });
		const relisted = dataOf<ReadingVerdict[]>(await viewer.query("log.getVerdicts", { deviceId }));
		expect(relisted.slice(-2).map(({ seq }) => seq)).toEqual([second?.seq, first?.seq]);
	});
});
