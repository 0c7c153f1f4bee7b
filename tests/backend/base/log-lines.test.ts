import { env } from "cloudflare:workers";
import { beforeEach, expect, it, vi } from "vitest";
import { listUnfinishedMessages } from "../../../backend/db/message-rows";
import type { CurrentAccount } from "../../../shared/account/account";
import type { NewWebhook } from "../../../shared/account/webhook";
import { headerNames } from "../../../shared/base/header-names";
import type { CreatedDevice } from "../../../shared/device/device-inputs";
import { sessionPath } from "../../../shared/session/session";
import { addAlert } from "../fixtures/alert-rules";
import { accountStub, freezer, inAccount } from "../fixtures/fleet";
import { addContact, aheadOfTheAlarm, attemptAt, emailProvider, providerError } from "../fixtures/messages";
import { createPerson, dataOf, type Person, send } from "../fixtures/people";
import { createReport, finishedRun, runReport } from "../fixtures/reports";
import { addWorks, testWork, workThrough } from "../fixtures/works";

const personal = {
	mail: "mara.quill@privatehost.example",
	name: "Mara Quillfeather",
	company: "Zephyrine Vaccines",
	device: "Gravelbed Freezer",
	channel: "Cellarair",
	serial: "SN-QX77120",
	guest: "gus.farlow@elsewhere.example",
	contact: "Tilda Orkney",
	contactMail: "tilda.orkney@oncall.example",
	phone: "351210987654",
	report: "Weeklydeviation",
	hook: "hooks.privatehost.io",
	address: "203.0.113.77",
	browser: "Quokkabrowser",
	note: "the nurse on ward nine",
};

const lines: string[] = [];

beforeEach(() => {
	lines.length = 0;
	for (const level of ["log", "info", "warn", "error", "debug"] as const) {
		vi.spyOn(console, level).mockImplementation((...parts: unknown[]) => void lines.push(parts.map(String).join(" ")));
	}
});

function foundIn(secrets: string[]): string[] {
	const all = lines.join("\n").toLowerCase();
	const values = [...Object.values(personal), personal.mail.split("@")[0] ?? "", ...secrets];
	return values.filter((value) => all.includes(value.toLowerCase()));
}

async function signedIn(): Promise<{ person: Person; id: string }> {
	const person = await createPerson({ email: personal.mail, name: personal.name, userAgent: personal.browser });
	person.headers.set("cf-connecting-ip", personal.address);
	await send(sessionPath, { headers: person.headers });
	const input = { companyName: personal.company, timeZone: "Europe/Lisbon" };
	const { id } = dataOf<CurrentAccount>(await person.mutate("account.createAccount", input));
	return { person, id };
}

async function addFreezer(person: Person) {
	const [first] = freezer.channels;
	const channels = [{ ...first, name: personal.channel }];
	const input = { ...freezer, name: personal.device, serialNumber: personal.serial, channels };
	return dataOf<CreatedDevice>(await person.mutate("device.createDevice", input));
}

function post(key: string, body: unknown, headers: Record<string, string> = {}) {
	const sent = { authorization: `Bearer ${key}`, "content-type": "application/json", ...headers };
	return send("/api/ingest/v1/readings", { method: "POST", headers: sent, body: JSON.stringify(body) });
}

it("hold no mail address, name, phone, key, token, device or address of a network, whatever fails", async () => {
	const { person, id } = await signedIn();
	const { device, key } = await addFreezer(person);
	const from = { "cf-connecting-ip": personal.address, "user-agent": personal.browser };
	const reading = { channel: personal.channel, at: Date.now() - 1_000, value: 31.4159 };
	await post(key, { readings: [reading] }, from);
	await post(key, { readings: [{ ...reading, channel: `${personal.channel} 2` }] }, from);
	await post(`${key.slice(0, -3)}xxx`, { readings: [reading] }, from);
	await post(key, personal.note, from);

	const invited = { email: personal.guest, role: "viewer", scope: "all", note: personal.note };
	dataOf(await person.mutate("account.inviteUser", invited));
	await addContact(id, {
		fullName: personal.contact,
		email: personal.contactMail,
		phone: `+${personal.phone}`,
	});
	await addAlert(person, { name: personal.note });
	const hook = { name: personal.contact, url: `https://${personal.hook}/x`, topics: ["alerts", "devices", "reports"] };
	const { secret } = dataOf<NewWebhook>(await person.mutate("webhook.createWebhook", hook));
	const report = await createReport(person, { name: personal.report });
	await finishedRun(person, (await runReport(person, report.id)).id);
	await person.mutate("device.updateDevice", { deviceId: device.id, name: personal.device });
	await person.query("device.getDevice", { deviceId: personal.device });
	await person.mutate("account.inviteUser", { ...invited, email: personal.name });

	// Sends each message by a provider that denies and names the recipient, and by one that takes it.
	const now = aheadOfTheAlarm();
	await workThrough(accountStub(id), Date.now());
	const waiting = await inAccount(id, (db) => listUnfinishedMessages(db, new Date(now)));
	const names = `${personal.contact} of ${personal.company}\n    at ${personal.name} (${personal.note}:1:1)`;
	const denial = `${names} 550 5.1.1 <${personal.contactMail}> unknown, from ${personal.address}, call +${personal.phone}`;
	for (const { id: messageId } of waiting) {
		const { binding: email } = emailProvider(() => {
			throw Object.assign(providerError("E_INTERNAL_SERVER_ERROR"), { message: denial });
		});
		const sendTo = () => Promise.reject(new TypeError(`https://${personal.hook}/x: ${denial}`));
		await attemptAt(id, messageId, { now, email, send: sendTo });
	}
	const { work } = testWork("mail", ["one"], () => {
		throw new Error(`UNIQUE constraint failed: contacts.email, ${denial}`, { cause: new Error(names) });
	});
	await addWorks(id, { ...work, isUrgent: true });
	await accountStub(id).runOverdue(now);
	await vi.waitFor(() => expect(lines.join("\n")).toContain("job-failed"));
	const failed = lines.find((line) => line.includes("job-failed"));
	const thrownIn = expect.stringMatching(/^\s+at .*log-lines\.test\.ts:\d+:\d+/);
	expect(JSON.parse(failed ?? "")).toMatchObject({ message: expect.stringContaining("UNIQUE"), stack: thrownIn });

	const token = person.headers.get("authorization")?.split(".").at(-1) ?? "";
	const idToken = person.headers.get(headerNames.idToken)?.split(".").at(-1) ?? "";
	expect(foundIn([key.slice(-16), secret, token, idToken, env.INGEST_SECRET, "31.4159"])).toEqual([]);
	expect(lines.length).toBeGreaterThan(20);
	expect(waiting.length).toBeGreaterThan(0);
	for (const line of lines) expect(() => JSON.parse(line)).not.toThrow();
});

it("leave out an accepted upload, and no other one", async () => {
	const { person } = await signedIn();
	const { key } = await addFreezer(person);
	const reading = { channel: personal.channel, at: Date.now() - 1_000, value: 4 };
	const ofRequests = () => lines.splice(0).filter((line) => JSON.parse(line).line === "request");
	ofRequests();
	expect((await post(key, { readings: [reading] })).status).toBe(200);
	expect(ofRequests()).toEqual([]);
	expect((await post(key, { readings: "none" })).status).toBe(400);
	expect(ofRequests()).toEqual([expect.stringMatching(/"POST \/api\/ingest\/v1\/:endpoint","outcome":"refused"/)]);
});
