import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteContactRows, updateDeliveryChannel } from "../../../backend/db/contact-rows";
import { account, messages, reportFiles, reportLinks } from "../../../backend/db/schema";
import { createLinkTokens } from "../../../backend/keys/link-tokens";
import type { AuditPage } from "../../../shared/account/audit";
import { dayMs } from "../../../shared/base/durations";
import { linkPath } from "../../../shared/base/links";
import type { ReportRun } from "../../../shared/report/report";
import { createOwner, inAccount } from "../fixtures/fleet";
import { addContact, attemptAt, emailProvider } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";
import { delivery, endedRun } from "../fixtures/report-run";

let accountId = "";
let owner: Person;
let contactId = "";
beforeEach(async () => {
	({ id: accountId, owner } = await createOwner());
	({ id: contactId } = await addContact(accountId));
});

const fileName = 'Hűtő "№1".csv';
const bytes = Uint8Array.from(new TextEncoder().encode("time;value\n2026-10-01;4.2\n"));

async function sentLink() {
	const now = Date.now();
	const ended = await endedRun(accountId, {
		definition: { format: "csv", delivery: { ...delivery, contactIds: [contactId], attachesFile: false } },
		files: [{ name: fileName, mediaType: "text/csv; charset=utf-8", bytes }],
		now,
	});
	const { binding, taken } = emailProvider();
	const queued = await inAccount(accountId, (db) => db.select().from(messages).all());
	for (const { id } of queued) await attemptAt(accountId, id, { now, email: binding });
	const [, token = ""] = /Open the file:\nhttps:\/\/console\.test\/api\/links\/(\S+)/.exec(taken[0]?.text ?? "") ?? [];
	return { ...ended, token };
}

let network = 0;
const from = () => ({ "x-forwarded-for": `10.9.${network++ % 250}.1` });
const look = (token: string) => send(`${linkPath}${token}`, { headers: from() });
const download = (token: string) =>
	send(`${linkPath}${token}`, { method: "POST", headers: from(), body: new URLSearchParams({ choice: "download" }) });
const recipientOf = async (runId: string) =>
	dataOf<ReportRun>(await owner.query("report.getRun", { runId })).recipients[0];

async function expectDenied(token: string, why: string): Promise<void> {
	for (const response of [await look(token), await download(token)]) {
		expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
		const html = await response.text();
		expect(html).toContain(why);
		expect(html).not.toContain("<form");
		expect(html).not.toContain("Monthly compliance");
	}
}

describe("a contact's link to a report", () => {
	it("describes the file, and downloads it on request", async () => {
		const { token, run, file } = await sentLink();
		const page = await (await look(token)).text();
		for (const words of ["Monthly compliance", file.sha256, "Download the file", "Acme Cold Stores"]) {
			expect(page).toContain(words);
		}
		expect(page).toContain(
			"for Oct 01, 2026, 01:00:00 AM UTC+01:00 up to, not including, Nov 01, 2026, 12:00:00 AM UTC, ",
		);
		expect(page).toMatch(/opens it until [A-Z][a-z]{2} \d\d, \d\d:\d\d [AP]M \(UTC/);
		await inAccount(accountId, (db) => db.update(account).set({ dateOrder: "day", hourCycle: "24" }).run());
		const again = await (await look(token)).text();
		expect(again).toContain("for 01 Oct 2026, 01:00:00 UTC+01:00 up to, not including, 01 Nov 2026, 00:00:00 UTC, ");
		expect(again).toMatch(/opens it until \d\d [A-Z][a-z]{2}, \d\d:\d\d \(UTC/);
		expect(await recipientOf(run.id)).toMatchObject({ link: { opened: 0 } });
		const response = await download(token);
		expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
		expect(Object.fromEntries(response.headers)).toMatchObject({
			"content-type": "text/csv; charset=utf-8",
			"content-length": String(bytes.length),
			"content-disposition": `attachment; filename="Huto _No1_.csv"; filename*=UTF-8''H%C5%B1t%C5%91%20%22%E2%84%961%22.csv`,
			"cache-control": "no-store",
			"referrer-policy": "no-referrer",
			"x-robots-tag": "noindex, nofollow",
			"content-security-policy": expect.stringContaining("sandbox"),
		});
		expect(await recipientOf(run.id)).toMatchObject({ link: { opened: 1 } });
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries[0]).toMatchObject({
			action: "link.report",
			actor: { kind: "link", id: contactId, name: "Ana Prado" },
			entities: expect.arrayContaining([expect.objectContaining({ kind: "report", name: "Monthly compliance" })]),
		});
	});

	it("gives nothing once it was withdrawn, its file deleted, or its contact removed", async () => {
		const revoked = await sentLink();
		await owner.mutate("report.revokeLink", { runId: revoked.run.id, contactId });
		await expectDenied(revoked.token, "It was withdrawn.");
		const gone = await sentLink();
		await inAccount(accountId, (db) => db.delete(reportFiles).run());
		await expectDenied(gone.token, "The file was deleted");
		await inAccount(accountId, (db) => deleteContactRows(db, [contactId]));
		await expectDenied(gone.token, "This link does nothing any more");
	});

	it("dies with the address it was sent to", async () => {
		const { token } = await sentLink();
		await inAccount(accountId, (db) => {
			const changed = { address: "other@example.test", addressVersion: 2 };
			updateDeliveryChannel(db, { contactId, channel: "email" }, changed);
		});
		await expectDenied(token, "This link does nothing any more");
	});

	it("works for 30 days, by its row and by its token", async () => {
		const { token, run } = await sentLink();
		const link = await inAccount(accountId, (db) => db.select().from(reportLinks).get());
		expect((link?.expiresAt ?? 0) - (link?.createdAt ?? 0)).toBe(30 * dayMs);
		await inAccount(accountId, (db) =>
			db
				.update(reportLinks)
				.set({ expiresAt: Date.now() - 1 })
				.run(),
		);
		await expectDenied(token, "It has expired.");
		expect(await recipientOf(run.id)).toMatchObject({ link: { opened: 0 } });
	});

	it("opens nothing of another contact's, even if it is signed for this one", async () => {
		const { id: other } = await addContact(accountId, { email: "ben@example.test" });
		await sentLink();
		const link = await inAccount(accountId, (db) => db.select().from(reportLinks).get());
		const recipient = { contactId: other, channel: "email", addressVersion: 1 } as const;
		const claims = { accountId, action: "report", subject: link?.id ?? "", recipient } as const;
		const token = await createLinkTokens([env.INGEST_SECRET]).sign({ ...claims, expiresAt: Date.now() + dayMs });
		await expectDenied(token, "The run that it was made for is deleted.");
	});

	it("reports that the file cannot be read at the moment, and stays valid", async () => {
		const { token, file } = await sentLink();
		await env.ARCHIVE.delete(file.objectKey);
		const response = await download(token);
		expect(response.status).toBe(503);
		expect(await response.text()).toContain("The file cannot be read at the moment");
		await env.ARCHIVE.put(file.objectKey, bytes);
		expect((await download(token)).status).toBe(200);
	});
});
