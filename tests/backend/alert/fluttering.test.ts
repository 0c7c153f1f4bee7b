import { describe, expect, it } from "vitest";
import { insertAlertEvent } from "../../../backend/db/alert-event-rows";
import type { AlertEventDetail } from "../../../shared/alert/alert";
import { dayMs } from "../../../shared/base/durations";
import { serverLimits } from "../../../shared/base/limits";
import { createAlerted, eventsSeen, minuteMs } from "../fixtures/alert-account";
import { eventRow } from "../fixtures/alert-event-row";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { createNotifying } from "../fixtures/alert-telling";
import { accountStub, addDevice, createOwner, inAccount, newId } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf } from "../fixtures/people";
import { eventsOf, uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const startOfUtcDay = (at: number) => at - (at % dayMs);

const flutter = (crossings: number, from = 0) =>
	Array.from({ length: 2 * crossings }, (_, position): [number, number] => [
		from + position,
		position % 2 === 0 ? 5 : 9,
	]);

describe("an upload whose readings flutter about a limit", () => {
	it("brings at most 19 events as they are, one of all others, and the one that is open with its true beginning", async () => {
		const { id, owner, send, events, at } = await createAlerted();
		await send([...flutter(501), [1_002, 12]]);
		const found = (await events()).toSorted((one, other) => one.startedAt - other.startedAt);
		expect(found).toHaveLength(21);
		expect(found.slice(0, 19).every(({ crossings, count }) => crossings === null && count === 1)).toBe(true);
		const several = { crossings: 500 - 19, count: 500 - 19, state: "ended", isPast: true };
		expect(found[19]).toMatchObject({ ...several, startedAt: at(39), endedAt: at(1_000) });
		const open = { state: "open", startedAt: at(1_001), count: 2, peak: 12, crossings: null };
		expect(found[20]).toMatchObject(open);
		const eventId = found[19]?.id;
		const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId }));
		const text = "Temperature is above 8 °C. It crossed the limit 481 times within 16 h 1 min, at worst 9.0 °C";
		expect(timeline.map((note) => note.text)).toEqual([text]);
		const lines = await eventsOf(id, "alert");
		expect(lines).toHaveLength(2 * 19 + 1 + 1);
		expect(lines.filter((line) => line.text === `Too warm: ${text}`)).toHaveLength(1);
	});

	it("sends one message for all merged events", async () => {
		const { send, events, messages, sendDue, provider } = await createNotifying();
		await send([...flutter(100), [200, 5]]);
		const [merged] = (await events()).filter(({ crossings }) => crossings !== null);
		expect(merged?.crossings).toBe(81);
		expect((await messages()).length).toBeLessThanOrEqual(2 * 20);
		await sendDue(230);
		expect(provider.taken.map(({ text = "" }) => text).join("\n")).toContain("crossed the limit 81 times");
	});

	it("reports the same in a rehearsal and for late readings", async () => {
		const { id, owner } = await createOwner();
		const { key } = await addDevice(owner);
		const start = Math.floor(Date.now() / minuteMs) * minuteMs - 24 * 60 * minuteMs;
		const at = (minute: number) => start + minute * minuteMs;
		const entries = flutter(300).map(([minute, value]) => ({ channel: "Air", at: at(minute), value }));
		await addAlert(owner);
		await uploadAt(key, at(700), [{ channel: "Air", at: at(699), value: 5 }]);
		await uploadAt(key, at(701), [...entries, { channel: "Air", at: at(600), value: 5 }]);
		await workThrough(accountStub(id), at(710));
		const facts = (await eventsSeen(owner)).map(({ startedAt, crossings }) => [startedAt, crossings ?? 0]);
		expect(facts).toHaveLength(20);
		expect(facts.filter(([, crossings]) => crossings !== 0)).toEqual([[at(39), 300 - 19]]);
		const draft = { rule: warmRule, severity: "warning", scope: "all", contactIds: [], contactGroupIds: [], days: 7 };
		const { devices } = dataOf<{ devices: { count: number; excursions: { from: number; crossings?: number }[] }[] }>(
			await owner.query("alert.rehearse", draft),
		);
		expect(devices.map(({ count }) => count)).toEqual([20]);
		expect(devices[0]?.excursions.map(({ from, crossings = 0 }) => [from, crossings])).toEqual(facts);
	});
});

it("merges from the first on if the device's month is full, except the open one", async () => {
	const { id, alert, device, send, events, at } = await createAlerted();
	await send([[0, 5]]);
	await inAccount(id, (db) => {
		// The readings may cross midnight, into another month.
		for (const startedAt of new Set([0, 12].map((minute) => startOfUtcDay(at(minute)))))
			for (let position = 0; position < serverLimits.eventsPerDeviceMonth; position += 1) {
				insertAlertEvent(db, {
					...eventRow({ id: newId("alertEvent"), deviceId: device.id, startedAt }),
					endedAt: startedAt,
				});
			}
	});
	await send([...flutter(5, 1), [11, 5], [12, 9]]);
	const own = await events({ alertIds: [alert.id] });
	expect(own).toHaveLength(2);
	const [open, ended] = own;
	expect(open).toMatchObject({ state: "open", startedAt: at(12), crossings: null });
	expect(ended).toMatchObject({ state: "ended", startedAt: at(2), crossings: 5 });
});

it("removes the events of a file on undo, with the line of the merged ones", async () => {
	const { id, owner, device, send, events, stub } = await createAlerted();
	await send([[0, 5]]);
	const from = Date.now() - 24 * 60 * minuteMs;
	const lines = [...flutter(100), [200, 5]].map(
		([minute = 0, value]) => `${new Date(from + minute * minuteMs).toISOString()},${value}`,
	);
	const file = `time,Air\n${lines.join("\n")}\n`;
	const options = { deviceId: device.id };
	const { id: importId } = dataOf<{ id: string }>(await sendImport(owner, "log.importReadings", { options, file }));
	await workThrough(stub, Date.now() + minuteMs);
	expect((await events()).map(({ crossings }) => crossings ?? 1).toSorted((a, b) => b - a)[0]).toBe(81);
	dataOf(await owner.mutate("log.undoImport", { importId }));
	expect([await events(), await eventsOf(id, "alert")]).toEqual([[], []]);
});
