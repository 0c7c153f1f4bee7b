import { describe, expect, it } from "vitest";
import type { Rehearsal } from "../../../shared/alert/rehearsal";
import type { Device } from "../../../shared/device/device";
import { eventsSeen, hourMs, minuteMs } from "../fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { accountStub, addDevice, createOwner } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";
import { eventsOf, everyMinute, upload, uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

async function createSlow() {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	const start = Math.floor(Date.now() / hourMs) * hourMs - 72 * hourMs;
	return {
		id,
		owner,
		device,
		key,
		stub: accountStub(id),
		start,
		send: async (at: number, value: number) => uploadAt(key, at, [{ channel: "Air", at, value }]),
		read: async () => dataOf<Device>(await owner.query("device.getDevice", { deviceId: device.id })),
	};
}

describe("a device that reads hourly and was set to nothing", () => {
	it("fires and ends rules with durations, as its rehearsal says", async () => {
		const { owner, send, start } = await createSlow();
		const rule = { ...warmRule, forSeconds: 7_200, clear: { ...warmRule.clear, clearForSeconds: 3_600 } };
		await addAlert(owner, { rule });
		const values = [5, 5, 15, 15, 15, 15, 5, 5, 5, 15, 5, 15, 15, 15];
		for (const [hour, value] of values.entries()) await send(start + hour * hourMs, value);
		const at = (hour: number) => start + hour * hourMs;
		const events = await eventsSeen(owner);
		expect(events.map(({ startedAt, firedAt, endedAt }) => [startedAt, firedAt, endedAt])).toEqual([
			[at(11), at(13), null],
			[at(2), at(4), at(6)],
		]);
		const days = { ...warmAlert, rule, scope: "all", contactIds: [], contactGroupIds: [], days: 7 };
		const found = dataOf<Rehearsal>(await owner.query("alert.rehearse", days));
		expect(found.devices[0]?.excursions.map(({ from, to }) => [from, to])).toEqual([
			[at(11), null],
			[at(2), at(6)],
		]);
	});

	it("becomes late and offline by its measured interval, until a user sets one", async () => {
		const { id, owner, device, send, start, read, stub } = await createSlow();
		for (let hour = 0; hour < 3; hour += 1) await send(start + hour * hourMs, 5);
		expect(await read()).toMatchObject({ uploadIntervalSeconds: 900, measuredUploadSeconds: null });
		for (let hour = 3; hour < 8; hour += 1) await send(start + hour * hourMs, 5);
		const measured = { measuredLoggingSeconds: 3_600, measuredUploadSeconds: 3_600 };
		const applied = { loggingIntervalSeconds: 3_600, uploadIntervalSeconds: 3_600, offlineAfterSeconds: 3 * 3_600 };
		expect(await read()).toMatchObject({ ...measured, ...applied, inherited: { uploadIntervalSeconds: null } });
		const before = (await eventsOf(id, "event")).length;
		await workThrough(stub, start + 7 * hourMs + 61 * minuteMs);
		expect((await eventsOf(id, "event")).length).toBe(before);
		await owner.mutate("device.changeDevices", { deviceIds: [device.id], uploadIntervalSeconds: 900 });
		expect(await read()).toMatchObject({ ...measured, uploadIntervalSeconds: 900, offlineAfterSeconds: 2_700 });
		const inherit = { deviceIds: [device.id], inherit: ["uploadIntervalSeconds"] };
		await owner.mutate("device.changeDevices", inherit);
		expect(await read()).toMatchObject(applied);
	});

	it("measures only its own uploads, not those that write a local run's past", async () => {
		const { start, read, key } = await createSlow();
		const dayOf = (day: number) =>
			Array.from({ length: 24 }, (_, hour) => ({ channel: "Air", at: start + (24 * day + hour) * hourMs, value: 5 }));
		for (let day = -6; day < 2; day += 1)
			await upload({ key, receivedAt: start + (day + 1) * 24 * hourMs, readings: dayOf(day), past: everyMinute });
		expect(await read()).toMatchObject({ measuredLoggingSeconds: 3_600, measuredUploadSeconds: null });
	});

	it("keeps its measured interval if single uploads are late, and follows a change", async () => {
		const { send, start, read } = await createSlow();
		const minutes = [0, 60, 121, 180, 240, 299, 420, 480, 540, 900, 960];
		for (const minute of minutes) await send(start + minute * minuteMs, 5);
		expect(await read()).toMatchObject({ measuredLoggingSeconds: 3_600 });
		const often = async (from: number, to: number) => {
			for (let minute = from; minute <= to; minute += 10) await send(start + minute * minuteMs, 5);
		};
		await often(970, 970 + 23 * 60);
		expect(await read()).toMatchObject({ measuredLoggingSeconds: 3_600 });
		await often(970 + 23 * 60 + 10, 970 + 25 * 60);
		expect(await read()).toMatchObject({ measuredLoggingSeconds: 600, measuredUploadSeconds: 600 });
	});

	it("stays online in calm hours if it sends each half minute only while values change", async () => {
		const { id, send, start, stub } = await createSlow();
		let at = start;
		const calm = async (hours: number) => {
			for (let hour = 0; hour < hours; hour += 1, at += hourMs) await send(at + hourMs, 5);
		};
		const changing = async () => {
			for (let step = 0; step < 20; step += 1, at += minuteMs / 2) await send(at + minuteMs / 2, 5 + step);
		};
		await calm(6);
		const before = (await eventsOf(id, "event")).length;
		for (let round = 0; round < 3; round += 1) {
			await changing();
			await workThrough(stub, at + 59 * minuteMs);
			await calm(2);
		}
		expect((await eventsOf(id, "event")).length).toBe(before);
	});
});
