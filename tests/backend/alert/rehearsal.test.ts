import { describe, expect, it } from "vitest";
import { isRehearsal, serveRehearsal } from "../../../backend/alert/rehearsal-call";
import type { AlertEvent } from "../../../shared/alert/alert";
import type { Rehearsal, RehearseAlert } from "../../../shared/alert/rehearsal";
import type { RosterDetails } from "../../../shared/duty/roster";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import { eventsSeen, hourMs, minuteMs } from "../fixtures/alert-account";
import { addAlert, silentRule, warmAlert, warmRule } from "../fixtures/alert-rules";
import { batchPath, type Call, postBatch, queryBatch, reasonsOf } from "../fixtures/batch";
import { createContact } from "../fixtures/contact-input";
import { accountStub, addDevice, addMember, createOwner, newId } from "../fixtures/fleet";
import { dataOf, type Person, send } from "../fixtures/people";
import { uploadAt } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const { rule, severity } = warmAlert;
const draft: RehearseAlert = { rule, severity, scope: "all", contactIds: [], contactGroupIds: [], days: 7 };
const channelChoice = { quantity: "temperature" as const, unit: "°C", name: null };

async function rehearse(person: Person, changes: Partial<RehearseAlert> = {}): Promise<Rehearsal> {
	return dataOf<Rehearsal>(await person.query("alert.rehearse", { ...draft, ...changes }));
}

/** A freezer with two past days of readings; `send` takes their age in minutes. */
async function createPast() {
	const { id, owner } = await createOwner();
	const { device, key } = await addDevice(owner);
	const start = Math.floor(Date.now() / minuteMs) * minuteMs - 48 * hourMs;
	const at = (minutes: number) => start + minutes * minuteMs;
	const send = async (readings: [minutes: number, value: number][], received?: number) => {
		const entries = readings.map(([minute, value]) => ({ channel: "Air", at: at(minute), value }));
		await uploadAt(key, at(received ?? readings.at(-1)?.[0] ?? 0), entries);
	};
	return { id, owner, device, send, at, stub: accountStub(id) };
}

const everyFive = (from: number, values: number[]) =>
	values.map((value, step): [number, number] => [from + 5 * step, value]);

describe("a rehearsal", () => {
	it("shows which excursions the rule's hours hide, and counts none twice that they cut short", async () => {
		const { owner, send, at } = await createPast();
		for (const from of [0, 115, 360]) await send(everyFive(from, [5, 9, 9, 5]));
		const clock = (minute: number) => new Date(at(minute)).toISOString().slice(11, 16);
		const weekly: WeeklyWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: clock(-30), to: clock(122) }];
		const schedule = { zone: "UTC", weekly, spans: [] };
		const open = await rehearse(owner, { rule: { ...warmRule, forSeconds: 0 } });
		expect(open.devices[0]).not.toHaveProperty("hidden");
		const [device] = (await rehearse(owner, { rule: { ...warmRule, forSeconds: 0, schedule } })).devices;
		expect([open.devices[0]?.count, device?.count, device?.hiddenCount]).toEqual([3, 2, 1]);
		expect(device?.hidden).toMatchObject([{ from: at(365), to: at(375), peak: 9 }]);
		expect(device?.clock).toEqual({ timezoneOffset: expect.any(Number), timeZoneRule: expect.anything() });
	});

	it("finds the events that the rule had while the readings came, late ones and a wrong clock among them", async () => {
		const { owner, device, send, at, stub } = await createPast();
		await addAlert(owner, { rule: { ...warmRule, forSeconds: 300 } });
		const uploads: [[number, number][], number?][] = [
			[everyFive(0, [5, 9, 9, 11, 5])],
			[everyFive(60, [9, 9, 9])],
			[everyFive(30, [5, 12, 12, 5]), 80],
			[everyFive(75, [9, 4])],
			[everyFive(20 * 60, [9, 9, 4]), 90],
			[everyFive(95, [9, 10, 9])],
			[everyFive(300, [9, 13, 9])],
		];
		for (const [readings, received] of uploads) {
			await send(readings, received);
			await workThrough(stub, at((received ?? readings.at(-1)?.[0] ?? 0) + 2));
		}
		const events = await eventsSeen(owner);
		expect(events.length).toBeGreaterThan(3);
		const found = await rehearse(owner, { rule: { ...warmRule, forSeconds: 300 } });
		expect(found).toMatchObject({ deviceCount: 1, after: null, devices: [{ id: device.id, hasReadings: true }] });
		const summed = ({ startedAt, endedAt, peak, channelId }: AlertEvent) => [startedAt, endedAt, peak, channelId];
		expect(found.devices[0]?.excursions.map(({ from, to, peak, channelId }) => [from, to, peak, channelId])).toEqual(
			events.map(summed).toSorted(([one = 0], [other = 0]) => Number(other) - Number(one)),
		);
		expect(found.devices[0]?.count).toBe(events.length);
	});

	it("returns how often, how long and by how much, with each channel's trend", async () => {
		const { owner, send, at } = await createPast();
		await send(everyFive(0, [5, 9, 14, 5]));
		await send(everyFive(60, [9, 5]));
		const { devices } = await rehearse(owner);
		expect(devices).toMatchObject([
			{
				name: "Freezer 1",
				count: 2,
				longestMs: 10 * minuteMs,
				totalMs: 15 * minuteMs,
				excursions: [
					{ from: at(60), to: at(65), peak: 9, severity: "warning", sentAt: at(65) },
					{ from: at(5), to: at(15), peak: 14, severity: "warning", sentAt: at(15) },
				],
				channels: [{ name: "Air", unit: "°C" }],
			},
		]);
		const [air] = devices[0]?.channels ?? [];
		expect([Math.min(...(air?.low ?? []).flatMap((value) => value ?? [])), air?.low.length]).toEqual([5, 120]);
		expect(Math.max(...(air?.high ?? []).flatMap((value) => value ?? []))).toBe(14);
	});

	it("finds silence, also one that lasts", async () => {
		const { owner, send, at } = await createPast();
		await send([[0, 5]]);
		await send([[60, 5]]);
		const { devices } = await rehearse(owner, { rule: silentRule });
		expect(devices[0]?.excursions[0]?.peak).toBeGreaterThan(45 * 60);
		expect(devices[0]?.excursions).toMatchObject([
			{ from: at(60), to: null, channelId: null },
			{ from: at(0), to: at(60), peak: 60 * 60 },
		]);
	});

	it("shows which contacts it would have woken, and which their quiet hours would have spared", async () => {
		const { owner, send, at } = await createPast();
		const days = [1, 2, 3, 4, 5, 6, 7];
		const always: WeeklyWindow[] = [{ days, from: "00:00", to: "24:00" }];
		const nightHere = Math.floor((at(10) - 2 * hourMs) / hourMs) % 24;
		const zoneAt = (hour: number) => {
			const ahead = ((hour - nightHere - 2 + 36) % 24) - 12;
			return `Etc/GMT${ahead > 0 ? "-" : "+"}${Math.abs(ahead)}`;
		};
		const asleep = await createContact(owner, { fullName: "A", timeZone: zoneAt(2) });
		const awake = await createContact(owner, { fullName: "B", timeZone: zoneAt(14), email: "b@example.test" });
		const spared = { fullName: "C", email: "c@example.test", quietHours: always, timeZone: zoneAt(2) };
		const quiet = await createContact(owner, spared);
		await send(everyFive(0, [5, 9, 5]));
		const contactIds = [asleep, awake, quiet].map(({ id }) => id);
		const whom = async (changes: Partial<RehearseAlert>) =>
			(await rehearse(owner, { contactIds, ...changes })).contacts.map(({ name, sent, woken, heldBack }) => {
				return [name, sent, woken, heldBack];
			});
		expect(await whom({})).toEqual([
			["A", 1, 1, 0],
			["B", 1, 0, 0],
			["C", 0, 0, 1],
		]);
		expect((await whom({ severity: "critical" }))[2]).toEqual(["C", 1, 1, 0]);
		const sleeps: WeeklyWindow[] = [{ days, from: "08:00", to: "20:00" }];
		const worker = { fullName: "D", email: "d@example.test", quietHours: sleeps, timeZone: zoneAt(14) };
		contactIds.push((await createContact(owner, worker)).id);
		expect((await whom({ severity: "critical" }))[3]).toEqual(["D", 1, 1, 0]);
	});

	it("counts for a person of a roster only what came in their turns, and everything for a role", async () => {
		const { owner, send, at } = await createPast();
		const [ana, ben] = [
			await createContact(owner, { fullName: "Ana" }),
			await createContact(owner, { fullName: "Ben", email: "ben@example.test" }),
		];
		const me = dataOf<{ id: string; fullName: string }>(await owner.mutate("contact.addMe"));
		const handOver = new Date(at(60)).toISOString();
		const startDay = new Date(at(60) - 4 * 24 * hourMs).toISOString().slice(0, 10);
		const layer = { contactIds: [ana.id, ben.id], pattern: [2], startDay, handOver: handOver.slice(11, 16), hours: [] };
		const input = { name: "Nights", zone: "UTC", layers: [layer], fallbackContactIds: [me.id] };
		const { id: rosterId } = dataOf<RosterDetails>(await owner.mutate("contact.createRoster", input));
		for (const from of [0, 120, 240]) await send(everyFive(from, [5, 9, 5]));
		const notification = { rosterIds: [rosterId], roles: ["owners" as const] };
		const { contacts } = await rehearse(owner, { contactIds: [], notification, days: 7 });
		const sent = new Map(contacts.map(({ name, sent: count, heldBack }) => [name, count + heldBack]));
		expect([sent.get("Ana"), sent.get("Ben"), sent.get(me.fullName)]).toEqual([2, 1, 3]);
	});

	it("continues for many devices behind those of the response before", async () => {
		const { owner } = await createOwner();
		const ids: string[] = [];
		for (let position = 0; position < 12; position += 1)
			ids.push((await addDevice(owner, { name: `D ${position}` })).device.id);
		const first = await rehearse(owner);
		expect(first).toMatchObject({ deviceCount: 12, after: first.devices[9]?.id });
		const second = await rehearse(owner, { after: first.after ?? "" });
		expect(second).toMatchObject({ deviceCount: 12, after: null });
		expect([...first.devices, ...second.devices].map(({ id }) => id)).toEqual(ids.toSorted());
		const none = { kind: "noData" as const, channels: { ...channelChoice, unit: "°F" }, afterSeconds: null };
		expect(await rehearse(owner, { rule: { ...rule, condition: none } })).toMatchObject({
			deviceCount: 0,
			devices: [],
		});
	});

	it("ends for a newer one of the same person", async () => {
		const { owner, device } = await createPast();
		const channelIds = device.channels.slice(0, 1).map(({ id }) => id);
		const slice = { deviceId: device.id, channelIds, from: 0, to: Date.now() };
		dataOf(await owner.query("alert.getRehearsalHead", draft));
		// Each call is a request of its own, so this slice belongs to another rehearsal than the last one begun.
		expect((await owner.query("alert.getRehearsalPage", slice)).error?.data.reason).toBe("TOO_MANY_REQUESTS");
	});

	it("returns the same in a batch with other calls", async () => {
		const { owner, send } = await createPast();
		await send(everyFive(0, [5, 9, 14, 5]));
		const alone = await rehearse(owner);
		const { answers: responses } = await queryBatch(owner, [["alert.getAlerts"], ["alert.rehearse", draft]]);
		const batched = responses[1]?.data as Rehearsal;
		const { from: _, until: __, devices } = batched;
		expect(devices.map(({ excursions }) => excursions)).toEqual(alone.devices.map(({ excursions }) => excursions));
		expect(responses[0]?.error).toBeNull();
	});

	it("runs twice at most in a batch, read or posted, and other calls keep their results in order", async () => {
		const { owner } = await createPast();
		const calls: Call[] = [
			["alert.rehearse", draft],
			["alert.getAlert", { alertId: newId("alert") }],
			...Array.from({ length: 3 }, (): Call => ["alert.rehearse", draft]),
			["account.getCurrent"],
		];
		const reasons = [undefined, "ALERT_NOT_FOUND", undefined, "TOO_MUCH_WORK", "TOO_MUCH_WORK", undefined];
		for (const sendBatch of [queryBatch, postBatch]) {
			const batch = await sendBatch(owner, calls);
			expect([batch.status, reasonsOf(batch)]).toEqual([207, reasons]);
			expect(batch.answers[5]?.data).toMatchObject({ id: expect.stringMatching(/^acc_/) });
		}
		expect((await queryBatch(owner, calls.slice(0, 1))).status).toBe(200);
	});

	it("never runs in the account's object, however its path or its batch is written", async () => {
		const { owner } = await createPast();
		const input = encodeURIComponent(JSON.stringify({ json: draft }));
		const encoded = await send(`/api/proxy/alert%2Erehearse?input=${input}`, { headers: owner.headers });
		expect(await encoded.json()).toMatchObject({ result: { data: {} } });
		const many = await send(batchPath(Array.from({ length: 21 }, () => ["alert.rehearse", draft])), {
			headers: owner.headers,
		});
		expect([many.ok, JSON.stringify(await many.json())]).toEqual([false, expect.not.stringContaining("excursions")]);
		for (const text of ["[", "7", "null"]) {
			const path = `/api/proxy/alert.rehearse,alert.rehearse?batch=1&input=${encodeURIComponent(text)}`;
			expect(JSON.stringify(await (await send(path, { headers: owner.headers })).json())).not.toContain("excursions");
		}
	});

	it("denies a call in a batch as it does alone, with the same facts of the caller", async () => {
		const { id } = await createOwner();
		const viewer = await addMember(id, "viewer");
		const calls: Call[] = [["alert.getAlerts"], ["alert.rehearse", draft]];
		expect(reasonsOf(await queryBatch(viewer, calls))).toEqual([undefined, "NOT_PERMITTED"]);
		await accountStub(id).removeSeedMember(viewer.sub);
		const response = await send(batchPath(calls), { headers: viewer.headers });
		expect([response.status, response.headers.has("x-aqlcloud-not-member")]).toEqual([403, true]);
	});
});

describe("the place where a rehearsal runs", () => {
	const url = "https://backend.test/api/proxy/alert.rehearse";

	it("runs it in the backend Worker, alone and in a batch", () => {
		expect(isRehearsal(new Request(url, { method: "POST" }))).toBe(true);
		expect(isRehearsal(new Request(`${url}?input=1`))).toBe(true);
		expect(isRehearsal(new Request(`${url}?batch=1`, { method: "POST" }))).toBe(true);
		expect(isRehearsal(new Request(`${url},alert.getAlerts?batch=1`))).toBe(true);
		expect(isRehearsal(new Request("https://backend.test/api/proxy/alert.getAlerts?batch=1"))).toBe(false);
		expect(isRehearsal(new Request("https://backend.test/api/proxy/alert.rehearse%"))).toBe(false);
	});

	it("returns the errors of the account's object, also in the middle", async () => {
		const denial = Response.json({ error: {} }, { status: 429 });
		let calls = 0;
		const device = { id: "d", readFrom: 0, channelIds: [], engine: {} };
		const head = { from: 0, until: 1, deviceCount: 1, devices: [device], contacts: [], after: null, rule: {} };
		const response = await serveRehearsal(new Request(url, { method: "POST", body: "{}" }), async () => {
			calls += 1;
			return calls === 1 ? Response.json({ result: { data: { json: head } } }) : denial;
		});
		expect([response, calls]).toEqual([denial, 2]);
	});
});
