import { describe, expect, it } from "vitest";
import { findRun } from "../../../backend/db/report-run-rows";
import { reportLinks, reportRuns } from "../../../backend/db/schema";
import { endRun } from "../../../backend/report/run/end-run";
import type { Company } from "../../../shared/account/company";
import type { VerifyResponse } from "../../../shared/report/verify-file";
import { accountStub, createOwner, inAccount } from "../fixtures/fleet";
import { addContact, aheadOfTheAlarm } from "../fixtures/messages";
import { dataOf, type Person, send } from "../fixtures/people";
import { delivery, endedRun } from "../fixtures/report-run";
import { workThrough } from "../fixtures/works";

const dayMs = 86_400_000;

async function decide(owner: Person, changes: Partial<Company>): Promise<Company> {
	const before = dataOf<Company>(await owner.query("account.getCompany"));
	return dataOf<Company>(await owner.mutate("account.updateCompany", { ...before, ...changes }));
}

async function keptUntilOf(accountId: string, runId: string) {
	return inAccount(accountId, (db) => findRun(db, runId)?.keptUntil);
}

describe("retention of report files", () => {
	it("follows the company's choice, for existing runs too, and never deletes signed files", async () => {
		const { id, owner } = await createOwner();
		const now = aheadOfTheAlarm();
		const [there, signed] = [await endedRun(id, { now }), await endedRun(id, { now, run: { keptUntil: null } })];
		await decide(owner, { reportRetention: "5y" });
		expect(await keptUntilOf(id, there.run.id)).toBe(now + 5 * 366 * dayMs);
		expect(await keptUntilOf(id, signed.run.id)).toBeNull();
		const later = await endedRun(id, { now, run: { state: "running" } });
		const invalidations = { changed: () => {} };
		await inAccount(id, (db) => endRun({ db, now, invalidations }, later.run, { state: "ok" }));
		expect(await keptUntilOf(id, later.run.id)).toBe(now + 5 * 366 * dayMs);
	});

	it("leaves a day to change it back if files would be deleted at once", async () => {
		const { id, owner } = await createOwner();
		const now = Date.now();
		const old = await endedRun(id, { now, run: { finishedAt: now - 1_000 * dayMs, keptUntil: now + 3_000 * dayMs } });
		await decide(owner, { reportRetention: "2y" });
		expect((await keptUntilOf(id, old.run.id)) ?? 0).toBeGreaterThanOrEqual(now + dayMs);
		expect(await inAccount(id, (db) => db.$count(reportRuns))).toBe(1);
	});

	it("lets a page from before the setting save without it", async () => {
		const { owner } = await createOwner();
		await decide(owner, { reportRetention: "11y" });
		const before = await decide(owner, {});
		const {
			reportRetention: _,
			reportMail: __,
			fileCheck: ___,
			signing: ____,
			assessments: _____,
			trailReview: ______,
			...known
		} = before;
		dataOf(await owner.mutate("account.updateCompany", { ...known, city: "Porto" }));
		expect(await decide(owner, {})).toMatchObject({ city: "Porto", reportRetention: "11y" });
	});
});

describe("links only", () => {
	it("attaches nothing, whatever a report says, and calls no file too large", async () => {
		const { id, owner } = await createOwner();
		const contact = await addContact(id);
		await decide(owner, { reportMail: "links" });
		const now = aheadOfTheAlarm();
		await endedRun(id, {
			now,
			definition: { delivery: { ...delivery, contactIds: [contact.id], attachesFile: true } },
		});
		expect(await inAccount(id, (db) => db.select().from(reportLinks).all())).toMatchObject([{ form: "link" }]);
	});
});

describe("checking of files", () => {
	const verify = async (sha256: string) => {
		const headers = { "x-forwarded-for": crypto.randomUUID() };
		return (await (await send(`/api/verify?sha256=${sha256}`, { headers })).json()) as VerifyResponse;
	};

	it("knows none of a company that switched it off, and all of them again afterwards", async () => {
		const { id, owner } = await createOwner();
		const now = Date.now();
		const { file } = await endedRun(id, { now });
		const through = () => workThrough(accountStub(id), Date.now() + 1_000);
		await through();
		expect((await verify(file.sha256)).file).toMatchObject({ companyName: "Acme Cold Stores" });
		await decide(owner, { fileCheck: "off" });
		await through();
		expect(await verify(file.sha256)).toEqual({ file: null });
		await decide(owner, { fileCheck: "on" });
		await through();
		expect((await verify(file.sha256)).file).toMatchObject({ kind: "report" });
	});
});
