import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { rereadOpenEvents } from "../../../backend/alert/reread-events";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { minuteMs } from "../../../shared/base/durations";
import { levels, rate, statistic, stuck, threshold } from "../../conditions";
import { createAlerted } from "../fixtures/alert-account";
import { warmRule } from "../fixtures/alert-rules";
import { createNotifying, headings } from "../fixtures/alert-telling";
import { calibrate, uncalibrate } from "../fixtures/calibrate";
import { accountStub } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";
import { eventsOf } from "../fixtures/uploads";
import { partsOf } from "../fixtures/works";

const earlier = Date.UTC(2026, 0, 1);
const quarterMs = 15 * minuteMs;

async function storyOf(owner: Person, eventId = ""): Promise<[string, string][]> {
	const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId }));
	return timeline.map(({ kind, text }) => [kind, text]);
}

async function createCalibrated(condition = warmRule.condition) {
	const alerted = await createAlerted({ rule: { ...warmRule, condition } });
	const { owner, device } = alerted;
	const channel = { deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
	return {
		...alerted,
		channel,
		set: async (scale: number, offset: number, from = earlier) =>
			dataOf(await calibrate(owner, channel, { from, scale, offset })),
		remove: async (from = earlier) => dataOf(await uncalibrate(owner, channel, from)),
		story: async () => storyOf(owner, (await alerted.events())[0]?.id),
	};
}

describe("a calibration and the open event of its channel", () => {
	it("ends the event of tenths that a factor of 0.1 brings within the limit, with both values in its story", async () => {
		const { id, set, send, events, story, at, state } = await createCalibrated(threshold(">", 40));
		await send([
			[0, 293],
			[5, 295],
			[10, 291],
		]);
		await set(0.1, 0);
		expect(await events()).toMatchObject([{ state: "ended", endReason: "calibrationChanged" }]);
		expect(await state()).toBe("ok");
		const ended = (await story()).find(([kind]) => kind === "ended");
		expect(ended?.[1]).toMatch(
			/^over, as a calibration was changed: Calibration of Air from .*: × 0\.1\. Last reading: /,
		);
		expect(ended?.[1]).toContain(`Last reading: 29.1 °C (291.0 °C as sent), ${new Date(at(10)).toISOString()}`);
		const lines = (await eventsOf(id, "alert")).map(({ text }) => text);
		expect(lines).toContainEqual(expect.stringContaining("29.1 °C (291.0 °C as sent)"));
		await send([[15, 292]]);
		expect(await events()).toHaveLength(1);
	});

	it("confirms an event that is still beyond the limit, with the worst value as it counts now", async () => {
		const { set, send, events, story, at } = await createCalibrated();
		await send([
			[0, 12],
			[5, 11],
		]);
		await set(1, -1);
		const [event] = await events();
		expect(event).toMatchObject({ state: "open", startedAt: at(0), peak: 10, lastValue: 10, count: 2 });
		expect(await story()).toContainEqual([
			"readingsChanged",
			expect.stringMatching(/: − 1 °C\. The event goes on\. Last reading: 10\.0 °C \(11\.0 °C as sent\), /),
		]);
		await send([[10, 8]]);
		expect(await events()).toMatchObject([{ id: event?.id, state: "ended", endReason: "recovered" }]);
	});

	it("does the same when the calibration is removed", async () => {
		const { set, remove, send, events, story } = await createCalibrated();
		await set(1, 5);
		await send([[0, 5]]);
		expect(await events()).toMatchObject([{ state: "open", peak: 10 }]);
		await remove();
		expect(await events()).toMatchObject([{ state: "ended", endReason: "calibrationChanged" }]);
		const ended = (await story()).find(([kind]) => kind === "ended");
		expect(ended?.[1]).toMatch(/Calibration of Air removed: .*Last reading: 5\.0 °C, /);
	});

	it("keeps an event whose readings the calibration does not reach", async () => {
		const { set, send, events, story, at } = await createCalibrated();
		await send([[0, 12]]);
		const before = await events();
		await set(0.1, 0, Math.ceil(at(60) / quarterMs) * quarterMs);
		expect(await events()).toEqual(before);
		expect(await story()).toHaveLength(1);
	});

	it("moves the severity of several levels with the value, without a message", async () => {
		const { set, send, events } = await createCalibrated(levels(">", ["info", 5], ["critical", 12]));
		await send([[0, 20]]);
		expect(await events()).toMatchObject([{ severity: "critical" }]);
		await set(0.5, 0);
		expect(await events()).toMatchObject([{ state: "open", severity: "info", worstSeverity: "critical" }]);
		await set(1, 0);
		expect(await events()).toMatchObject([{ state: "open", severity: "critical" }]);
	});

	it("keeps the event of a value that is stuck, and goes on counting", async () => {
		const { set, send, events } = await createCalibrated(stuck(600));
		await send([
			[0, 5],
			[10, 5],
		]);
		await set(1, 0.5);
		expect(await events()).toMatchObject([{ state: "open", lastValue: 600 }]);
		await send([[15, 5]]);
		expect(await events()).toMatchObject([{ state: "open", lastValue: 900 }]);
	});

	it.each([
		["a change", rate("either", 2, 900)],
		["a mean", statistic("mean", 15, ">", 8)],
	])("reads the whole window of %s", async (_, condition) => {
		const { set, send, events } = await createCalibrated(condition);
		await send([
			[0, 10],
			[5, 20],
			[10, 30],
		]);
		expect(await events()).toMatchObject([{ state: "open" }]);
		await set(0.01, 0);
		expect(await events()).toMatchObject([{ state: "ended", endReason: "calibrationChanged" }]);
	});

	it("begins a time that is not yet long enough anew, if the last reading no longer counts for it", async () => {
		const { owner, device, send, events } = await createAlerted({ rule: { ...warmRule, forSeconds: 600 } });
		const channel = { deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
		await send([
			[0, 9],
			[5, 9],
		]);
		dataOf(await calibrate(owner, channel, { from: earlier, scale: 1, offset: -5 }));
		dataOf(await calibrate(owner, channel, { from: earlier, scale: 1, offset: 0 }));
		await send([[10, 9]]);
		expect(await events()).toEqual([]);
		await send([[20, 9]]);
		expect(await events()).toMatchObject([{ state: "open" }]);
	});

	it("sends one message that a calibration was changed, never that it recovered", async () => {
		const { owner, device, send, sendDue, provider } = await createNotifying();
		await send([[0, 80]]);
		await sendDue(1);
		const channel = { deviceId: device.id, channelId: device.channels[0]?.id ?? "" };
		dataOf(await calibrate(owner, channel, { from: earlier, scale: 0.1, offset: 0 }));
		await sendDue(60);
		expect(headings(provider)).toEqual(["Warning: Freezer 1", "Calibration changed: Freezer 1"]);
	});
});

describe("readings that people exclude or count again", () => {
	it("end the open event under their sentence", async () => {
		const { id, device, send, events, owner, at } = await createAlerted();
		await send([[0, 12]]);
		await send([[10, 12]]);
		const deviceId = device.id;
		const channelId = device.channels[0]?.id ?? "";
		await runInDurableObject(accountStub(id), async (object) => {
			const { db, readingStore, invalidations } = partsOf(object);
			// Every reading of the channel is excluded.
			const none = { ...readingStore, latest: async () => new Map() };
			const text = "Ben excluded the readings of Air from 00:00 to 00:11: probe in water";
			const cause = { reason: "readingsMarked" as const, from: at(0), to: at(11), text };
			const store = { db, readingStore: none, invalidations, now: at(12) };
			await rereadOpenEvents(store, { deviceId, channelId }, cause);
			await rereadOpenEvents(store, { deviceId, channelId }, cause);
		});
		const [event] = await events();
		expect(event).toMatchObject({ state: "ended", endReason: "readingsMarked" });
		const story = await storyOf(owner, event?.id);
		expect(story).toHaveLength(2);
		expect(story.at(-1)).toEqual([
			"ended",
			"over, as readings were excluded or counted again: Ben excluded the readings of Air from 00:00 to 00:11: probe in water.",
		]);
		await send([[15, 12]]);
		expect(await events()).toHaveLength(2);
	});
});
