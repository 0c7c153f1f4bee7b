import { describe, expect, it } from "vitest";
import { listMessages } from "../../../backend/db/message-rows";
import { addDeviceEvents } from "../../../backend/device/status/device-events";
import type { AlertEventDetail, AlertEventPage, AlertWhy, CreateAlert } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { LogPage, LogSpan, SeriesPage } from "../../../shared/log/log";
import { createAlerted, hourMs } from "../fixtures/alert-account";
import { addAlert, warmRule } from "../fixtures/alert-rules";
import { addMember, inAccount } from "../fixtures/fleet";
import { createGroup } from "../fixtures/group-input";
import { addContact, attemptAt, emailProvider, type SeededContact } from "../fixtures/messages";
import { dataOf, type Person } from "../fixtures/people";

const notifies = { contactGroupIds: [], notification: plainNotification };
const never = {
	states: undefined,
	channels: undefined,
	classes: undefined,
	contactId: undefined,
	from: undefined,
	to: undefined,
};

async function createWarm(contacts: Partial<SeededContact>[], rule: Partial<CreateAlert> = {}) {
	const alerted = await createAlerted({ ...rule, isEnabled: false });
	const { id, owner, alert, at } = alerted;
	const people = await Promise.all(contacts.map((contact) => addContact(id, { phone: null, ...contact })));
	const { name, description, severity, scope, rule: condition, version } = alert;
	const fields = { name, description, severity, scope, rule: condition, isEnabled: true, ...notifies, ...rule };
	const input = { ...fields, alertId: alert.id, version, contactIds: people.map((person) => person.id) };
	dataOf(await owner.mutate("alert.updateAlert", input));
	const sendDue = async (minute: number) => {
		const listed = await inAccount(id, (db) => listMessages(db, { ...never, beforeId: undefined, limit: 100 }));
		for (const { message } of listed.toReversed()) {
			if (message.state !== "queued") continue;
			await attemptAt(id, message.id, { now: at(minute), email: emailProvider().binding });
		}
	};
	const firstEvent = async () => (await alerted.events())[0]?.id ?? "";
	const why = async (contactId: string, person: Person = owner) =>
		dataOf<AlertWhy>(await person.query("alert.getWhy", { eventId: await firstEvent(), contactId }));
	return { ...alerted, people, sendDue, firstEvent, why };
}

async function groupOf(owner: Person, deviceIds: string[]): Promise<string> {
	return (await createGroup(owner, { members: { kind: "static", deviceIds } })).id;
}

const nameless = { partOf: null, contactName: "Ana Prado" };

describe("the story of a contact that got an event", () => {
	it("names each message with its channel, its times and what else it reported", async () => {
		const { owner, send, sendDue, why, people, at } = await createWarm([{ email: "ana@example.test" }]);
		const ana = people[0]?.id ?? "";
		await addAlert(owner, { name: "Warm as well", contactIds: [ana] });
		await send([[1, 9]]);
		const waiting = { kind: "first", channel: "email", queuedAt: at(1), reason: null, error: null, others: 1 };
		expect(await why(ana)).toMatchObject({
			...nameless,
			notQueued: null,
			deliveries: [{ ...waiting, state: "queued", sentAt: null }],
		});
		await sendDue(2);
		await send([[5, 7]]);
		await sendDue(6);
		expect(await why(ana)).toMatchObject({
			notQueued: null,
			deliveries: [
				{ ...waiting, state: "sent", sentAt: at(2), dueAt: null },
				{ kind: "recovered", queuedAt: at(5), state: "sent", sentAt: at(6), others: 1 },
			],
		});
	});
});

describe("the story of a contact that did not get an event", () => {
	it("names the reason why its message was left out", async () => {
		const { id, send, sendDue, why, owner, firstEvent, people, at } = await createWarm([{}]);
		const ana = people[0]?.id ?? "";
		await send([[1, 9]]);
		dataOf(await owner.mutate("alert.muteEvents", { eventIds: [await firstEvent()], until: at(30) + hourMs }));
		await sendDue(2);
		expect((await why(ana)).deliveries).toMatchObject([{ state: "suppressed", reason: "muted", sentAt: null }]);
		expect(await inAccount(id, (db) => listMessages(db, { ...never, beforeId: undefined, limit: 9 }))).toHaveLength(1);
	});

	it("states that the rule does not name the contact, or that it has no usual channel", async () => {
		const { id, send, why, people } = await createWarm([{}, { fullName: "Ben Mute", email: null }]);
		const stranger = await addContact(id, { fullName: "Cy Stranger" });
		await send([[1, 9]]);
		expect((await why(people[0]?.id ?? "")).notQueued).toBeNull();
		const nothing = { deliveries: [], partOf: null };
		expect(await why(people[1]?.id ?? "")).toEqual({
			...nothing,
			contactName: "Ben Mute",
			notQueued: "noUsualChannel",
		});
		expect(await why(stranger.id)).toEqual({ ...nothing, contactName: "Cy Stranger", notQueued: "notRecipient" });
	});

	it("states only known facts of a contact that the rule names since, and of a deleted rule", async () => {
		const { id, owner, alert, send, why } = await createWarm([{}]);
		const late = await addContact(id, { fullName: "Lena Later" });
		await send([[1, 9]]);
		const { version, name, description, severity, scope } = dataOf<CreateAlert & { version: number }>(
			await owner.query("alert.getAlert", { alertId: alert.id }),
		);
		const fields = { name, description, severity, scope, rule: warmRule, isEnabled: true, ...notifies };
		const named = { ...fields, alertId: alert.id, version, contactIds: [late.id] };
		dataOf(await owner.mutate("alert.updateAlert", named));
		expect((await why(late.id)).notQueued).toBe("recipientNow");
		const later = { afterSeconds: 3600, contactIds: [late.id], contactGroupIds: [], channels: null };
		const stepped = { ...named, contactIds: [], notification: { ...plainNotification, escalation: [later] } };
		dataOf(await owner.mutate("alert.updateAlert", { ...stepped, version: version + 1 }));
		expect((await why(late.id)).notQueued).toBe("laterStep");
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: alert.id }));
		expect((await why(late.id)).notQueued).toBe("ruleGone");
	});

	it("returns it only to members who see the device and the contact", async () => {
		const { id, owner, device, send, firstEvent, people } = await createWarm([{}]);
		const stranger = await addContact(id, { fullName: "Cy Stranger" });
		await send([[1, 9]]);
		const group = await groupOf(owner, [device.id]);
		const person = await addMember(id, "viewer", { groupIds: [group] });
		const eventId = await firstEvent();
		dataOf(await person.query("alert.getWhy", { eventId, contactId: people[0]?.id }));
		const denied = await person.query("alert.getWhy", { eventId, contactId: stranger.id });
		expect(denied.error?.data.reason).toBe("CONTACT_NOT_FOUND");
	});
});

describe("the log", () => {
	it("leads from the lines of an alert to its event, and its chart has the event's time", async () => {
		const { owner, device, send, events, at } = await createAlerted();
		await send([[1, 9]]);
		const [open] = await events();
		const shown = { rangeType: "hour", offset: 0, from: at(0), to: at(10), deviceIds: [device.id] };
		const chart = async (span: object = {}) =>
			dataOf<SeriesPage>(
				await owner.query("log.getSeries", { ...shown, ...span, quantity: "temperature", pixels: 100 }),
			).spans;
		const span = {
			kind: "alert",
			deviceId: device.id,
			from: at(1),
			text: "Too warm: Temperature is above 8 °C.",
			said: expect.objectContaining({ key: "alert.line" }),
			alertEventId: open?.id,
		};
		expect(await chart()).toEqual([{ ...span, to: null }]);
		await send([[5, 5]]);
		expect(await chart()).toEqual([{ ...span, to: at(5) }]);
		expect(await chart({ from: at(6) })).toEqual([]);
		const page = dataOf<LogPage>(await owner.query("log.getLogs", { ...shown, kinds: ["alert"] }));
		expect(page.events.map((line) => line.alertEventId)).toEqual([open?.id, open?.id]);
	});

	it("charts the channel of an event from before its beginning to after its end", async () => {
		const { owner, send, events, at } = await createAlerted();
		await send([
			[0, 5],
			[40, 9],
			[50, 10],
			[60, 5],
		]);
		const input = { eventId: (await events())[0]?.id, pixels: 100 };
		const page = dataOf<SeriesPage>(await owner.query("log.getEventSeries", input));
		expect([page.from, page.to]).toEqual([at(10), at(90)]);
		expect(page.channels.map(({ name }) => name)).toEqual(["Air"]);
		expect(page.spans).toMatchObject([{ from: at(40), to: at(60), alertEventId: input.eventId }]);
	});

	it("shows when a device was offline, from the beginning of the span if it was offline before", async () => {
		const { id, owner, device, send, at } = await createAlerted();
		await send([[0, 5]]);
		const offline = (minute: number) => ({ at: at(minute), level: "warning" as const, text: "Offline: no upload" });
		const online = (minute: number) => ({ at: at(minute), level: "info" as const, text: "Online again after 1 h" });
		const lines = [offline(20), online(60), offline(100)];
		await inAccount(id, (db) => addDeviceEvents(db, device.id, lines));
		const spans = async (from: number) => {
			const shown = {
				rangeType: "hour",
				offset: 0,
				from: at(from),
				to: at(120),
				deviceIds: [device.id],
				quantity: "temperature",
				pixels: 100,
			};
			const page = dataOf<SeriesPage>(await owner.query("log.getSeries", shown));
			return page.spans?.map(({ kind, from: start, to }: LogSpan) => [kind, start, to]);
		};
		expect(await spans(0)).toEqual([
			["offline", at(20), at(60)],
			["offline", at(100), null],
		]);
		expect(await spans(40)).toEqual([
			["offline", at(40), at(60)],
			["offline", at(100), null],
		]);
	});
});

describe("an event's page", () => {
	it("shows the rule's instructions, the channel, and whom the event concerns", async () => {
		const { owner, send, firstEvent, people, device } = await createWarm([{}], { description: "Shut the door." });
		await send([[1, 9]]);
		const event = dataOf<AlertEventDetail>(await owner.query("alert.getEvent", { eventId: await firstEvent() }));
		expect(event).toMatchObject({
			device: { name: device.name, timezoneOffset: device.timezoneOffset },
			channelName: "Air",
			hasRule: true,
			instruction: "Shut the door.",
			devices: [],
		});
		expect(event.contacts.map((contact) => contact.id)).toEqual(people.map((person) => person.id));
	});

	it("lists open events before acknowledged ones that began later, across pages", async () => {
		const { owner, send, events } = await createAlerted();
		await addAlert(owner, { name: "Warm as well" });
		await send([[0, 9]]);
		await addAlert(owner, { name: "Warm later" });
		await send([[5, 9]]);
		const later = (await events()).find(({ ruleName }) => ruleName === "Warm later");
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [later?.id] }));
		const states: string[] = [];
		for (let cursor: string | null = ""; cursor !== null; ) {
			const input: object = { limit: 1, ...(cursor && { cursor }) };
			const page: AlertEventPage = dataOf(await owner.query("alert.getEvents", input));
			states.push(...page.events.map(({ state }) => state));
			cursor = page.nextCursor;
		}
		expect(states).toEqual(["open", "open", "acknowledged"]);
	});

	it("counts open and acknowledged events whatever states are shown, also of a group", async () => {
		const { owner, device, send, events } = await createAlerted();
		await addAlert(owner, { name: "Warm as well" });
		await send([[0, 9]]);
		const [first] = await events();
		dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [first?.id] }));
		const [group, empty] = [await groupOf(owner, [device.id]), await groupOf(owner, [])];
		const counted = async (input: object) => {
			const page = dataOf<{ events: unknown[]; counts: object }>(await owner.query("alert.getEvents", input));
			return [page.events.length, page.counts];
		};
		expect(await counted({ states: ["ended"] })).toEqual([0, { open: 1, acknowledged: 1, mine: 1 }]);
		expect(await counted({ groupIds: [group] })).toEqual([2, { open: 1, acknowledged: 1, mine: 1 }]);
		expect(await counted({ groupIds: [empty] })).toEqual([0, { open: 0, acknowledged: 0, mine: 1 }]);
	});
});
