import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { insertDeliveryChannel } from "../../../../backend/db/contact-rows";
import {
	contactGroupMembers,
	contactGroups,
	contacts,
	messages,
	optOuts,
	reportFiles,
	reportLinks,
	users,
} from "../../../../backend/db/schema";
import { leaseMs } from "../../../../backend/message/claim-message";
import { type ReportRun, standardLayout } from "../../../../shared/report/report";
import { createOwner, inAccount, newId } from "../../fixtures/fleet";
import {
	addContact,
	aheadOfTheAlarm,
	attemptAt,
	claim,
	consume,
	emailProvider,
	handOverAt,
	type Mail,
	messageOf,
	providerError,
} from "../../fixtures/messages";
import { dataOf, type Person } from "../../fixtures/people";
import { delivery, endedRun } from "../../fixtures/report-run";

let accountId = "";
let owner: Person;
beforeEach(async () => {
	({ id: accountId, owner } = await createOwner());
});

const now = aheadOfTheAlarm();
const allMessages = () => inAccount(accountId, (db) => db.select().from(messages).all());
const reportMessages = async () => (await allMessages()).filter((message) => message.class === "reports");
const recipientsOf = async (runId: string) =>
	dataOf<ReportRun>(await owner.query("report.getRun", { runId })).recipients;

async function sendAll(fault?: (mail: Mail) => unknown): Promise<Mail[]> {
	const { binding, taken } = emailProvider(fault);
	for (const { id } of await reportMessages()) await attemptAt(accountId, id, { now, email: binding });
	return taken;
}

const large = () => {
	const bytes = new Uint8Array(3 * 1024 * 1024 + 1);
	crypto.getRandomValues(bytes.subarray(0, 16));
	return bytes;
};

async function deliverTo(contactIds: string[], changes: Partial<Parameters<typeof endedRun>[1]> = {}) {
	const definition = { delivery: { ...delivery, contactIds }, ...changes.definition };
	return endedRun(accountId, { now, ...changes, definition });
}

describe("a report by mail", () => {
	it("carries the file byte for byte, describes it, and holds no link to it", async () => {
		const { id } = await addContact(accountId);
		const { file, run } = await deliverTo([id], {
			definition: { delivery: { ...delivery, contactIds: [id], message: "For the auditor." } },
			run: { state: "partial", notes: ["Freezer 2 stopped reporting."] },
		});
		const [mail, ...others] = await sendAll();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({
			to: "ana@example.test",
			subject:
				"Monthly compliance: 2026-10-01, 01:00:00 UTC+01:00 up to, not including, 2026-11-01, 00:00:00 UTC, Europe/Lisbon",
		});
		const [attached] = mail?.attachments ?? [];
		expect(attached).toMatchObject({ filename: file.name, type: "application/pdf", disposition: "attachment" });
		const stored = await (await env.ARCHIVE.get(file.objectKey))?.arrayBuffer();
		expect(new Uint8Array(attached?.content as ArrayBuffer)).toEqual(new Uint8Array(stored ?? new ArrayBuffer()));
		for (const words of ["The file is attached.", "For the auditor.", "Freezer 2 stopped reporting.", file.sha256]) {
			expect(mail?.text).toContain(words);
		}
		expect(mail?.text).toContain("It is not complete.");
		expect(mail?.text).toContain("https://console.test/verify");
		expect(mail?.text).not.toContain("Open the file");
		expect(mail?.headers?.["List-Unsubscribe"]).toContain("https://console.test/api/links/");
		expect(await recipientsOf(run.id)).toEqual([
			{ contactId: id, name: "Ana Prado", form: "attached", state: "sent", sentAt: now, problem: null, link: null },
		]);
	});

	it("sends a link above 3 MiB, or if the report attaches no files, and the mail says why", async () => {
		const { id } = await addContact(accountId);
		const { run } = await deliverTo([id], { files: [{ bytes: large() }] });
		const [mail] = await sendAll();
		expect(mail?.attachments).toBeUndefined();
		expect(mail?.text).toContain("With 3.1 MB the file is too large for a mail: it opens by this link");
		expect(mail?.text).toMatch(/Open the file:\nhttps:\/\/console\.test\/api\/links\/\S+/);
		const [recipient] = await recipientsOf(run.id);
		expect(recipient).toMatchObject({ form: "link", state: "sent", link: { revokedAt: null, opened: 0 } });
		const linkOnly = { delivery: { ...delivery, contactIds: [id], attachesFile: false } };
		const small = await deliverTo([id], { definition: linkOnly });
		const [, second] = await sendAll();
		expect(second?.attachments ?? mail?.attachments).toBeUndefined();
		expect(await recipientsOf(small.run.id)).toMatchObject([{ form: "link" }]);
	});

	it("sends the mail again at once as a link if the provider declines its size", async () => {
		const { id } = await addContact(accountId);
		const { run } = await deliverTo([id]);
		const deny = ({ attachments }: Mail) => {
			if (attachments) throw providerError("E_CONTENT_TOO_LARGE");
		};
		expect(await sendAll(deny)).toEqual([]);
		const [message] = await reportMessages();
		expect(message).toMatchObject({ state: "queued", attempt: 2, dueAt: now });
		const [mail] = await sendAll(deny);
		expect(mail?.text).toContain("Open the file");
		expect(await recipientsOf(run.id)).toMatchObject([{ form: "link", state: "sent" }]);
	});

	it("fails if the provider declines the size of a mail without a file", async () => {
		const { id } = await addContact(accountId);
		const { run } = await deliverTo([id], { files: [{ bytes: large() }] });
		await sendAll(() => {
			throw providerError("E_CONTENT_TOO_LARGE");
		});
		expect(await recipientsOf(run.id)).toMatchObject([
			{ state: "failed", problem: expect.stringContaining("E_CONTENT_TOO_LARGE") },
		]);
	});

	it("waits while its file cannot be read, and is not sent once the file is deleted", async () => {
		const { id } = await addContact(accountId);
		const { run, file } = await deliverTo([id]);
		await env.ARCHIVE.delete(file.objectKey);
		expect(await sendAll()).toEqual([]);
		const [message] = await reportMessages();
		expect(message).toMatchObject({ state: "queued", attempt: 2, error: "Its file could not be read" });
		await inAccount(accountId, (db) => db.delete(reportFiles).run());
		expect(await sendAll()).toEqual([]);
		expect(await recipientsOf(run.id)).toMatchObject([{ state: "suppressed" }]);
	});

	it("reaches each of the contacts and groups once, and no one if it is not sent", async () => {
		const [ana, ben] = [await addContact(accountId), await addContact(accountId, { email: "ben@example.test" })];
		const groupId = newId("contactGroup");
		await inAccount(accountId, (db) => {
			db.insert(contactGroups).values({ id: groupId, name: "Auditors", createdAt: new Date() }).run();
			for (const { id } of [ana, ben]) db.insert(contactGroupMembers).values({ groupId, contactId: id }).run();
		});
		const both = { delivery: { ...delivery, contactIds: [ana.id], contactGroupIds: [groupId] } };
		await deliverTo([], { definition: both });
		await deliverTo([], { definition: both, run: { isSent: false } });
		expect((await sendAll()).map(({ to }) => to).sort()).toEqual(["ana@example.test", "ben@example.test"]);
	});

	it("sends one mail to contacts with one address, and its run names both", async () => {
		const [ana, ben] = [await addContact(accountId), await addContact(accountId, { email: "ben@example.test" })];
		const office = await addContact(accountId, { email: "ana@example.test" });
		await inAccount(accountId, (db) =>
			db.update(contacts).set({ fullName: "The office" }).where(eq(contacts.id, office.id)).run(),
		);
		const linkOnly = { delivery: { ...delivery, contactIds: [ana.id, ben.id, office.id], attachesFile: false } };
		const { run } = await deliverTo([], { definition: linkOnly });
		expect((await sendAll()).map(({ to }) => to).sort()).toEqual(["ana@example.test", "ben@example.test"]);
		const recipients = await recipientsOf(run.id);
		expect(recipients.map(({ state, sentAt }) => [state, sentAt])).toEqual(recipients.map(() => ["sent", now]));
		const theirs = recipients.filter(({ contactId }) => contactId !== ben.id);
		const said = new Map(theirs.map(({ name, problem, link }) => [name, [problem, link !== null]]));
		const along = (name: string) => [`One mail with ${name}, who has the same address.`, false];
		const isWithAna = said.get("The office")?.[0] !== null;
		expect(said).toEqual(
			new Map([
				["Ana Prado", isWithAna ? [null, true] : along("The office")],
				["The office", isWithAna ? along("Ana Prado") : [null, true]],
			]),
		);
	});

	it("says on its run that a contact group has no members, and nothing if no recipient is named", async () => {
		const groupId = newId("contactGroup");
		await inAccount(accountId, (db) =>
			db.insert(contactGroups).values({ id: groupId, name: "Auditors", createdAt: new Date() }).run(),
		);
		const notesOf = async (runId: string) => dataOf<ReportRun>(await owner.query("report.getRun", { runId })).notes;
		const empty = await deliverTo([], { definition: { delivery: { ...delivery, contactGroupIds: [groupId] } } });
		expect(await notesOf(empty.run.id)).toEqual([
			"Nobody was sent the file: nobody is in the contact groups that are to get it.",
		]);
		const layout = { ...standardLayout, language: "de" };
		const german = await deliverTo([], {
			definition: { layout, delivery: { ...delivery, contactGroupIds: [groupId] } },
		});
		expect(await notesOf(german.run.id)).toEqual([expect.stringContaining("Die Datei wurde niemandem gesendet")]);
		expect(await notesOf((await deliverTo([])).run.id)).toEqual([]);
	});

	it("reaches each group's own contacts with that group's file, else the report's", async () => {
		const [ana, ben] = [await addContact(accountId), await addContact(accountId, { email: "ben@example.test" })];
		const [lisbon, porto] = [newId("group"), newId("group")];
		const groups = [{ groupId: lisbon, contactIds: [ben.id], contactGroupIds: [] }];
		await deliverTo([], {
			definition: { delivery: { ...delivery, contactIds: [ana.id], isPerGroup: true, groups } },
			files: [
				{ name: "Lisbon.pdf", group: { id: lisbon, name: "Lisbon" } },
				{ name: "Porto.pdf", group: { id: porto, name: "Porto" } },
			],
		});
		const mails = await sendAll();
		expect(mails.map(({ to, attachments }) => [to, attachments?.[0]?.filename]).sort()).toEqual([
			["ana@example.test", "Porto.pdf"],
			["ben@example.test", "Lisbon.pdf"],
		]);
	});

	it("skips a contact that wants no reports, and says so", async () => {
		const { id } = await addContact(accountId);
		await inAccount(accountId, (db) => {
			const address = { channel: "email", address: "ana@example.test", class: "reports" } as const;
			db.insert(optOuts)
				.values({ ...address, until: null, createdAt: new Date() })
				.run();
		});
		const { run } = await deliverTo([id]);
		expect(await sendAll()).toEqual([]);
		expect(await recipientsOf(run.id)).toMatchObject([
			{ state: "suppressed", problem: "Whoever has this address wants no such messages." },
		]);
	});

	it("skips a contact without e-mail, and notifies that contact by their own channel", async () => {
		const { id } = await addContact(accountId, { email: "", phone: "" });
		await inAccount(accountId, (db) => {
			const address = "https://hooks.slack.com/services/T000/B000/XXXX";
			const channel = { channel: "slack", address, addressVersion: 1, status: "verified", isDefault: true } as const;
			insertDeliveryChannel(db, { contactId: id, ...channel });
		});
		const { run } = await deliverTo([id]);
		const [message] = await reportMessages();
		const sent: string[] = [];
		const send = async (_: string, { body }: RequestInit) => {
			sent.push(String(body));
			return new Response();
		};
		const parts = { email: emailProvider().binding, send, clock: () => now };
		await consume([{ accountId, messageId: message?.id ?? "", attempt: 1 }], parts);
		expect(sent).toEqual([expect.stringContaining(`https://console.test/reports/edit/${run.reportId}`)]);
		expect(sent[0]).not.toContain("/api/links/");
		expect(await recipientsOf(run.id)).toMatchObject([{ form: "link", state: "sent", link: null }]);
	});

	it("sends large mails one at a time in an isolate", async () => {
		const people = await Promise.all(
			["a", "b", "c"].map((name) => addContact(accountId, { email: `${name}@example.test` })),
		);
		await deliverTo(people.map(({ id }) => id));
		let [open, most] = [0, 0];
		const { binding, taken } = emailProvider(async () => {
			open += 1;
			most = Math.max(most, open);
			await scheduler.wait(5);
			open -= 1;
		});
		const handOvers = (await reportMessages()).map(({ id, attempt }) => {
			return { accountId, messageId: id, attempt, isLarge: true } as const;
		});
		await consume(handOvers, { email: binding, clock: () => now });
		expect([taken.length, most]).toEqual([3, 1]);
	});
});

describe("a failed run", () => {
	const mailsAbout = async () => {
		const queued = (await allMessages()).filter((message) => message.class === "account");
		const { binding, taken } = emailProvider();
		for (const { id } of queued) await attemptAt(accountId, id, { now, email: binding });
		return taken;
	};
	const ownerId = async () => (await inAccount(accountId, (db) => db.select().from(users).get()))?.id ?? "";

	it("notifies the person who saved the report last, with the reason, and no contact", async () => {
		const { id } = await addContact(accountId);
		const run = { state: "failed", error: "It would have 400 pages. Split it by group or week." } as const;
		await deliverTo([id], { run, savedBy: await ownerId() });
		const [mail, ...others] = await mailsAbout();
		expect(others).toEqual([]);
		expect(mail).toMatchObject({ to: owner.email, subject: "Monthly compliance could not be made" });
		expect(mail?.text).toContain("It would have 400 pages.");
		expect(await reportMessages()).toEqual([]);
	});

	it("notifies the owners if that person is gone", async () => {
		await deliverTo([], { run: { state: "failed", error: "x" }, savedBy: newId("user") });
		expect((await mailsAbout()).map(({ to }) => to)).toEqual([owner.email]);
	});
});

describe("sending again and withdrawing", () => {
	it("sends the same files to one of the recipients, by a message and a link of its own", async () => {
		const { id } = await addContact(accountId);
		const { run } = await deliverTo([id], { files: [{ bytes: large() }] });
		await sendAll();
		expect(dataOf(await owner.mutate("report.resendReport", { runId: run.id, contactId: id }))).toEqual({ files: 1 });
		expect(await inAccount(accountId, (db) => db.select().from(reportLinks).all())).toHaveLength(2);
		expect(await recipientsOf(run.id)).toHaveLength(2);
	});

	it("says in the second mail that the file was sent before, unless the first never left", async () => {
		const { id } = await addContact(accountId);
		for (const [fault, times] of [
			[undefined, 1],
			[() => Promise.reject(providerError("E_VALIDATION_ERROR")), 0],
		] as const) {
			const { run } = await deliverTo([id]);
			await sendAll(fault);
			dataOf(await owner.mutate("report.resendReport", { runId: run.id, contactId: id }));
			const [again] = await sendAll();
			expect(again?.text?.split("You were sent this file before.")).toHaveLength(times + 1);
		}
	});

	it("says that a mail may be a second copy if the outcome of the first is lost", async () => {
		const { id } = await addContact(accountId);
		await deliverTo([id]);
		const [message] = await reportMessages();
		await claim(accountId, message?.id ?? "", { attempt: 1, now });
		await handOverAt(accountId, now + leaseMs);
		const [mail] = await sendAll();
		expect(mail?.text).toContain("You may have had this message before: its first sending was interrupted.");
	});

	it("sends nothing to contacts that the report does not name, and nothing of a run without a file", async () => {
		const [ana, ben] = [await addContact(accountId), await addContact(accountId, { email: "ben@example.test" })];
		const { run } = await deliverTo([ana.id], { run: { isSent: false } });
		const resend = async (runId: string, contactId: string) =>
			(await owner.mutate("report.resendReport", { runId, contactId })).error?.data.reason;
		expect(await resend(run.id, ben.id)).toBe("CONTACT_NOT_FOUND");
		expect(await resend(newId("reportRun"), ana.id)).toBe("REPORT_RUN_NOT_FOUND");
		const failed = await deliverTo([ana.id], { run: { state: "failed" } });
		expect(await resend(failed.run.id, ana.id)).toBe("REPORT_HAS_NO_FILE");
		expect(await resend(run.id, ana.id)).toBeUndefined();
	});

	it("withdraws every link of a contact, and what waits to be sent with one", async () => {
		const { id } = await addContact(accountId);
		const { run } = await deliverTo([id], { files: [{ bytes: large() }] });
		expect(dataOf(await owner.mutate("report.revokeLink", { runId: run.id, contactId: id }))).toEqual({ revoked: 1 });
		expect(await sendAll()).toEqual([]);
		const [recipient] = await recipientsOf(run.id);
		expect(recipient?.link?.revokedAt).toEqual(expect.any(Number));
		const [message] = await reportMessages();
		expect(await messageOf(accountId, message?.id ?? "")).toMatchObject({ state: "suppressed" });
	});
});
