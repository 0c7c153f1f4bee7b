import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { Alert, AlertEventDetail, AlertListRow } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import { createAlerted, hourMs, minuteMs } from "../fixtures/alert-account";
import { addAlert, silentRule, warmRule } from "../fixtures/alert-rules";
import { createNotifying, messagesOf } from "../fixtures/alert-telling";
import { addApiKey, callApi } from "../fixtures/api-keys";
import { accountStub, addDevice } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { dataOf } from "../fixtures/people";
import { eventsOf } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

describe("an event", () => {
	it("opens and ends with the readings, and is reported by the rule, the device and the log", async () => {
		const { id, owner, device, alert, send, events, state, at } = await createAlerted();
		await send([[0, 5]]);
		expect([await events(), await state()]).toEqual([[], "ok"]);
		await send([
			[1, 9],
			[2, 11],
		]);
		await send([[3, 10]]);
		expect(await events()).toMatchObject([
			{
				alertId: alert.id,
				deviceId: device.id,
				ruleName: "Too warm",
				sentence: "Temperature is above 8 °C.",
				state: "open",
				severity: "warning",
				startedAt: at(1),
				firedAt: at(1),
				firedValue: 9,
				isPast: false,
				count: 3,
				peak: 11,
				peakAt: at(2),
				lastAt: at(3),
				lastValue: 10,
				endedAt: null,
			},
		]);
		const [row] = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(row).toMatchObject({ openEvents: 1, lastFiredAt: new Date(at(1)), condition: "Temperature is above 8 °C." });
		expect(await state()).toBe("alerting");
		await send([[4, 7]]);
		const [ended] = await events();
		expect(ended).toMatchObject({ state: "ended", endedAt: at(4), endReason: "recovered", count: 3, peak: 11 });
		expect(await state()).toBe("ok");
		expect((await eventsOf(id, "alert")).map(({ level, text, deviceId }) => [level, text, deviceId])).toEqual([
			["warning", "Too warm: Temperature is above 8 °C.", device.id],
			["info", "Too warm: over, at worst 11.0 °C", device.id],
		]);
		const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: ended?.id }));
		expect(timeline.map(({ kind, at: when }) => [kind, when])).toEqual([
			["opened", at(1)],
			["ended", at(4)],
		]);
	});

	it("opens no second event for a repeated upload", async () => {
		const { send, events } = await createAlerted();
		for (let again = 0; again < 3; again += 1) await send([[1, 9]]);
		expect(await events()).toMatchObject([{ count: 1, state: "open" }]);
	});

	it("becomes a past excursion if it was over within a nightly batch", async () => {
		const { send, events } = await createAlerted({ rule: { ...warmRule, forSeconds: 600 } });
		const night = Array.from({ length: 96 }, (_, step): [number, number] => [
			step * 5,
			step > 20 && step < 30 ? 12 : 4,
		]);
		await send(night.toReversed(), 8 * 60);
		expect(await events()).toMatchObject([{ state: "ended", isPast: true, count: 9, peak: 12 }]);
	});

	it("stores the event with its reading or not at all", async () => {
		const { id, send, events } = await createAlerted();
		const onStorage = (query: string) =>
			runInDurableObject(accountStub(id), (_, { storage }) => void storage.sql.exec(query));
		await onStorage("CREATE TRIGGER broken BEFORE INSERT ON alert_events BEGIN SELECT RAISE(ABORT, 'broken'); END");
		await expect(send([[1, 9]])).rejects.toThrow();
		await onStorage("DROP TRIGGER broken");
		await send([[1, 9]]);
		expect(await events()).toMatchObject([{ count: 1 }]);
	});

	it("continues if the object ended in between", async () => {
		const { id, send, events, at } = await createAlerted({ rule: { ...warmRule, forSeconds: 600 } });
		for (const minute of [0, 5, 10, 15, 20]) {
			await send([[minute, minute === 20 ? 4 : 9]]);
			await evictDurableObject(accountStub(id));
		}
		expect(await events()).toMatchObject([{ startedAt: at(0), firedAt: at(10), endedAt: at(20), count: 4 }]);
	});

	it("evaluates calibrated values, not sent ones", async () => {
		const { owner, device, send, events } = await createAlerted();
		const channelId = device.channels[0]?.id;
		const calibration = { channelId, from: Date.UTC(2026, 0, 1), scale: 1, offset: 5, seen: [] };
		dataOf(await owner.mutate("device.setCalibration", calibration));
		await send([[1, 4]]);
		expect(await events()).toMatchObject([{ firedValue: 9 }]);
	});
});

describe("a clock that is wrong", () => {
	it("counts at receipt if it is 20 hours ahead", async () => {
		const { send, events, at } = await createAlerted();
		await send([[0, 5]]);
		await send([[20 * 60, 9]], 1);
		await send([[20 * 60 + 1, 5]], 2);
		await send([[3, 9]]);
		expect(await events()).toMatchObject([
			{ startedAt: at(3), state: "open", isClockWrong: false },
			{ startedAt: at(1), endedAt: at(2), isClockWrong: true },
		]);
	});

	it("counts at receipt from the second upload on if it was reset to 2020", async () => {
		const { send, events, at, stub } = await createAlerted();
		const back = (Date.UTC(2020, 0, 1) - at(0)) / minuteMs;
		await send([[0, 5]]);
		await send([[back, 5]], 10);
		await send([[back + 5, 9]], 15);
		expect(await events()).toMatchObject([{ startedAt: at(15), state: "open", isClockWrong: true }]);
		await workThrough(stub, at(20));
		expect(await events()).toHaveLength(1);
	});
});

describe("readings behind newer ones", () => {
	it("add past excursions, once, and open or end nothing", async () => {
		const { send, events, at, stub, id } = await createAlerted();
		await send([
			[60, 9],
			[65, 9],
		]);
		await send(
			[
				[0, 5],
				[5, 12],
				[10, 5],
			],
			70,
		);
		expect(await events()).toHaveLength(1);
		await evictDurableObject(accountStub(id));
		await workThrough(stub, at(75));
		await send([[66, 9]]);
		await send([[11, 5]], 76);
		await workThrough(stub, at(80));
		expect(await events()).toMatchObject([
			{ state: "open", startedAt: at(60), count: 3 },
			{ state: "ended", isPast: true, startedAt: at(5), endedAt: at(10) },
		]);
	});

	it("add past excursions from a file, and its undo removes them", async () => {
		const { id, owner, device, events, stub } = await createAlerted();
		const from = Math.floor(Date.now() / hourMs - 48) * hourMs;
		const lines = [5, 9, 10, 5].map((value, step) => `${new Date(from + step * 5 * minuteMs).toISOString()},${value}`);
		const options = { deviceId: device.id };
		const file = `time,Air\n${lines.join("\n")}\n`;
		const { id: importId } = dataOf<{ id: string }>(await sendImport(owner, "log.importReadings", { options, file }));
		await workThrough(stub, Date.now() + minuteMs);
		const span = { startedAt: from + 5 * minuteMs, endedAt: from + 15 * minuteMs };
		expect(await events()).toMatchObject([{ ...span, isPast: true, peak: 10 }]);
		expect(await eventsOf(id, "alert")).toHaveLength(2);
		const { key } = await addApiKey(owner);
		const changes = async (since: string) => {
			const response = await callApi(key, `changes${since}`);
			return response.json<{ data: { deviceId: string; from: string; to: string }[]; nextSince: string }>();
		};
		const { data: before, nextSince } = await changes("");
		const written = await eventsOf(id, "alert");
		dataOf(await owner.mutate("log.undoImport", { importId }));
		expect([await events(), await eventsOf(id, "alert")]).toEqual([[], []]);
		const { data } = await changes(`?since=${nextSince}`);
		expect(data).toMatchObject([{ deviceId: device.id, change: "changed", eventsGone: true }]);
		expect(before).not.toMatchObject([{ eventsGone: true }]);
		const [gone] = data;
		for (const at of [span.startedAt, span.endedAt, ...written.map((line) => line.at)]) {
			expect(at).toBeGreaterThanOrEqual(Date.parse(gone?.from ?? ""));
			expect(at).toBeLessThan(Date.parse(gone?.to ?? ""));
		}
	});
});

describe("silence", () => {
	it("opens an event at its deadline, also after the object ended, and the next upload ends it", async () => {
		const { id, send, events, at, stub } = await createAlerted({ name: "Silent", rule: silentRule });
		await send([[0, 5]]);
		await evictDurableObject(accountStub(id));
		await workThrough(stub, at(44));
		expect(await events()).toEqual([]);
		await workThrough(stub, at(46));
		expect(await events()).toMatchObject([{ startedAt: at(0), firedAt: at(45), firedValue: 45 * 60, state: "open" }]);
		await send([[60, 5]]);
		expect(await events()).toMatchObject([{ endedAt: at(60), endReason: "recovered", peak: 60 * 60 }]);
	});

	it("opens an event of the rule due first, a group's too, after the object ended", async () => {
		const { id, owner, device, send, events, at, stub } = await createAlerted({ name: "Silent", rule: silentRule });
		const members = { kind: "static", deviceIds: [device.id] };
		const named = { name: "Cold", description: "", colour: null, defaults: {}, members };
		const group = dataOf<{ id: string }>(await owner.mutate("group.createGroup", named));
		const soon = { ...silentRule, condition: { kind: "noData" as const, channels: null, afterSeconds: 1_200 } };
		await addAlert(owner, { name: "Soon", rule: soon, scope: { groupIds: [group.id] } });
		await send([[0, 5]]);
		for (const [minute, count] of [
			[19, 0],
			[20, 1],
			[44, 1],
			[45, 2],
		] as const) {
			await evictDurableObject(accountStub(id));
			await workThrough(stub, at(minute));
			expect(await events()).toHaveLength(count);
		}
	});

	it("opens no event after half an hour in which the backend was away", async () => {
		const { id, send, events, at, stub } = await createAlerted({ name: "Silent", rule: silentRule });
		await send([[0, 5]]);
		await evictDurableObject(accountStub(id));
		await workThrough(stub, at(75));
		expect(await events()).toEqual([]);
		await evictDurableObject(accountStub(id));
		await workThrough(stub, at(89));
		expect(await events()).toEqual([]);
		await workThrough(stub, at(90));
		expect(await events()).toMatchObject([{ startedAt: at(0), firedAt: at(90) }]);
	});

	it("leaves an open event open, and says since when it is stale", async () => {
		const { send, events, at, stub } = await createAlerted();
		await send([[0, 9]]);
		await workThrough(stub, at(46));
		expect(await events()).toMatchObject([{ state: "open", staleSince: at(0) }]);
		await send([[50, 9]]);
		expect(await events()).toMatchObject([{ state: "open", staleSince: null }]);
	});
});

describe("a rule that is changed", () => {
	const above = (value: number) => ({
		kind: "threshold" as const,
		channels: { quantity: "temperature" as const, unit: "°C", name: null },
		comparison: ">" as const,
		limit: { from: "value" as const, value },
	});
	const edited = ({ id, version, name, description, severity, isEnabled, contactIds, rule }: Alert) => {
		const recipients = { contactIds, contactGroupIds: [], notification: plainNotification };
		return { alertId: id, version, name, description, severity, isEnabled, scope: "all" as const, rule, ...recipients };
	};

	it("shows its effect on open events, and applies it", async () => {
		const { owner, alert, device, send, events, at } = await createAlerted();
		await send([[0, 9]]);
		const [event] = await events();
		const change = { ...edited(alert), rule: { ...warmRule, condition: above(10), forSeconds: 600 } };
		const last = { at: at(0), value: 9 };
		const ended = [{ eventId: event?.id, deviceId: device.id, reason: "ruleChanged", last }];
		const expected = { ended, kept: 0, confirmed: [] };
		expect(dataOf(await owner.mutate("alert.updateAlert", { ...change, isTrial: true }))).toMatchObject(expected);
		expect(await events()).toMatchObject([{ state: "open" }]);
		expect(dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id })).version).toBe(1);
		expect(dataOf(await owner.mutate("alert.updateAlert", change))).toMatchObject(expected);
		expect(await events()).toMatchObject([
			{ state: "ended", endReason: "ruleChanged", sentence: "Temperature is above 8 °C." },
		]);
		expect((await owner.mutate("alert.updateAlert", change)).error?.data.reason).toBe("CHANGED_MEANWHILE");
		await send([[1, 11]]);
		expect(await events()).toHaveLength(1);
		await send([[11, 11]]);
		expect(await events()).toMatchObject([
			{ state: "open", sentence: "Temperature is above 10 °C for 10 minutes." },
			{},
		]);
	});

	it("keeps the events that its new limit confirms at the last reading, and records it without a message", async () => {
		const { id, owner, alert, device, send, events, at, ana } = await createNotifying();
		await send([[0, 9]]);
		await send([[1, 14]]);
		await send([[2, 12]]);
		const [event] = await events();
		const { version } = dataOf<Alert>(await owner.query("alert.getAlert", { alertId: alert.id }));
		const base = { ...edited(alert), version, isEnabled: true, contactIds: [ana.id] };
		const change = { ...base, severity: "critical" as const, rule: { ...warmRule, condition: above(10) } };
		const confirmed = [{ eventId: event?.id, deviceId: device.id, last: { at: at(2), value: 12 } }];
		const expected = { ended: [], kept: 1, confirmed };
		expect(dataOf(await owner.mutate("alert.updateAlert", { ...change, isTrial: true }))).toEqual({
			alertId: alert.id,
			...expected,
		});
		expect(await events()).toMatchObject([{ sentence: "Temperature is above 8 °C.", severity: "warning" }]);
		const queued = await messagesOf(id);
		expect(queued).toHaveLength(1);
		expect(dataOf(await owner.mutate("alert.updateAlert", change))).toMatchObject(expected);
		expect(await messagesOf(id)).toEqual(queued);
		expect(await events()).toMatchObject([
			{
				id: event?.id,
				state: "open",
				sentence: "Temperature is above 10 °C.",
				severity: "critical",
				startedAt: at(0),
				peak: 14,
				lastValue: 12,
				count: 3,
			},
		]);
		const { timeline } = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: event?.id }));
		expect(timeline.find(({ kind }) => kind === "ruleChanged")?.text).toBe(
			`Temperature is above 8 °C. Now: Temperature is above 10 °C. Now critical. Last reading: 12.0 °C, ${new Date(at(2)).toISOString()}`,
		);
		await send([[3, 9]]);
		expect(await events()).toMatchObject([{ id: event?.id, state: "ended", endReason: "recovered", endedAt: at(3) }]);
	});

	it("keeps its open events if its hours, severity or duration change, or without a new reading", async () => {
		const { owner, alert, send, events } = await createAlerted();
		await send([[0, 9]]);
		const change = { ...edited(alert), severity: "info" as const, rule: { ...warmRule, forSeconds: 600 } };
		expect(dataOf(await owner.mutate("alert.updateAlert", change))).toMatchObject({ ended: [], kept: 1 });
		expect(await events()).toMatchObject([
			{
				state: "open",
				severity: "info",
				worstSeverity: "warning",
				sentence: "Temperature is above 8 °C for 10 minutes.",
			},
		]);
		await send([[1, 7]]);
		expect(await events()).toMatchObject([{ state: "ended", endReason: "recovered" }]);
	});

	it("evaluates the window of time that it compares", async () => {
		const { owner, alert, send, events } = await createAlerted();
		await send(Array.from({ length: 20 }, (_, minute): [number, number] => [minute, minute === 19 ? 12 : 2]));
		const mean = { kind: "statistic" as const, statistic: "mean" as const, windowMinutes: 15 };
		const rule = { ...warmRule, condition: { ...above(8), ...mean } };
		expect(dataOf(await owner.mutate("alert.updateAlert", { ...edited(alert), rule }))).toMatchObject({
			ended: [{ reason: "ruleChanged", last: { value: (14 * 2 + 12) / 15 } }],
		});
		expect(await events()).toMatchObject([{ state: "ended", endReason: "ruleChanged" }]);
	});

	it("ends the event as not watched if the device leaves the rule in the same change", async () => {
		const { owner, alert, send, events } = await createAlerted();
		const { device: other } = await addDevice(owner, { serialNumber: "other" });
		await send([[0, 9]]);
		const scope = { deviceIds: [other.id] };
		const change = { ...edited(alert), scope, rule: { ...warmRule, condition: above(10) } };
		expect(dataOf(await owner.mutate("alert.updateAlert", change))).toMatchObject({
			ended: [{ reason: "notWatched" }],
		});
		expect(await events()).toMatchObject([{ endReason: "notWatched" }]);
	});

	it("keeps its open events if only its words change", async () => {
		const { owner, alert, send, events } = await createAlerted();
		await send([[0, 9]]);
		const response = await owner.mutate("alert.updateAlert", {
			...edited(alert),
			name: "Warm",
			description: "Shut it.",
		});
		expect(dataOf(response)).toMatchObject({ ended: [], kept: 1 });
		expect(await events()).toMatchObject([{ state: "open", ruleName: "Too warm" }]);
	});

	it.each([
		["switched off", "notWatched", "alert.setAlertEnabled", (alertId: string) => ({ alertId, isEnabled: false })],
		["deleted", "deleted", "alert.deleteAlert", (alertId: string) => ({ alertId })],
	])("ends its open events when it is %s", async (_, endReason, path, input) => {
		const { owner, alert, send, events, state } = await createAlerted();
		await send([[0, 9]]);
		dataOf(await owner.mutate(path, input(alert.id)));
		expect(await events()).toMatchObject([{ state: "ended", endReason }]);
		expect(await state()).toBe("ok");
		await send([[1, 9]]);
		expect(await events()).toHaveLength(1);
	});

	it.each([
		["archived", "device.archiveDevices", {}],
		["deleted", "device.deleteDevices", {}],
	])("stops watching a device that is %s", async (_, path, input) => {
		const { owner, device, send, events } = await createAlerted();
		await send([[0, 9]]);
		dataOf(await owner.mutate(path, { deviceIds: [device.id], ...input }));
		expect(await events()).toMatchObject([{ endReason: "notWatched" }]);
	});

	it("stops watching a device that leaves its group; a mute keeps the event", async () => {
		const { owner, device, alert, send, events, state } = await createAlerted();
		const group = dataOf<{ id: string }>(
			await owner.mutate("group.createGroup", {
				name: "Cold",
				description: "",
				colour: null,
				defaults: {},
				members: { kind: "static", deviceIds: [device.id] },
			}),
		);
		const scope = { groupIds: [group.id] };
		dataOf(await owner.mutate("alert.updateAlert", { ...edited(alert), scope }));
		await send([[0, 9]]);
		const until = Date.now() + hourMs;
		dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until, reason: "" }));
		expect([await state(), (await events())[0]?.state]).toEqual(["muted", "open"]);
		dataOf(await owner.mutate("device.changeDevices", { deviceIds: [device.id], removeGroupIds: [group.id] }));
		expect(await events()).toMatchObject([{ endReason: "notWatched" }]);
	});
});
