import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { insertLogEvent } from "../../../../backend/db/log-event-rows";
import { deviceStates, devices, groupDevices } from "../../../../backend/db/schema";
import type { Attachment } from "../../../../shared/base/attachment";
import { dayMs, hourMs, minuteMs } from "../../../../shared/base/durations";
import { calibrationStepMs } from "../../../../shared/device/calibration";
import type { CreatedDevice } from "../../../../shared/device/device-inputs";
import { holdingOf } from "../../../../shared/log/holding";
import { limitsAlways } from "../../../../shared/log/limit-spans";
import type { LogEvent } from "../../../../shared/log/log";
import { summaryOfReadings } from "../../../../shared/log/reading-summary";
import { type ReportDefinition, standardLayout } from "../../../../shared/report/report";
import { jpegFile } from "../../../jpeg-file";
import { pngFile } from "../../../png-file";
import { createAlerted } from "../../fixtures/alert-account";
import { calibrate } from "../../fixtures/calibrate";
import { afterGrace, change, createTwo } from "../../fixtures/deletion";
import { addDevice, addGroup, createOwner, inAccount, ingest, newId } from "../../fixtures/fleet";
import { dataOf, parseResponse, send, type Wire } from "../../fixtures/people";
import { reportOf } from "../../fixtures/report-responses";
import { readDocument, rowsOf } from "../../fixtures/report-source";

const names = (head: { devices: { name: string }[] }) => head.devices.map(({ name }) => name);
const air = (at: number, value: number) => ({ channel: "Air", at, value });
const now = Date.now();
const start = Math.floor(now / calibrationStepMs) * calibrationStepMs - 6 * hourMs;

describe("the scope of a run", () => {
	it("covers all devices, chosen ones or those of groups, by name, with their facts", async () => {
		const { id, owner } = await createOwner();
		const group = await addGroup(id, "Kitchen");
		const ten = await addDevice(owner, { name: "Room 10", serialNumber: "SN-10", model: "L1", groupIds: [group] });
		const two = await addDevice(owner, { name: "Room 2" });
		const all = await reportOf(id, {}).head();
		expect(names(all)).toEqual(["Room 2", "Room 10"]);
		expect(all.groups).toEqual([{ id: group, name: "Kitchen", deviceIds: [ten.device.id] }]);
		expect(all.devices[1]).toMatchObject({
			serialNumber: "SN-10",
			model: "L1",
			groupNames: ["Kitchen"],
			lastReceivedAt: null,
		});
		expect(names(await reportOf(id, { definition: { scope: { groupIds: [group] } } }).head())).toEqual(["Room 10"]);
		expect(names(await reportOf(id, { definition: { scope: { deviceIds: [two.device.id] } } }).head())).toEqual([
			"Room 2",
		]);
	});

	it("names channels and limits that no device has any more", async () => {
		const { id, owner } = await createOwner();
		await addDevice(owner);
		const like = { quantity: "temperature", unit: "°C" } as const;
		const limit = (name: string | null, unit: string) => ({ channel: { ...like, unit, name }, min: 2, max: 8 });
		const goneOf = async (definition: Partial<ReportDefinition>) => (await reportOf(id, { definition }).head()).gone;
		const why = "It was renamed, has another unit, or was removed.";
		expect(
			await goneOf({ channels: [{ ...like, name: "AIR" }], limits: [limit("air", "°C"), limit(null, "°C")] }),
		).toEqual([]);
		expect(await goneOf({ channels: [{ ...like, name: "Probe" }], limits: [limit(null, "°F")] })).toEqual([
			`No device of this report has a channel “Probe” of temperature in °C any more. ${why}`,
			`The report’s limits for channels of temperature in °F apply to nothing. ${why}`,
		]);
		expect(await goneOf({ type: "inventory", limits: [limit(null, "°F")] })).toEqual([]);
	});

	it("stays within its person's scope in every response, and names no other group", async () => {
		const { id, owner } = await createOwner();
		const [own, other] = [await addGroup(id, "Own"), await addGroup(id, "Secret")];
		const mine = await addDevice(owner, { name: "Mine", groupIds: [own, other] });
		const theirs = await addDevice(owner, { name: "Theirs", groupIds: [other] });
		await ingest(theirs.key, [air(now, 99)]);
		for (const scope of [
			"all" as const,
			{ groupIds: [own, other] },
			{ deviceIds: [mine.device.id, theirs.device.id] },
		]) {
			const source = reportOf(id, { definition: { scope }, deviceScope: new Set([mine.device.id]) });
			const head = await source.head();
			expect(names(head)).toEqual(["Mine"]);
			expect(JSON.stringify(head)).not.toContain("Theirs");
			if (scope === "all") expect(JSON.stringify(head)).not.toContain("Secret");
			const request = { deviceId: theirs.device.id };
			await expect(source.readings({ ...request, cursor: null })).rejects.toMatchObject({ code: "DEVICE_NOT_FOUND" });
			await expect(source.summaries(request)).rejects.toMatchObject({ code: "DEVICE_NOT_FOUND" });
		}
		const chosen = { scope: { deviceIds: [mine.device.id, theirs.device.id] } };
		const { gone } = await reportOf(id, { definition: chosen, deviceScope: new Set([mine.device.id]) }).head();
		expect(gone).toEqual(["1 device of this report is outside what the person who saved it last may see."]);
	});

	it("never reaches another account, nor a device beside those it names", async () => {
		const [one, other] = [await createOwner(), await createOwner()];
		const foreign = await addDevice(other.owner, { name: "Foreign" });
		const own = await addDevice(one.owner, { name: "Own" });
		const beside = await addDevice(one.owner, { name: "Beside" });
		const scope = { deviceIds: [own.device.id, foreign.device.id] };
		const source = reportOf(one.id, { definition: { scope } });
		expect(names(await source.head())).toEqual(["Own"]);
		expect((await source.head()).gone).toEqual(["1 device of this report is deleted."]);
		for (const { device } of [foreign, beside]) {
			const requested = source.readings({ deviceId: device.id, cursor: null });
			await expect(requested).rejects.toMatchObject({ code: "DEVICE_NOT_FOUND" });
		}
	});

	it("goes on reading a device that left its group since the head was read", async () => {
		const { id, groupId, kept } = await createTwo();
		await ingest(kept.key, [air(now, 5)]);
		const source = reportOf(id, { definition: { scope: { groupIds: [groupId] } } });
		await source.head();
		await inAccount(id, (db) => db.delete(groupDevices).where(eq(groupDevices.deviceId, kept.device.id)).run());
		expect((await source.readings({ deviceId: kept.device.id, cursor: null })).value).toEqual([5]);
	});

	it("includes devices archived within the period, and none archived before", async () => {
		const { id, owner, gone } = await createTwo();
		await change(owner, "archiveDevices", gone.device.id);
		expect(names(await reportOf(id, { from: now - dayMs }).head())).toEqual(["Going", "Staying"]);
		expect(names(await reportOf(id, { from: now + dayMs, to: now + 2 * dayMs }).head())).toEqual(["Staying"]);
	});

	it("names a deleted device until it is gone, and then says that one is", async () => {
		const { id, owner, gone } = await createTwo();
		await change(owner, "deleteDevices", gone.device.id);
		const scope = { deviceIds: [gone.device.id] };
		const during = await readDocument(reportOf(id, { definition: { scope } }));
		expect(during.notes).toContainEqual(expect.stringMatching(/^“Going” was deleted; what it sent is kept until /));
		expect(await reportOf(id, { definition: { scope } }).head()).toMatchObject({
			devices: [{ name: "Going" }],
			gone: [],
		});
		const behind = await reportOf(id, { definition: { scope }, at: afterGrace }).head();
		expect([names(behind), behind.gone]).toEqual([[], ["1 device of this report is deleted."]]);
		const missing = { scope: { groupIds: [newId("group")] } };
		const ofGroup = await reportOf(id, { definition: missing }).head();
		expect([names(ofGroup), ofGroup.gone]).toEqual([[], ["1 group of this report is deleted."]]);
	});
});

describe("readings of a run", () => {
	async function cooled() {
		const { id, owner } = await createOwner();
		const { device, key } = await addDevice(owner, { name: "Cold room" });
		return { id, owner, device, key, channelIds: device.channels.map((channel) => channel.id) };
	}

	it("use each calibration from the time that it was set for, and hold the sent values", async () => {
		const { id, owner, device, key, channelIds } = await cooled();
		await ingest(key, [
			air(start, 1.1),
			air(start + 2 * hourMs, 1.1),
			{ channel: "Door", at: start + 2 * hourMs, value: 1 },
		]);
		const channel = { deviceId: device.id, channelId: channelIds[0] ?? "" };
		dataOf(await calibrate(owner, channel, { from: start + 2 * hourMs, scale: 2, offset: 0.5 }));
		const source = reportOf(id, { from: start });
		const read = await source.readings({ deviceId: device.id, cursor: null });
		expect(read).toMatchObject({ channel: [0, 0, 1], value: [1.1, 2.7, 1], sent: [1.1, 1.1, 1], nextCursor: null });
		const [{ channels } = { channels: [] }] = (await source.head()).devices;
		expect(channels[0]).toMatchObject({
			decimals: 1,
			readings: 2,
			calibrations: [{ from: start + 2 * hourMs, text: "× 2 + 0.5 °C" }],
		});
		const definition = { layout: { ...standardLayout, showsSent: true } };
		const rows = rowsOf(await readDocument(reportOf(id, { from: start, definition })), "Readings");
		expect(rows.map((row) => [row["Air (°C)"], row["Air (°C) as sent"]])).toEqual([
			[1.1, 1.1],
			[2.7, 1.1],
		]);
	});

	it("include the chosen channels and the half-open period", async () => {
		const { id, device, key } = await cooled();
		await ingest(key, [
			air(start - 1, 1),
			air(start, 2),
			air(start + 999, 3),
			air(start + 1_000, 4),
			{ channel: "Door", at: start, value: 1 },
		]);
		const channels = [{ quantity: "temperature" as const, unit: "°C", name: "AIR" }];
		const source = reportOf(id, { from: start, to: start + 1_000, definition: { channels } });
		expect((await source.readings({ deviceId: device.id, cursor: null })).value).toEqual([2, 3]);
		expect((await source.head()).devices[0]?.channels.map(({ name }) => name)).toEqual(["Air"]);
	});

	it("come in pages of at most 20,000, each on one", async () => {
		const { id, device, key } = await cooled();
		const sent = Array.from({ length: 20_010 }, (_, index) => air(start + index * 1_000, index % 50));
		for (let index = 0; index < sent.length; index += 1_000) await ingest(key, sent.slice(index, index + 1_000));
		const source = reportOf(id, { from: start });
		const first = await source.readings({ deviceId: device.id, cursor: null });
		const second = await source.readings({ deviceId: device.id, cursor: first.nextCursor });
		expect([first.at.length, second.at.length, second.nextCursor]).toEqual([20_000, 10, null]);
		expect([...first.at, ...second.at]).toEqual(sent.map(({ at }) => at));
		await expect(source.readings({ deviceId: device.id, cursor: "x" })).rejects.toMatchObject({
			name: "BadCursorError",
		});
	});

	it("include those stored at the first claim, though retention has moved since", async () => {
		const { id, device, key } = await cooled();
		const days = [4, 3, 2, 1].map((ago) => now - ago * dayMs);
		await ingest(
			key,
			days.map((at, index) => air(at, index)),
		);
		const run = { from: now - 10 * dayMs, to: now };
		const setDays = (keptDays: number) =>
			inAccount(id, (db) => db.update(devices).set({ keptDays }).where(eq(devices.id, device.id)).run());
		await setDays(2);
		const requested = { deviceId: device.id, cursor: null };
		const today = Math.floor(now / dayMs) * dayMs;
		const claimed = { ...run, keptFrom: { [device.id]: today - 3 * dayMs } };
		expect((await reportOf(id, run).readings(requested)).value).toEqual([2, 3]);
		const source = reportOf(id, claimed);
		expect((await source.readings(requested)).value).toEqual([1, 2, 3]);
		expect((await source.summaries(requested))[0]).toMatchObject({ readings: 3, min: 1 });
		const head = await source.head();
		expect(head.devices[0]?.channels[0]?.readings).toBe(3);
		expect(head.gone).toEqual([
			expect.stringMatching(/^Readings of “Cold room” from the beginning of the period to .* are no longer kept\.$/),
		]);
	});

	it("equal a naive computation of their sums, by the report's limits before the channel's own", async () => {
		const { id, device, key } = await cooled();
		const sent = Array.from({ length: 300 }, (_, index) =>
			air(start + index * minuteMs + (index % 7) * 11, 2 + 8 * Math.abs(Math.sin(index / 20))),
		);
		await ingest(key, sent);
		const air8 = { channel: { quantity: "temperature" as const, unit: "°C", name: null }, min: null, max: 8 };
		for (const limits of [[air8], []]) {
			const source = reportOf(id, { from: start, to: start + 5 * hourMs, definition: { limits } });
			const [summary] = await source.summaries({ deviceId: device.id });
			const series = { at: sent.map(({ at }) => at), value: sent.map(({ value }) => value) };
			const bounds = limits.length > 0 ? { max: 8 } : {};
			const period = { from: start, until: start + 5 * hourMs };
			const naive = summaryOfReadings({
				...series,
				...period,
				limits: limitsAlways(bounds),
				holding: holdingOf(series.at),
			});
			expect(summary).toEqual({ ...naive, mean: expect.closeTo(naive.mean ?? 0, 9) });
			const made = await readDocument(
				reportOf(id, { from: start, to: start + 5 * hourMs, definition: { limits, type: "summary" } }),
			);
			expect(rowsOf(made, "Summary")[0]).toMatchObject({
				Readings: 300,
				"Time out of limits": naive.outMs === null ? null : { ms: naive.outMs },
			});
		}
	});

	it("cover the devices of the first claim, whatever joined its groups since", async () => {
		const { id, groupId, gone, kept } = await createTwo();
		const run = { definition: { scope: { groupIds: [groupId] } }, keptFrom: { [kept.device.id]: 0 } };
		const source = reportOf(id, run);
		expect(names(await source.head())).toEqual(["Staying"]);
		await expect(source.summaries({ deviceId: gone.device.id })).rejects.toMatchObject({ code: "DEVICE_NOT_FOUND" });
	});

	it("reject a device that is purged while a run is active", async () => {
		const { id, device } = await cooled();
		const source = reportOf(id, {});
		await source.head();
		await inAccount(id, (db) => db.delete(devices).where(eq(devices.id, device.id)).run());
		const requested = source.readings({ deviceId: device.id, cursor: null });
		await expect(requested).rejects.toMatchObject({ code: "DEVICE_NOT_FOUND" });
	});
});

describe("events of a run", () => {
	it("include those of its devices that touch the period, with comments and actions", async () => {
		const { id, owner, device, send, at, events } = await createAlerted();
		await send([
			[0, 5],
			[1, 9.5],
			[2, 12],
		]);
		const [event] = await events();
		await owner.mutate("alert.acknowledgeEvents", { eventIds: [event?.id], comment: "Door closed" });
		await send([[3, 5]]);
		const span = { from: at(0), to: at(60), at: () => at(60) };
		const { events: found, nextCursor } = await reportOf(id, span).events({ cursor: null });
		expect(nextCursor).toBeNull();
		expect(found).toEqual([
			expect.objectContaining({
				deviceId: device.id,
				deviceName: "Freezer 1",
				channelName: "Air",
				ruleName: "Too warm",
			}),
		]);
		expect(found[0]).toMatchObject({ startedAt: at(1), endedAt: at(3), peak: 12, unit: "°C", peakText: "12.0 °C" });
		expect(found[0]?.acknowledgedBy).toEqual(expect.any(String));
		expect(found[0]?.notes).toContainEqual(expect.objectContaining({ kind: "acknowledged", text: "Door closed" }));
		expect((await reportOf(id, { ...span, from: at(10) }).events({ cursor: null })).events).toEqual([]);
		expect((await reportOf(id, { ...span, to: at(1) }).events({ cursor: null })).events).toEqual([]);
		const other = { ...span, deviceScope: new Set<string>() };
		expect((await reportOf(id, other).events({ cursor: null })).events).toEqual([]);
		const german = { layout: { ...standardLayout, language: "de" } };
		const [translated] = (await reportOf(id, { ...span, definition: german }).events({ cursor: null })).events;
		expect(translated?.sentence).toMatch(/^Temperatur.*8 °C/);
		expect(translated?.notes.at(-1)?.text).toMatch(/12\.0 °C/);
		expect(translated?.notes.map(({ text }) => text).join(" ")).not.toMatch(/is above|worst/);
		const definition = { layout: { ...standardLayout, temperature: "°F" as const } };
		expect((await reportOf(id, { ...span, definition }).events({ cursor: null })).events[0]?.peakText).toBe("53.6 °F");
	});

	it("show their current peak while they last", async () => {
		const { id, send, at } = await createAlerted();
		await send([
			[0, 9],
			[1, 15],
			[2, 10],
		]);
		const { events } = await reportOf(id, { from: at(0), to: at(60), at: () => at(3) }).events({ cursor: null });
		expect(events).toMatchObject([{ endedAt: null, peak: 15, peakAt: at(1) }]);
	});

	it("name the rules that watch its devices, each version with its beginning and end", async () => {
		const { id, owner, alert } = await createAlerted();
		const definition = { type: "excursions" as const };
		const before = await reportOf(id, { definition, from: Date.now() + minuteMs, to: Date.now() + hourMs }).head();
		expect(before.rules).toEqual([expect.objectContaining({ name: "Too warm", changedAt: null })]);
		const { rule, scope, name, description, severity, contactIds, contactGroupIds, notification, version } = alert;
		const fields = { name, description, isEnabled: true, scope, contactIds, contactGroupIds, notification, rule };
		dataOf(
			await owner.mutate("alert.updateAlert", {
				alertId: alert.id,
				version,
				...fields,
				severity: severity === "info" ? "warning" : "info",
			}),
		);
		const { rules } = await reportOf(id, { definition, from: now - dayMs }).head();
		expect(rules.map((each) => [each.severity, each.until === null])).toEqual([
			[severity, false],
			[severity === "info" ? "warning" : "info", true],
		]);
		expect(rules[1]?.since).toBe(rules[0]?.until);
	});
});

describe("further facts of a head", () => {
	it("includes both serial numbers of a device whose logger was replaced", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Room", serialNumber: "OLD-1" });
		dataOf<CreatedDevice>(
			await owner.mutate("device.replaceLogger", {
				deviceId: device.id,
				version: device.version,
				serialNumber: "NEW-2",
			}),
		);
		const head = await reportOf(id, { definition: { type: "inventory" } }).head();
		expect(head.devices[0]).toMatchObject({
			serialNumber: "NEW-2",
			formerSerials: [{ serialNumber: "OLD-1", until: expect.any(Number) }],
		});
		const rows = rowsOf(await readDocument(reportOf(id, { definition: { type: "inventory" } })), "Devices");
		expect(rows[0]).toMatchObject({
			"Serial number": "NEW-2",
			"Former serial numbers": expect.stringMatching(/^OLD-1 until /),
		});
	});

	it("includes the silences of the period, also of a device that was silent throughout", async () => {
		const { id, owner } = await createOwner();
		const ids: string[] = [];
		for (const name of ["Partly", "Over since", "Still", "Never"])
			ids.push((await addDevice(owner, { name })).device.id);
		const [partly = "", over = "", still = ""] = ids;
		const [from, to] = [now - 10 * dayMs, now - 5 * dayMs];
		await inAccount(id, (db) => {
			const turn = (deviceId: string, at: number, text: string) =>
				insertLogEvent(db, { id: newId("logEntry"), deviceId, at, kind: "event", level: "info", text, author: null });
			turn(partly, from + hourMs, "Offline: nothing received for 3 hours");
			turn(partly, from + 3 * hourMs, "Online again after 2 hours");
			turn(over, from - dayMs, "Offline: nothing received for 3 hours");
			turn(over, to + hourMs, "Online again after 6 days");
			db.insert(deviceStates)
				.values({ deviceId: still, status: "offline", since: from - dayMs, isBatteryLow: false })
				.run();
		});
		const definition = { type: "deviceHealth" as const };
		const { devices: notified } = await reportOf(id, { definition, from, to }).head();
		expect(notified.map(({ name, silences }) => [name, silences])).toEqual([
			["Never", []],
			["Over since", [{ from, to: null }]],
			["Partly", [{ from: from + hourMs, to: from + 3 * hourMs }]],
			["Still", [{ from, to: null }]],
		]);
	});

	it("holds the pictures of notes for a PDF alone, and none of a note that was corrected or of another file", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Room" });
		const files: [string, Uint8Array][] = [
			["door.png", await pngFile({ width: 4, height: 3 })],
			["wrong.jpg", jpegFile({ width: 4, height: 3 })],
			["sheet.pdf", new TextEncoder().encode("%PDF-1.7\n%%EOF")],
		];
		const notes = new Map<string, LogEvent>();
		for (const [name, content] of files) {
			const body = new FormData();
			body.set("file", new File([Uint8Array.from(content)], name));
			const sent = await send("/api/proxy/attachment.addAttachment", { method: "POST", headers: owner.headers, body });
			const { id: attachmentId } = dataOf<Attachment>(parseResponse(await sent.json<Wire>()));
			const input = { deviceId: device.id, at: now, text: name, attachmentId };
			notes.set(name, dataOf<LogEvent>(await owner.mutate("log.addNote", input)));
		}
		const corrects = notes.get("wrong.jpg")?.id;
		const correction = { deviceId: device.id, at: now, text: "Without a file", attachmentId: null, corrects };
		dataOf(await owner.mutate("log.addNote", correction));
		const picturesOf = async (format: "pdf" | "csv") => {
			const definition = { type: "excursions" as const, format };
			const head = await reportOf(id, { definition, from: now - hourMs }).head();
			return head.devices[0]?.notes.flatMap(({ text, picture }) => (picture ? [[text, picture.name]] : []));
		};
		expect([await picturesOf("pdf"), await picturesOf("csv")]).toEqual([[["door.png", "door.png"]], []]);
	});

	it("includes the notes of the period if the report is about limits", async () => {
		const { id, owner } = await createOwner();
		const { device } = await addDevice(owner, { name: "Room" });
		await owner.mutate("log.addNote", { deviceId: device.id, at: now, text: "Door was open" });
		const definition = { type: "excursions" as const };
		const head = await reportOf(id, { definition, from: now - hourMs }).head();
		expect(head.devices[0]?.notes).toEqual([{ at: now, author: expect.any(String), text: "Door was open" }]);
		expect((await reportOf(id, { definition, from: now + 1, to: now + 2 }).head()).devices[0]?.notes).toEqual([]);
	});
});

describe("counts of readings", () => {
	it("count each channel exactly, and estimate those of too many devices from what is stored", async () => {
		const { id, owner } = await createOwner();
		const many = await addDevice(owner, { name: "Many" });
		await addDevice(owner, { name: "None" });
		await ingest(
			many.key,
			[0, 1, 2].map((position) => air(start + position * minuteMs, position)),
		);
		const counts = async (counting: { mostCounted?: number }) => {
			const { devices: all } = await reportOf(id, { from: start, to: start + hourMs, ...counting }).head();
			return all.map(({ channels }) => channels.map(({ readings }) => readings));
		};
		const exact = await counts({});
		expect(exact[0]?.toSorted()).toEqual([0, 3]);
		expect(await counts({ mostCounted: 3 })).toEqual(exact);
		expect(await counts({ mostCounted: 2 })).toEqual([
			[2, 2],
			[0, 0],
		]);
	});
});
