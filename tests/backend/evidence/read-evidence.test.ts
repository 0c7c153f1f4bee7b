import { describe, expect, it } from "vitest";
import { evidenceErasures, evidenceParts } from "../../../backend/db/schema";
import { archiveEvidence } from "../../../backend/evidence/archive-evidence";
import { auditEvidence } from "../../../backend/evidence/audit-evidence";
import { eraseEvidenceWork } from "../../../backend/evidence/erase-evidence";
import { removeEvidenceWork } from "../../../backend/evidence/evidence-retention";
import { messageEvidence } from "../../../backend/evidence/message-evidence";
import type { AuditPage, GetAudit } from "../../../shared/account/audit";
import type { Company } from "../../../shared/account/company";
import { dayMs } from "../../../shared/base/durations";
import type { GetMessages, MessagePage } from "../../../shared/message/message";
import type { EvidenceCut } from "../../../shared/report/report-settings";
import { createContact } from "../fixtures/contact-input";
import {
	type EvidenceAccount,
	keep,
	monthsBefore,
	withEvidence,
	writeChange,
	writeMessage,
} from "../fixtures/evidence";
import { createOwner } from "../fixtures/fleet";
import { dataOf, type Person } from "../fixtures/people";

const now = Date.now();
const noInvalidations = { changed: () => {} };

async function archiveAll({ db, archive }: EvidenceAccount): Promise<void> {
	for await (const _ of archiveEvidence({ db, archive }, auditEvidence, now));
	for await (const _ of archiveEvidence({ db, archive }, messageEvidence, now));
}

async function changesOf(owner: Person, requested: GetAudit = {}) {
	const found: AuditPage["entries"] = [];
	let cursor: string | null = null;
	do {
		const input: GetAudit = { ...requested, limit: 2, ...(cursor !== null && { cursor }) };
		const page: AuditPage = dataOf<AuditPage>(await owner.query("account.getAudit", input));
		found.push(...page.entries);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return found;
}

async function sentOf(owner: Person, requested: GetMessages = {}) {
	const found: MessagePage["messages"] = [];
	let cursor: string | null = null;
	do {
		const input: GetMessages = { ...requested, limit: 2, ...(cursor !== null && { cursor }) };
		const page: MessagePage = dataOf<MessagePage>(await owner.query("message.getMessages", input));
		found.push(...page.messages);
		cursor = page.nextCursor;
	} while (cursor !== null);
	return found;
}

describe("the archive of evidence", () => {
	it("continues the rows by the same filters, and sends no archived message again", async () => {
		const { id, owner } = await createOwner();
		const [changes, sent] = await withEvidence(id, async (parts) => {
			const { db } = parts;
			keep(db, "11y");
			const times = [14, 3, 2, 1].map((months) => monthsBefore(now, months));
			const audit = [...times, now - dayMs].map((at) => writeChange(db, at)).reverse();
			const messages = [...times, now - dayMs]
				.map((at, index) => writeMessage(db, at, { about: `evt_${index}` }))
				.reverse();
			await archiveAll(parts);
			expect(await db.$count(evidenceParts)).toBe(8);
			return [audit, messages];
		});
		const action = "contact.updateContact" as const;
		expect((await changesOf(owner, { action })).map((entry) => entry.id)).toEqual(changes);
		expect((await changesOf(owner)).filter((entry) => entry.action === action)).toHaveLength(5);
		expect(await changesOf(owner, { action, actorId: "con_2" })).toEqual([]);
		const between = { from: monthsBefore(now, 3), to: monthsBefore(now, 1) };
		expect((await changesOf(owner, { action, ...between })).map((entry) => entry.id)).toEqual([changes[2], changes[3]]);
		const listed = await sentOf(owner);
		expect(listed.map((message) => message.id)).toEqual(sent);
		expect(listed[4]).toMatchObject({ cause: "alert", notices: 1, isResendable: false });
		expect((await sentOf(owner, { states: ["sent"], ...between })).map((each) => each.id)).toEqual([sent[2], sent[3]]);
		expect(await sentOf(owner, { channels: ["sms"] })).toEqual([]);
	});

	it("names no deleted contact, and is written anew without", async () => {
		const { id, owner } = await createOwner();
		const { id: contactId } = await createContact(owner);
		await withEvidence(id, async (parts) => {
			keep(parts.db, "11y");
			writeChange(parts.db, monthsBefore(now, 2), { contactId });
			await archiveAll(parts);
		});
		const oldest = async () => (await changesOf(owner)).at(-1)?.entities[0];
		expect(await oldest()).toMatchObject({ name: "Ana Prado" });
		dataOf(await owner.mutate("contact.deleteContacts", { contactIds: [contactId], successorId: null }));
		const erased = { name: "Deleted contact", fields: [{ field: "comment", before: null, after: null, as: "hidden" }] };
		expect(await oldest()).toMatchObject(erased);
		await withEvidence(id, async ({ db, archive }) => {
			const work = eraseEvidenceWork({ db, archive });
			for (const subject of work.due(now, 10)) await work.run(subject, now);
			expect([work.nextDueAt(), await db.$count(evidenceErasures)]).toEqual([null, 0]);
		});
		expect(await oldest()).toMatchObject(erased);
	});

	it("goes by months once it is over, and a shorter time waits a day, counted before", async () => {
		const { id, owner } = await createOwner();
		await withEvidence(id, async (parts) => {
			keep(parts.db, "11y");
			for (const months of [30, 29, 2]) writeChange(parts.db, monthsBefore(now, months));
			writeMessage(parts.db, monthsBefore(now, 29));
			await archiveAll(parts);
		});
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		const cut = dataOf<EvidenceCut | null>(await owner.query("account.previewEvidence", { evidenceRetention: "2y" }));
		expect(cut).toMatchObject({ changes: 2, messages: 1 });
		expect(dataOf(await owner.query("account.previewEvidence", { evidenceRetention: "11y" }))).toBeNull();
		dataOf(await owner.mutate("account.updateCompany", { ...company, evidenceRetention: "2y" }));
		const waiting = dataOf<EvidenceCut>(await owner.query("account.previewEvidence"));
		expect(waiting).toMatchObject({ changes: 2, messages: 1 });
		await withEvidence(id, async ({ db }) => {
			const work = removeEvidenceWork({ db, invalidations: noInvalidations });
			await work.run("", waiting.removedAt - 1);
			expect(await db.$count(evidenceParts)).toBe(4);
			expect(work.nextDueAt()).toBe(waiting.removedAt);
			await work.run("", waiting.removedAt);
			expect(await db.$count(evidenceParts)).toBe(1);
		});
		expect(dataOf(await owner.query("account.previewEvidence"))).toBeNull();
	});
});
