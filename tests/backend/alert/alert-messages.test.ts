import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createNewId } from "../../../backend/base/ids";
import { saveAccount } from "../../../backend/db/account-rows";
import {
	findContact,
	pauseContactRows,
	saveContact,
	saveOptOuts,
	updateDeliveryChannel,
} from "../../../backend/db/contact-rows";
import type { MessageRow } from "../../../backend/db/message-rows";
import { alertFollowUps, devices, notices } from "../../../backend/db/schema";
import { ingestUpload } from "../../../backend/ingest/ingest-upload";
import { createIngestKeys } from "../../../backend/keys/ingest-keys";
import { queueMessage } from "../../../backend/message/queue-message";
import type { AlertWhy } from "../../../shared/alert/alert";
import { plainNotification } from "../../../shared/alert/alert-rule";
import type { WeeklyWindow } from "../../../shared/time/time-windows";
import * as of from "../../conditions";
import { eventsSeen, hourMs, minuteMs } from "../fixtures/alert-account";
import { addAlert, silentRule, warmRule } from "../fixtures/alert-rules";
import { createNotifying, denying, headings, messagesOf, runWork, sendAll } from "../fixtures/alert-telling";
import { accountStub, createOwner, inAccount } from "../fixtures/fleet";
import { sendImport } from "../fixtures/import-form";
import { addLargeFleet } from "../fixtures/large-fleet";
import { addContact, alertFacts, claim, emailProvider, handOverAt, providerError } from "../fixtures/messages";
import { dataOf } from "../fixtures/people";
import { everyMinute } from "../fixtures/uploads";
import { workThrough } from "../fixtures/works";

const always: WeeklyWindow[] = [{ days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "24:00" }];

describe("an event that opens", () => {
	it("sends its beginning and end once to the rule's contacts by their usual channels", async () => {
		const { id, send, sendDue, provider, timeline, ana, device, at } = await createNotifying();
		await send([[1, 9]]);
		await send([[1, 9]]);
		expect(await sendDue(2)).toMatchObject([{ state: "sent", contactId: ana.id, channel: "email" }]);
		const [mail] = provider.taken;
		expect(mail?.subject).toBe("Freezer 1 9.0 °C, limit 8 °C");
		expect(mail?.attachments).toMatchObject([{ disposition: "inline", contentId: "course@alert", type: "image/png" }]);
		expect(mail?.html).toContain('src="cid:course@alert"');
		const link = `https://console.test/log/?device=${device.id}&from=${at(-59)}&to=${at(61)}`;
		for (const text of ["Temperature is above 8 °C (9.0 °C)", "Too warm", "What to do: Shut the door.", link])
			expect(mail?.text).toContain(text);
		await send([[3, 11]]);
		expect(await sendDue(4)).toHaveLength(1);
		await send([[5, 7]]);
		await sendDue(6);
		expect(headings(provider)).toEqual(["Warning: Freezer 1", "Recovered: Freezer 1"]);
		expect(provider.taken[1]?.text).toContain("(at worst 11.0 °C)");
		expect(await timeline()).toEqual(["Notified Ana Prado by e-mail", "Notified Ana Prado by e-mail that it is over"]);
		const contact = await inAccount(id, (db) => findContact(db, ana.id));
		expect(contact?.lastNotifiedAt).toEqual(new Date(at(6)));
	});

	it.each([
		of.threshold(">", of.field("maxTemp")),
		of.repeated(2, null, ">", of.field("maxTemp")),
		of.statistic("max", 15, ">", of.field("maxTemp")),
	])("its message names the number of a device's own limit for $kind", async (condition) => {
		const { owner, device, change, send, sendDue, provider } = await createNotifying();
		const changes = { deviceId: device.id, version: device.version, metadata: { maxTemp: "8" } };
		dataOf(await owner.mutate("device.updateDevice", changes));
		await change({ rule: { ...warmRule, condition } });
		await send([0, 5, 10, 15, 20].map((minute) => [minute, 9]));
		await sendDue(21);
		expect(provider.taken.map(({ subject }) => subject)).toEqual(["Freezer 1 9.0 °C, limit 8 °C"]);
	});

	it("shows where the event is, its worst value so far, and who else was notified", async () => {
		const { id, change, device, send, sendDue, provider, ana } = await createNotifying({ severity: "critical" });
		const bob = await addContact(id, { fullName: "Bob Reyes", email: "bob@example.test" });
		await change({ severity: "critical", contactIds: [ana.id, bob.id] });
		await inAccount(id, (db) => db.update(devices).set({ site: "Cold room 2" }).where(eq(devices.id, device.id)).run());
		await send([
			[1, 9],
			[2, 12],
		]);
		await sendDue(3);
		const mail = provider.taken.find(({ to }) => to === ana.email);
		expect(mail?.subject).toBe("Critical: Freezer 1 9.0 °C, limit 8 °C");
		for (const words of ["Site: Cold room 2", "Channel: Air", "Worst so far: 12.0 °C", "Also notified: Bob Reyes"]) {
			expect(mail?.text).toContain(words);
		}
		expect(mail?.text).toContain("between 9.0 °C and 12.0 °C. Dashed: limit 8 °C.");
	});

	it("leaves without its picture if the provider rejects it", async () => {
		const { send, sendDue } = await createNotifying();
		const picky = emailProvider(({ attachments = [] }) => {
			if (attachments.length > 0) throw providerError("E_VALIDATION_ERROR");
		});
		await send([[1, 9]]);
		expect(await sendDue(2, picky)).toMatchObject([{ state: "sent" }]);
		expect(picky.taken[0]?.html).not.toContain("cid:");
	});

	it("writes times and numbers in the company's formats", async () => {
		const { id, send, sendDue, provider } = await createNotifying();
		await inAccount(id, (db) => saveAccount(db, id, { decimalSign: "comma", temperatureUnit: "°F", hourCycle: "24" }));
		await send([[1, 9]]);
		await sendDue(2);
		expect(provider.taken[0]?.text).toContain("Temperature is above 46,4 °F (48,2 °F)");
		expect(provider.taken[0]?.text).toMatch(/Since: \w{3} \d\d, \d\d:\d\d \(UTC/);
	});

	it("uses only the rule's channels that are the contact's usual ones", async () => {
		const { id, change, send, messages } = await createNotifying();
		const jack = await addContact(id, { email: "jack@example.test" });
		await inAccount(id, (db) =>
			updateDeliveryChannel(db, { contactId: jack.id, channel: "sms" }, { isDefault: false }),
		);
		const both = await addContact(id, { email: "both@example.test" });
		await change({ contactIds: [jack.id, both.id] });
		await send([[1, 9]]);
		const queued = (await messages()).map(({ contactId, channel }) => [contactId, channel]);
		expect(queued.sort()).toEqual(
			[
				[jack.id, "email"],
				[both.id, "email"],
				[both.id, "sms"],
			].sort(),
		);
	});

	it("sends the event again if its severity rises, and not if it falls", async () => {
		const { channels } = warmRule.condition as Extract<typeof warmRule.condition, { kind: "threshold" }>; // as it is written there
		const level = (severity: "warning" | "critical", value: number) => ({
			severity,
			limit: { from: "value" as const, value },
		});
		const levels = [level("warning", 8), level("critical", 15)];
		const rule = { ...warmRule, condition: { kind: "levels" as const, channels, comparison: ">" as const, levels } };
		const { send, sendDue, provider } = await createNotifying({ rule });
		for (const [minute, value] of [
			[1, 9],
			[3, 20],
			[5, 9],
		] as const) {
			await send([[minute, value]]);
			await sendDue(minute + 1);
		}
		expect(headings(provider)).toEqual(["Warning: Freezer 1", "Critical: Freezer 1"]);
	});

	it("sends one message if the event was over within its upload", async () => {
		const { send, sendDue, provider } = await createNotifying();
		await send([
			[1, 5],
			[2, 12],
			[3, 5],
		]);
		expect(await sendDue(4)).toMatchObject([{ state: "sent" }]);
		expect(headings(provider)).toEqual(["Warning, over by now: Freezer 1"]);
	});

	it("reports late readings once, and those of a file not at all", async () => {
		const { id, owner, device, stub, at, send, sendDue, messages, provider } = await createNotifying();
		await send([[60, 5]]);
		await send(
			[
				[0, 5],
				[5, 12],
				[10, 5],
			],
			70,
		);
		await workThrough(stub, at(75));
		await sendDue(76);
		expect(headings(provider)).toEqual(["Warning, over by now: Freezer 1"]);
		const from = Math.floor(Date.now() / hourMs - 48) * hourMs;
		const lines = [5, 9, 10, 5].map((value, step) => `${new Date(from + step * 5 * minuteMs).toISOString()},${value}`);
		const file = `time,Air\n${lines.join("\n")}\n`;
		dataOf(await sendImport(owner, "log.importReadings", { options: { deviceId: device.id }, file }));
		await workThrough(stub, at(80));
		expect(await eventsSeen(owner)).toHaveLength(2);
		expect(await messagesOf(id)).toEqual(await messages());
		expect(await messages()).toHaveLength(1);
	});
});

describe("a beginning whose report is lost", () => {
	it("sends the message once more while the event is open, and says that it may be the second", async () => {
		const { id, at, send, sendDue, messages, provider, timeline } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		await claim(id, first?.id ?? "", { attempt: 1, now: at(1) + 30_000 });
		await handOverAt(id, at(3));
		await sendDue(4);
		expect(provider.taken[0]?.text).toContain("You may have had this message before");
		expect(await messages()).toMatchObject([{ state: "sent", attempt: 2 }]);
		expect(await timeline()).toEqual([
			"Notified Ana Prado by e-mail, perhaps for the second time: the first sending was interrupted",
		]);
	});

	it("finds the message delivered if the provider says so, and does not send it again", async () => {
		const { id, at, stub, send, sendDue, messages, provider, timeline } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		await claim(id, first?.id ?? "", { attempt: 1, now: at(1) + 30_000 });
		await handOverAt(id, at(3));
		await stub.recordDelivery(first?.id ?? "", { kind: "delivered", error: "" }, at(3));
		await sendDue(4);
		expect(provider.taken).toEqual([]);
		expect(await messages()).toMatchObject([{ state: "delivered", sentAt: new Date(at(3)) }]);
		expect(await timeline()).toEqual(["Notified Ana Prado by e-mail"]);
	});
});

describe("the end of an event", () => {
	it("says that a person cleared the event", async () => {
		const { owner, send, sendDue, events, provider } = await createNotifying();
		await send([[1, 9]]);
		await sendDue(2);
		// The readings are an hour ahead, but an event that a person clears ends now.
		const eventIds = (await events()).map(({ id }) => id);
		dataOf(await owner.mutate("alert.clearEvents", { eventIds }));
		await sendDue(3);
		expect(headings(provider)).toEqual(["Warning: Freezer 1", "Cleared by a person: Freezer 1"]);
	});

	it("includes the beginning if the provider never took it, in one message", async () => {
		const { send, sendDue, provider, timeline } = await createNotifying();
		await send([[1, 9]]);
		expect(await sendDue(2, denying())).toMatchObject([{ state: "queued", attempt: 2 }]);
		await send([[3, 5]]);
		await sendDue(4, denying());
		const messages = await sendDue(120);
		expect(headings(provider)).toEqual(["Warning, over by now: Freezer 1"]);
		expect(messages.map(({ state, reason }) => reason ?? state)).toEqual(["superseded", "sent"]);
		expect(await timeline()).toEqual(["Notified Ana Prado by e-mail when it was over"]);
	});

	it.each([
		["is sent after it where that was taken", { kind: "accepted", providerId: null }, ["Recovered: Freezer 1"]],
		["is not sent where that was refused", { kind: "refused", error: "No" }, []],
	] as const)("waits while its beginning is on its way, and %s", async (_, outcome, submitted) => {
		const { id, at, send, messages, provider } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		const begun = { messageId: first?.id ?? "", attempt: 1 };
		expect((await claim(id, begun.messageId, { attempt: 1, now: at(1) + 30_000 })).status).toBe("send");
		await send([[2, 5]]);
		const [, end] = await messages();
		expect(await claim(id, end?.id ?? "", { attempt: 1, now: at(2) })).toMatchObject({ status: "ignored" });
		await accountStub(id).reportMessage(begun, outcome, at(2));
		await sendAll(id, at(3), provider);
		expect(headings(provider)).toEqual(submitted);
	});

	it("sends one end if its beginning may have arrived, and the event's timeline and the log say so", async () => {
		const { id, at, owner, ana, send, sendDue, events, messages, provider, timeline } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		// The consumer ends between the delivery and its report.
		await claim(id, first?.id ?? "", { attempt: 1, now: at(1) + 30_000 });
		await send([[2, 5]]);
		await handOverAt(id, at(3));
		await sendDue(4);
		expect(headings(provider)).toEqual(["Recovered: Freezer 1"]);
		expect((await messages()).map(({ state, reason }) => [state, reason])).toEqual([
			["mayHaveArrived", "superseded"],
			["sent", null],
		]);
		expect((await timeline()).toSorted()).toEqual([
			"May have notified Ana Prado by e-mail: the sending was interrupted",
			"Notified Ana Prado by e-mail that it is over",
		]);
		const [event] = await events();
		const why = dataOf<AlertWhy>(await owner.query("alert.getWhy", { eventId: event?.id, contactId: ana.id }));
		expect(why.deliveries.map(({ kind, state }) => [kind, state])).toEqual([
			["first", "mayHaveArrived"],
			["recovered", "sent"],
		]);
	});

	it("sends an end without recovery if its beginning may have arrived", async () => {
		const { id, at, owner, alert, send, sendDue, messages, provider } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		await claim(id, first?.id ?? "", { attempt: 1, now: at(1) + 30_000 });
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: false }));
		await handOverAt(id, at(3));
		await sendDue(10);
		expect(headings(provider)).toEqual(["No longer watched: Freezer 1"]);
	});

	it("finds its beginning sent if the report comes late", async () => {
		const { id, at, stub, send, sendDue, messages, timeline } = await createNotifying();
		await send([[1, 9]]);
		const [first] = await messages();
		const begun = { messageId: first?.id ?? "", attempt: 1 };
		await claim(id, begun.messageId, { attempt: 1, now: at(1) + 30_000 });
		await send([[2, 5]]);
		await handOverAt(id, at(3));
		await sendDue(4);
		await stub.reportMessage(begun, { kind: "accepted", providerId: "p" }, at(5));
		expect((await messages())[0]).toMatchObject({ state: "sent", reason: null, error: null });
		expect((await timeline()).at(-1)).toBe("Notified Ana Prado by e-mail");
	});

	it("sends no end if the provider declined the beginning for good", async () => {
		const { send, sendDue, timeline, ana, messages } = await createNotifying();
		await send([[1, 9]]);
		await sendDue(
			2,
			emailProvider(() => Promise.reject(providerError("E_VALIDATION_ERROR"))),
		);
		await send([[3, 5]]);
		await sendDue(4);
		expect((await messages()).filter(({ contactId }) => contactId === ana.id)).toMatchObject([{ state: "failed" }]);
		expect((await timeline())[0]).toBe(
			"Not notified: Ana Prado by e-mail: The provider refused it: E_VALIDATION_ERROR",
		);
	});

	it("sends an end without recovery once to each notified contact that has not acknowledged", async () => {
		for (const isAcknowledged of [false, true]) {
			const { owner, alert, send, sendDue, events, provider, messages } = await createNotifying();
			await send([[1, 9]]);
			await sendDue(2);
			const eventIds = (await events()).map(({ id }) => id);
			if (isAcknowledged) dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds }));
			dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: false }));
			await sendDue(10);
			const note = isAcknowledged ? [] : ["No longer watched: Freezer 1"];
			expect(headings(provider)).toEqual(["Warning: Freezer 1", ...note]);
			expect(await messages()).toHaveLength(1 + note.length);
		}
	});

	it("sends an end without recovery to no contact that was not notified", async () => {
		const { owner, alert, send, sendDue, provider, timeline } = await createNotifying();
		await send([[1, 9]]);
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: false }));
		await sendDue(10);
		expect(headings(provider)).toEqual([]);
		expect(await timeline()).toEqual(["Not notified: Ana Prado by e-mail: over before it was sent"]);
	});
});

describe("the reasons to suppress an alert", () => {
	type Notifying = Awaited<ReturnType<typeof createNotifying>>;

	const quietHours = ({ id, ana }: Notifying, criticalBypassesQuiet = true) =>
		inAccount(id, (db) => {
			const row = findContact(db, ana.id);
			if (row) saveContact(db, { ...row, quietHours: always, criticalBypassesQuiet });
		});
	const reasons: [name: string, reason: string, words: string, act: (notifying: Notifying) => Promise<unknown>][] = [
		["quiet hours", "quietHours", "quiet hours", (notifying) => quietHours(notifying)],
		[
			"a mute of the device",
			"muted",
			"the device is muted",
			async ({ owner, device, at }) =>
				dataOf(await owner.mutate("device.muteDevices", { deviceIds: [device.id], until: at(60), reason: "" })),
		],
		[
			"a mute of the event",
			"muted",
			"muted",
			async ({ owner, events, at }) => {
				const eventIds = (await events()).map((event) => event.id);
				dataOf(await owner.mutate("alert.muteEvents", { eventIds, until: at(60) }));
			},
		],
		[
			"a pause",
			"paused",
			"paused",
			({ id, ana, at }) => inAccount(id, (db) => pauseContactRows(db, [ana.id], new Date(at(60)))),
		],
		[
			"an opt-out",
			"optedOut",
			"wants no alerts",
			({ id, ana }) =>
				inAccount(id, (db) => {
					const address = { channel: "email" as const, address: ana.email ?? "", until: null, createdAt: new Date() };
					saveOptOuts(db, ["alerts"], address);
				}),
		],
	];

	it.each(reasons)(
		"suppresses an alert for %s, and records it in the delivery log and on the event",
		async (_, reason, words, act) => {
			const notifying = await createNotifying();
			await notifying.send([[1, 9]]);
			await act(notifying);
			const toAna = ({ contactId }: MessageRow) => contactId === notifying.ana.id;
			expect((await notifying.sendDue(2)).filter(toAna)).toMatchObject([{ state: "suppressed", reason }]);
			expect((await notifying.timeline())[0]).toBe(`Not notified: Ana Prado by e-mail: ${words}`);
			await notifying.send([[3, 5]]);
			expect((await notifying.sendDue(4)).filter(toAna)).toHaveLength(1);
			expect(notifying.provider.taken.map(({ to }) => to)).not.toContain(notifying.ana.email);
		},
	);

	it.each([
		[true, "sent"],
		[false, "suppressed"],
	])("sends a critical alert in quiet hours only if the contact wants it: %s", async (bypasses, state) => {
		const notifying = await createNotifying({ severity: "critical" });
		await quietHours(notifying, bypasses);
		await notifying.send([[1, 9]]);
		expect((await notifying.sendDue(2))[0]).toMatchObject({ state });
	});

	it("checks the quiet hours anew when a person sends it again", async () => {
		const notifying = await createNotifying();
		await quietHours(notifying);
		await notifying.send([[1, 9]]);
		const [message] = await notifying.sendDue(2);
		await inAccount(notifying.id, (db) => {
			const row = findContact(db, notifying.ana.id);
			if (row) saveContact(db, { ...row, quietHours: [] });
		});
		dataOf(await notifying.owner.mutate("message.resendMessage", { messageId: message?.id }));
		expect(await notifying.sendDue(3)).toMatchObject([{ state: "sent" }]);
	});
});

it.each(["reminder", "escalation"] as const)("suppresses a %s once its event is acknowledged", async (kind) => {
	const { id, owner, at, ana, send, sendDue, events, provider } = await createNotifying();
	await send([[1, 9]]);
	await sendDue(2);
	const [event] = await events();
	const recipient = { to: "contact", contactId: ana.id, channel: "email" } as const;
	const facts = { ...alertFacts, kind };
	const queueStep = (step: number, minute: number) =>
		inAccount(id, (db) => {
			const store = { db, now: at(minute), newId: createNewId(at(minute)) };
			return queueMessage(store, { cause: "alert", about: event?.id ?? "", step, recipient, facts });
		});
	await queueStep(1, 3);
	await sendDue(4);
	expect(headings(provider)).toHaveLength(2);
	await queueStep(2, 5);
	dataOf(await owner.mutate("alert.acknowledgeEvents", { eventIds: [event?.id] }));
	expect((await sendDue(6)).at(-1)).toMatchObject({ state: "suppressed", reason: "noLongerNeeded" });
});

it("reports a thousand silent devices in one message", async () => {
	const { id, owner } = await createOwner();
	await addLargeFleet(id, 1_000);
	const ana = await addContact(id, { phone: null });
	const silentAt = Date.now() + 46 * minuteMs;
	await addAlert(owner, { name: "Silent", rule: silentRule, contactIds: [ana.id] });
	await runWork(id, "alert deadlines", silentAt);
	const provider = emailProvider();
	await sendAll(id, silentAt + 5 * minuteMs, provider);
	expect(headings(provider)).toEqual(["Critical: Many devices silent"]);
	expect(provider.taken[0]?.text).toContain("1,000 devices fell silent within 5 minutes");
	// The first fifth of the fleet was queued one by one, before the silences counted as many.
	const queued = await inAccount(id, (db) => db.select().from(notices).all());
	expect(queued.length).toBeLessThanOrEqual(201);
	const others = (await messagesOf(id)).filter(({ state }) => state !== "sent");
	expect(new Set(others.map(({ reason }) => reason))).toEqual(new Set(["noLongerNeeded"]));
});

it("notifies the owners of many silent devices if their rule reaches no address", async () => {
	const { id, owner } = await createOwner();
	await addLargeFleet(id, 100);
	const ana = await addContact(id, { email: null, phone: null });
	const silentAt = Date.now() + 46 * minuteMs;
	await addAlert(owner, { name: "Silent", rule: silentRule, contactIds: [ana.id] });
	await runWork(id, "alert deadlines", silentAt);
	const provider = emailProvider();
	await sendAll(id, silentAt + 5 * minuteMs, provider);
	expect(headings(provider).filter((heading) => heading.includes("Many devices silent"))).toHaveLength(1);
});

it("notifies no one of events from before messages", async () => {
	const { id, key, at, events, messages, change } = await createNotifying();
	const claims = await createIngestKeys("device", [env.INGEST_SECRET]).parse(key);
	if (!claims) throw new Error("Not a device key");
	const readings = [{ channel: "Air", at: at(1), value: 9 }];
	await ingestUpload({ accounts: env.ACCOUNT }, { claims, readings, receivedAt: at(1), past: everyMinute });
	expect(await events()).toMatchObject([{ state: "open", isBeforeMessages: true }]);
	await change({ notification: { ...plainNotification, reminder: { everySeconds: 600, atMost: null } } });
	expect(await inAccount(id, (db) => db.select().from(alertFollowUps).all())).toEqual([]);
	expect(await messages()).toEqual([]);
});
