import type { AlertListRow } from "../../shared/alert/alert";
import { dayMs } from "../../shared/base/durations";
import type { DeviceListRow } from "../../shared/device/device";
import type { LogPage } from "../../shared/log/log";
import { eventsSeen, hourMs, minuteMs } from "../backend/fixtures/alert-account";
import { addAlert, silentRule, warmRule } from "../backend/fixtures/alert-rules";
import { runWork } from "../backend/fixtures/alert-telling";
import { calibrate } from "../backend/fixtures/calibrate";
import { createContact } from "../backend/fixtures/contact-input";
import { addDevice, addGroup, addMember, createOwner } from "../backend/fixtures/fleet";
import { dataOf, type Person } from "../backend/fixtures/people";
import { uploadAt } from "../backend/fixtures/uploads";

/** Old enough to be in the archive. */
export const oldDay = Date.UTC(2026, 5, 3);
export const newDay = Date.UTC(2026, 10, 23);

/** An account with something in every kind of table: an archived month, a tail, rules with events, people. */
export async function createSampleAccount() {
	const { id, owner } = await createOwner("Cold Chain of Lisbon");
	const group = await addGroup(id, "Lisbon");
	const { device, key } = await addDevice(owner, { name: "Freezer 7", groupIds: [group] });
	await addDevice(owner, { name: "In its box", serialNumber: "BOX-1" });
	await addMember(id, "viewer", { groupIds: [group] });
	const contact = await createContact(owner);
	await addAlert(owner, { name: "Too warm", contactIds: [contact.id], rule: warmRule });
	await addAlert(owner, { name: "Silent", scope: { deviceIds: [device.id] }, rule: silentRule, isEnabled: false });
	for (const day of [oldDay, newDay]) {
		for (let hour = 0; hour < 4; hour += 1) await uploadAt(key, day + (hour + 1) * hourMs, readingsOf(day, hour));
	}
	const [air] = device.channels;
	if (!air) throw new Error("A device without channels");
	const calibration = { from: newDay, scale: 1, offset: 0.5 };
	dataOf(await calibrate(owner, { deviceId: device.id, channelId: air.id }, calibration));
	dataOf(await owner.mutate("log.addNote", { deviceId: device.id, text: "Defrosted", at: newDay + hourMs }));
	await runWork(id, "seal", Date.now());
	await runWork(id, "archive", Date.now() + 30 * dayMs);
	await uploadAt(key, newDay + 7 * hourMs, readingsOf(newDay, 6));
	return { accountId: id, ownerSub: owner.sub, key, facts: await factsOf(owner) };
}

/** Warm once for a quarter of an hour, in the second hour; still warm in the last. */
function readingsOf(day: number, hour: number) {
	return Array.from({ length: 12 }, (_, index) => {
		const isWarm = hour === 3 ? index > 6 : hour === 1 && index < 3;
		return { channel: "Air", at: day + hour * hourMs + index * 5 * minuteMs, value: (isWarm ? 9.5 : 4.25) + index / 8 };
	});
}

/** The stored data as the account's people see it, without what today's date changes, and in today's words. */
export async function factsOf(person: Person): Promise<unknown> {
	const devices = dataOf<DeviceListRow[]>(await person.query("device.getDevices"));
	const logs = [oldDay, newDay].map(async (from) => {
		const span = { rangeType: "day", offset: 0, from, to: from + dayMs, order: "oldest-first" };
		return dataOf<LogPage>(await person.query("log.getLogs", { ...span, kinds: ["reading", "note"] }));
	});
	const alerts = dataOf<AlertListRow[]>(await person.query("alert.getAlerts"));
	const events = (await eventsSeen(person)).filter(({ startedAt }) => startedAt < newDay + dayMs);
	const facts = {
		devices: devices.map(({ id, name, serialNumber }) => ({ id, name, serialNumber })),
		logs: (await Promise.all(logs)).map(({ readings, channels, events: lines }) => ({
			readings,
			channels: channels.map(({ id, name }) => ({ id, name })),
			lines: lines.map(({ at, kind, text }) => ({ at, kind, text })),
		})),
		alerts: alerts.map(({ id, name, isEnabled, severity, condition, recipients }) => ({
			id,
			name,
			isEnabled,
			severity,
			condition,
			recipients,
		})),
		events: events.map(({ id, alertId, deviceId, sentence, startedAt, firedAt, firedValue, count, peak, peakAt }) => ({
			id,
			alertId,
			deviceId,
			sentence,
			startedAt,
			firedAt,
			firedValue,
			count,
			peak,
			peakAt,
		})),
	};
	return JSON.parse(JSON.stringify(facts));
}
