import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { evaluateUpload } from "../../../backend/alert/engine/evaluate-upload";
import { type EngineEvent, eventOf, newState, packState, unpackState } from "../../../backend/alert/engine/run-state";
import { rereadOpenEvents } from "../../../backend/alert/reread-events";
import { findDevice } from "../../../backend/db/device-rows";
import type { AlertEventDetail, AlertListRow, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { dayMs, minuteMs } from "../../../shared/base/durations";
import { doubtfulIdOf } from "../../../shared/log/reading-marks";
import { noData, rate, stuck, temperature, threshold } from "../../conditions";
import * as fc from "../../properties";
import { createAlerted } from "../fixtures/alert-account";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { createNotifying, headings } from "../fixtures/alert-telling";
import { accountStub } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { eventsOf } from "../fixtures/uploads";
import { partsOf, workThrough } from "../fixtures/works";
import { faultsOf } from "./settled-oracle";

type Reading = [minutes: number, value: number, mark?: "doubtful"];

/** Stores readings through the store, the doubtful ones under their own ids. */
function storing({ id, device, at }: Pick<Awaited<ReturnType<typeof createAlerted>>, "id" | "device" | "at">) {
	const air = device.channels[0]?.id ?? "";
	const store = (readings: Reading[], received = readings.at(-1)?.[0] ?? 0) =>
		runInDurableObject(accountStub(id), async (object) => {
			const { db, readingStore, alertWatch } = partsOf(object);
			const row = findDevice(db, device.id);
			if (!row) throw new Error("No device");
			const columns = {
				channelIds: [air, doubtfulIdOf(air)],
				channel: readings.map(([, , mark]) => (mark ? 1 : 0)),
				at: readings.map(([minute]) => at(minute)),
				value: readings.map(([, value]) => value),
			};
			const upload = { deviceId: device.id, seq: readingStore.nextSeq(), receivedAt: at(received), ...columns };
			await readingStore.append(upload, alertWatch.evaluator(row, { isBeforeMessages: false }));
		});
	return { air, store };
}

async function createFaulty(rule: Partial<CreateAlert> = {}) {
	const alerted = await createAlerted(rule);
	return { ...alerted, ...storing(alerted) };
}

const doubtful = (minute: number, value = 327.67): Reading => [minute, value, "doubtful"];

describe("a sensor fault", () => {
	it("opens at the second doubtful reading in a row, and ends with the third good one", async () => {
		const { id, owner, device, alert, air, store, events, state, at } = await createFaulty();
		await store([[0, 5]]);
		await store([doubtful(5)]);
		expect(await events()).toEqual([]);
		await store([doubtful(10, 655.35)]);
		const [open] = await events();
		expect(open).toMatchObject({
			alertId: alert.id,
			deviceId: device.id,
			channelId: air,
			ruleName: "Sensor fault",
			sentence: "Air sends values that cannot be right.",
			condition: { kind: "sensorFault" },
			severity: "warning",
			state: "open",
			startedAt: at(5),
			firedAt: at(10),
			firedValue: 655.35,
			count: 2,
		});
		expect(await state()).toBe("alerting");
		await store([
			[15, 5],
			[20, 5],
		]);
		await store([doubtful(25)]);
		await store([
			[30, 5],
			[35, 5],
		]);
		expect(await events()).toMatchObject([
			{ id: open?.id, state: "open", count: 3, lastValue: 327.67, lastAt: at(25) },
		]);
		await evictDurableObject(accountStub(id));
		await store([[40, 5]]);
		expect(await events()).toMatchObject([{ state: "ended", endReason: "recovered", endedAt: at(40) }]);
		expect(await state()).toBe("ok");
		expect((await eventsOf(id, "alert")).map(({ level, text }) => [level, text])).toEqual([
			["warning", "Sensor fault: Air sends values that cannot be right."],
			["info", "Sensor fault: over, after three good readings in a row"],
		]);
		const { timeline, hasRule } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: open?.id }));
		expect([timeline.map(({ kind }) => kind), hasRule]).toEqual([["opened", "ended"], true]);
		const [rule] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(rule).toMatchObject({ condition: "Temperature is above 8 °C.", openEvents: 0 });
	});

	it("opens for the first doubtful reading if none follows within three usual intervals", async () => {
		const { id, store, events, stub, at } = await createFaulty();
		await store([0, 5, 10, 15, 20, 25].map((minute): Reading => [minute, 5]));
		await store([doubtful(30)]);
		await evictDurableObject(accountStub(id));
		await workThrough(stub, at(30) + 15 * minuteMs - 1);
		expect(await events()).toEqual([]);
		await workThrough(stub, at(30) + 15 * minuteMs);
		expect(await events()).toMatchObject([{ startedAt: at(30), firedAt: at(45), count: 1, state: "open" }]);
	});

	it("opens nothing for a single doubtful reading that a good one follows", async () => {
		const { store, events, stub, at } = await createFaulty();
		await store([[0, 5], doubtful(5), [10, 5], doubtful(15), [20, 5]]);
		await workThrough(stub, at(120));
		expect(await events()).toEqual([]);
	});

	it.each([
		["a limit", threshold("<", -20)],
		["a change", rate("either", 5, 3_600)],
		["a value that is stuck", stuck(600)],
	])("opens alone for doubtful readings, without %s", async (_, condition) => {
		const { store, events } = await createFaulty({ rule: { ...warmRule, condition } });
		await store([[0, 5.1], doubtful(5, -5572.8), [10, 5.2], doubtful(15, -5572.8), [20, 5.3]]);
		expect(await events()).toEqual([]);
		await store([doubtful(25, -5572.8), doubtful(30, -5572.8), doubtful(35, -5572.8), doubtful(40, -5572.8)]);
		expect((await events()).map(({ ruleName }) => ruleName)).toEqual(["Sensor fault"]);
	});

	it.each([
		["below absolute zero", -5572.8, threshold("<", -20)],
		["of a lost sign", 6548.3, threshold(">", 8)],
		["of a missing probe", 327.67, threshold(">", 8)],
	])("opens alone for uploaded values %s", async (_, value, condition) => {
		const { send, events, at } = await createAlerted({ rule: { ...warmRule, condition } });
		await send([[0, 5]]);
		await send([[5, value]]);
		expect(await events()).toEqual([]);
		await send([[10, value]]);
		await send([[15, value]]);
		expect(await events()).toMatchObject([
			{ ruleName: "Sensor fault", state: "open", startedAt: at(5), firedAt: at(10), firedValue: value, count: 3 },
		]);
	});

	it("stands beside missing data of the channel, while the device counts as seen", async () => {
		const alerted = await createFaulty({ rule: { ...warmRule, condition: noData(temperature, 900) } });
		const { owner, store, events, stub, at } = alerted;
		await addAlert(owner, { name: "Whole device", rule: { ...warmRule, condition: noData(null, 900) } });
		await store([[0, 5]]);
		for (const minute of [5, 10]) await store([doubtful(minute)]);
		await workThrough(stub, at(15));
		const names = (await events()).map(({ ruleName }) => ruleName);
		expect(names.sort()).toEqual(["Sensor fault", "Too warm"]);
	});

	it("takes severity, recipients and hours of the worst rule on its channel", async () => {
		const { owner, store, events } = await createFaulty({ severity: "info" });
		const worst = await addAlert(owner, {
			name: "Far too warm",
			severity: "critical",
			rule: { ...warmRule, condition: threshold(">", 20) },
		});
		await addAlert(owner, { name: "Off", severity: "critical", isEnabled: false });
		await store([doubtful(0), doubtful(5)]);
		expect(await events()).toMatchObject([{ alertId: worst.id, severity: "critical" }]);
	});

	it("opens nothing outside the hours of its rule, and with the next doubtful reading within them", async () => {
		const future = Math.ceil(Date.now() / dayMs) * dayMs + 30 * dayMs;
		const schedule = { zone: "UTC" as const, weekly: [], spans: [{ from: future, to: future + dayMs }] };
		const faulty = await createFaulty({ rule: { ...warmRule, schedule } });
		const later = (future - faulty.at(0)) / minuteMs;
		await faulty.store([doubtful(0), doubtful(5)]);
		await workThrough(faulty.stub, faulty.at(60));
		expect(await faulty.events()).toEqual([]);
		await faulty.store([doubtful(later + 1)]);
		expect(await faulty.events()).toMatchObject([{ startedAt: faulty.at(0), firedAt: future + minuteMs }]);
	});

	it("opens nothing on a channel that no enabled rule watches", async () => {
		const { owner, alert, store, events, stub, at } = await createFaulty();
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: false }));
		await store([doubtful(0), doubtful(5)]);
		await workThrough(stub, at(120));
		expect(await events()).toEqual([]);
	});

	it("goes on when its rule changes, and ends when it is deleted", async () => {
		const { owner, alert, store, events, state } = await createFaulty();
		await store([doubtful(0), doubtful(5)]);
		const { id, version, name, description, severity, isEnabled, contactIds } = alert;
		const recipients = { contactIds, contactGroupIds: [], notification: plainNotification };
		const rule = { ...warmRule, condition: threshold(">", 30) };
		const change = { alertId: id, version, name, description, severity, isEnabled, scope: "all", rule, ...recipients };
		expect(dataOf(await owner.mutate("alert.updateAlert", change))).toMatchObject({ ended: [], kept: 1 });
		expect(await events()).toMatchObject([{ state: "open", sentence: "Air sends values that cannot be right." }]);
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: id }));
		expect(await events()).toMatchObject([{ state: "ended", endReason: "deleted" }]);
		expect(await state()).toBe("ok");
		await addAlert(owner);
		await store([doubtful(10), doubtful(15)]);
		expect(await events()).toHaveLength(2);
	});

	it("ends when a person clears it, and opens again at the next two doubtful readings", async () => {
		const { owner, store, events } = await createFaulty();
		await store([doubtful(0), doubtful(5)]);
		const [open] = await events();
		dataOf(await owner.mutate("alert.clearEvents", { eventIds: [open?.id] }));
		await store([doubtful(10)]);
		expect(await events()).toMatchObject([{ endReason: "cleared" }]);
		await store([doubtful(15)]);
		expect(await events()).toHaveLength(2);
	});

	it("ends when people exclude its readings", async () => {
		const { id, device, air, store, events, at } = await createFaulty();
		await store([doubtful(0), doubtful(5)]);
		await runInDurableObject(accountStub(id), async (object) => {
			const cause = {
				reason: "readingsMarked" as const,
				from: at(0),
				to: at(6),
				text: "Ben excluded the readings of Air",
			};
			await rereadOpenEvents({ ...partsOf(object), now: at(10) }, { deviceId: device.id, channelId: air }, cause);
		});
		expect(await events()).toMatchObject([{ state: "ended", endReason: "readingsMarked" }]);
	});

	it("notifies the recipients of its rule, also of its end", async () => {
		const alerted = await createNotifying();
		const { store } = storing(alerted);
		await store([doubtful(0), doubtful(5)]);
		await alerted.sendDue(10);
		await store([
			[10, 5],
			[15, 5],
			[20, 5],
		]);
		await alerted.sendDue(60);
		expect(headings(alerted.provider)).toEqual(["Warning: Freezer 1", "Recovered: Freezer 1"]);
		const [first] = alerted.provider.taken;
		expect(first?.text).toContain("Air sends values that cannot be right");
		expect(first?.text).not.toContain("Shut the door.");
		expect(first?.subject).toContain("sent 327.7 °C");
	});

	it("shares one message with the missing data of its channel", async () => {
		const rule = { rule: { ...warmRule, condition: noData(temperature, 900) } };
		const { send, sendDue, events, stub, at, provider } = await createNotifying(rule);
		await send([[0, 5]]);
		await send([[5, 327.67]]);
		await send([[14.75, 327.67]]);
		await workThrough(stub, at(15));
		expect((await events()).map(({ ruleName }) => ruleName).sort()).toEqual(["Sensor fault", "Too warm"]);
		await sendDue(20);
		expect(provider.taken).toHaveLength(1);
		const [{ text } = {}] = provider.taken;
		expect(text).toContain("Air sends values that cannot be right");
		expect(text).toContain("No reading of Temperature for 15 minutes");
	});

	it("follows the rule of readings in a row, however they are cut into uploads", () => {
		const seen = fc.array(fc.boolean(), { minLength: 1, maxLength: 24 });
		fc.assert(
			fc.property(seen, fc.integer({ min: 1, max: 5 }), (marks, size) => {
				expect(faultsBy(marks, size)).toEqual(faultsOf(marks));
			}),
		);
	});
});

/** Events of one channel, a reading a minute, as positions of readings. */
function faultsBy(marks: boolean[], size: number) {
	let state = newState();
	let ids = 0;
	const events = new Map<string, EngineEvent>();
	const faultRuleOf = () => ({ severity: "warning" as const, settingMs: minuteMs, isOpenAt: null });
	const parts = { watched: [], history: () => [], newEventId: () => `evt_${++ids}`, faultRuleOf };
	for (let from = 0; from < marks.length; from += size) {
		const part = marks.slice(from, from + size).map((isDoubtful, index) => {
			return { isDoubtful, at: (from + index) * minuteMs, value: 1 };
		});
		const channels = new Map([["chn_1", part.filter(({ isDoubtful }) => !isDoubtful)]]);
		const suspect = new Map([["chn_1", part.filter(({ isDoubtful }) => isDoubtful)]]);
		const evaluation = evaluateUpload(parts, state, {
			receivedAt: (from + size) * minuteMs,
			channels,
			doubtful: suspect,
		});
		for (const { event } of evaluation.changes) events.set(event.id, event);
		state = unpackState(packState(evaluation.state, ["chn_1"]), ["chn_1"]);
	}
	for (const run of state.runs) {
		const event = eventOf(run, null);
		if (event) events.set(event.id, event);
	}
	return [...events.values()].map(({ startedAt, firedAt, endedAt, count }) => {
		return { started: startedAt / minuteMs, fired: firedAt / minuteMs, ended: endedAt && endedAt / minuteMs, count };
	});
}
