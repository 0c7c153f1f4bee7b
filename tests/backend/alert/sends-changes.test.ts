import { describe, expect, it } from "vitest";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import { type EngineEvent, newState, packState, unpackState } from "../../../backend/alert/engine/run-state";
import { watchedRules } from "../../../backend/alert/engine/watched-rule";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import type { AlertCondition } from "../../../shared/alert/conditions/registry";
import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import type { LogPage, SeriesSummary } from "../../../shared/log/log";
import { gapsOf } from "../../../shared/log/reading-gaps";
import { threshold } from "../../conditions";
import * as fc from "../../properties";
import { createAlerted } from "../fixtures/alert-account";
import { warmRule } from "../fixtures/alert-rules";
import { addDevice, createOwner, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { reportOf } from "../fixtures/report-responses";
import { eventsOf } from "../fixtures/uploads";

const start = Date.UTC(2026, 4, 12, 10);
const at = (minute: number) => start + minute * minuteMs;
const condition: AlertCondition = threshold("<", 15);
type Sent = [channelId: string, minute: number, value: number];

/** Sends one reading an upload, of channels a and b; only a is watched. */
function live(
	sent: Sent[],
	{ holdsMs = dayMs, forSeconds = 1_800 }: { holdsMs?: number | null; forSeconds?: number } = {},
) {
	const channel = { id: "a", name: "A", quantity: "temperature" as const, unit: "°C", min: null, max: null };
	const device = {
		clock: { timezoneOffset: 0, timeZoneRule: 0 as const },
		metadata: {},
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 60,
		offlineAfterSeconds: 900,
		channels: [channel],
		holdsMs,
	};
	const rule = {
		...warmRule,
		id: "alr_1",
		version: 1,
		severity: "warning" as const,
		schedule: null,
		condition,
		forSeconds,
	};
	const watched = watchedRules(rule, device);
	const events = new Map<string, EngineEvent>();
	let state = newState();
	let ids = 0;
	for (const [channelId, minute, value] of sent) {
		const parts = { watched, history: () => [], newEventId: () => `evt_${++ids}` };
		const channels = new Map([[channelId, [{ at: at(minute), value }]]]);
		const evaluation = evaluateUpload(parts, state, { receivedAt: at(minute) + 1_000, channels });
		for (const { event } of evaluation.changes) events.set(event.id, event);
		state = unpackState(packState(evaluation.state, ["a", "b"]), ["a", "b"]);
	}
	return [...events.values()];
}

/** Only changes are sent; 12.0 holds for 49 minutes, 18.0 for nearly eight hours. */
const valve: Sent[] = [
	["a", -1, 18],
	["a", 0, 18],
	["a", 2, 17],
	["a", 5, 18],
	["a", 9, 12],
	["a", 58, 18],
	["a", 520, 18.5],
];

describe("a pause of a device that sends changes only", () => {
	it("lets the value before it hold, so that it lasts long enough, and says so", () => {
		expect(live(valve)).toMatchObject([
			{
				startedAt: at(9),
				firedAt: at(39),
				firedValue: 12,
				endedAt: at(58),
				unread: { from: at(9), to: at(58), isHeld: true },
			},
		]);
		expect(live(valve, { holdsMs: null })).toEqual([]);
	});

	it("opens the event at the reading of another channel that shows that the device lives", () => {
		const open = live([...valve.slice(0, 5), ["b", 45, 1]]);
		expect(open).toMatchObject([{ firedAt: at(39), endedAt: null }]);
		expect(live([...valve.slice(0, 5), ["b", 30, 1]])).toEqual([]);
	});

	it("holds no longer than its limit after the last sign of life", () => {
		const cold: Sent[] = [
			["a", 0, 12],
			["a", 120, 18],
		];
		expect(live(cold, { holdsMs: hourMs })).toEqual([]);
		expect(
			live(
				[
					["a", 0, 12],
					["b", 45, 1],
					["b", 90, 1],
					["a", 120, 18],
				],
				{ holdsMs: hourMs },
			),
		).toMatchObject([{ firedAt: at(30), endedAt: at(120) }]);
	});

	it("counts as unknown after a day without a sign of life", () => {
		const [event] = live(
			[
				["a", 0, 12],
				["a", 2 * 24 * 60, 12],
			],
			{ forSeconds: 0 },
		);
		expect(event).toMatchObject({ startedAt: at(0), endedAt: null });
		expect(
			live(
				[
					["a", 0, 12],
					["a", 2 * 24 * 60, 12],
				],
				{ forSeconds: 24 * 3_600 },
			),
		).toEqual([]);
	});

	it("gives the time that a value held, whatever the pauses are", () => {
		const step = fc.record({ wait: fc.integer({ min: 1, max: 20 * 60 }), isCold: fc.boolean() });
		fc.assert(
			fc.property(fc.array(step, { minLength: 1, maxLength: 20 }), (steps) => {
				let minute = 0;
				const sent = steps.map(({ wait, isCold }): Sent => {
					minute += wait;
					return ["a", minute, isCold ? 12 : 18];
				});
				// A value holds until the next reading, here always within a day.
				const held = sent.flatMap(([, from, value], index): [number, number][] => {
					const isFirst = value === 12 && sent[index - 1]?.[2] !== 12;
					const back = sent.slice(index).find(([, , later]) => later === 18);
					const until = back?.[1] ?? sent.at(-1)?.[1] ?? from;
					return isFirst && until - from >= 30 ? [[from, until]] : [];
				});
				expect(live(sent).map(({ startedAt }) => startedAt)).toEqual(held.map(([from]) => at(from)));
			}),
		);
	});
});

describe("the setting of how a device sends", () => {
	it("comes from its group, and changes of it are logged and undone", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner);
		const read = async () => dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(await read()).toMatchObject({ sends: "regular", inherited: { sends: null } });
		const members = { kind: "static", deviceIds: [device.id] };
		const group = { name: "Doors", description: "", colour: null, defaults: { sends: "changes" }, members };
		const { id: groupId } = dataOf<{ id: string }>(await owner.mutate("group.createGroup", group));
		expect(await read()).toMatchObject({ sends: "changes", inherited: { sends: groupId } });
		const change = { deviceIds: [device.id], sends: "regular" };
		const { undoId } = dataOf<{ undoId: string }>(await owner.mutate("device.changeDevices", change));
		expect((await read()).sends).toBe("regular");
		expect((await read()).inherited).not.toHaveProperty("sends");
		const lines = (await eventsOf(id, "config")).map(({ text }) => text);
		expect(lines).toContainEqual(expect.stringContaining("ends inherited → regularly"));
		dataOf(await owner.mutate("account.undo", { undoId }));
		expect(await read()).toMatchObject({ sends: "changes", inherited: { sends: groupId } });
	});

	it("leaves no gap in summary, log and report, up to the last sign of life and the limit of silence", async () => {
		const { id, owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const [air, door] = device.channels.map((channel) => channel.id);
		const readings = valve.map(([, minute, value]) => ({ channel: "Air", at: at(minute), value }));
		await ingest(key, [...readings, { channel: "Door", at: at(540), value: 1 }]);
		const period = { from: at(-60), to: at(23 * 60) };
		const ofSummary = async () => {
			const input = { ...period, channelIds: [air, door] };
			const summaries = dataOf<SeriesSummary>(await owner.query("log.getSeriesSummary", input));
			return summaries.map(({ unknownMs }) => unknownMs / minuteMs);
		};
		const ofReport = async () => {
			const summaries = await reportOf(id, period).summaries({ deviceId: device.id });
			return summaries.map(({ unknownMs }) => unknownMs / minuteMs);
		};
		const gapsOfReport = async () => {
			const {
				at: times,
				channel,
				holdings,
			} = await reportOf(id, period).readings({ deviceId: device.id, cursor: null });
			const [holding] = holdings ?? [];
			if (!holding) throw new Error("No holding");
			const own = times.filter((_, index) => channel[index] === 0);
			const gaps = gapsOf(own, { from: period.from, until: period.to, holding });
			return gaps.map((gap) => [(gap.from - start) / minuteMs, (gap.to - start) / minuteMs]);
		};
		const gapsOfLog = async () => {
			const input = { ...period, rangeType: "hour", offset: 0, isAfterGap: true, deviceIds: [device.id] };
			const { readings: rows } = dataOf<LogPage>(await owner.query("log.getLogs", input));
			return rows.gapMs?.map((ms) => ms / minuteMs);
		};
		expect(await gapsOfLog()).toEqual([462, 49]);
		const defaults = { sends: "changes", offlineAfterSeconds: 8 * 3_600 };
		const members = { kind: "static", deviceIds: [device.id] };
		const group = { name: "Valves", description: "", colour: null, defaults, members };
		dataOf(await owner.mutate("group.createGroup", group));
		const aliveUntil = 540 + 8 * 60;
		const expected = [59 + 23 * 60 - aliveUntil, 600 + 23 * 60 - aliveUntil];
		expect([await ofSummary(), await ofReport(), await gapsOfLog()]).toEqual([expected, expected, []]);
		expect(await gapsOfReport()).toEqual([
			[-60, -1],
			[aliveUntil, 23 * 60],
		]);
		// What comes later changes nothing of the period.
		await ingest(key, [{ channel: "Air", at: at(60 * 60), value: 18 }]);
		expect([await ofSummary(), await ofReport(), await gapsOfLog()]).toEqual([expected, expected, []]);
	});

	it("appears as a proposal after a week of unequal readings at irregular distances, and not set", async () => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const read = async () => dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		const from = Date.now() - 8 * dayMs;
		const readings = Array.from({ length: 60 }, (_, index) => {
			const minute = index * 180 + ((index * index * 37) % 150);
			return { channel: "Air", at: from + minute * minuteMs, value: 20 + (index % 7) };
		});
		await ingest(key, readings);
		expect(await read()).toMatchObject({ sends: "regular", seemsToSendChanges: true });
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], sends: "changes" }));
		expect(await read()).not.toHaveProperty("seemsToSendChanges");
	});

	it.each([
		["at regular distances", (index: number) => index * 180, (index: number) => 20 + (index % 7)],
		["that are often equal", (index: number) => index * 180 + ((index * index * 37) % 150), () => 20],
	])("remains without a proposal for readings %s", async (_, minuteOf, numberOf) => {
		const { owner } = await createOwner();
		const { device, key } = await addDevice(owner);
		const from = Date.now() - 8 * dayMs;
		const readings = Array.from({ length: 60 }, (_each, index) => {
			return { channel: "Air", at: from + minuteOf(index) * minuteMs, value: numberOf(index) };
		});
		await ingest(key, readings);
		const found = dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id }));
		expect(found).not.toHaveProperty("seemsToSendChanges");
	});

	it("makes a rule last over a pause, and the event says what was assumed", async () => {
		const alerted = await createAlerted({ rule: { ...warmRule, forSeconds: 1_800 } });
		const { owner, device, send, events } = alerted;
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], sends: "changes" }));
		for (const reading of [
			[0, 5],
			[2, 6],
			[4, 5],
			[6, 7],
			[9, 12],
			[58, 5],
		] as [number, number][])
			await send([reading]);
		const [event] = await events();
		expect(event).toMatchObject({ state: "ended", startedAt: alerted.at(9), unread: { isHeld: true } });
		const detail = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: event?.id }));
		expect(detail.unread).toEqual({ from: alerted.at(9), to: alerted.at(58), isHeld: true });
	});
});
