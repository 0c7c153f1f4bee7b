import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findUserBySub } from "../../../../backend/db/account-rows";
import { openAccountDb } from "../../../../backend/db/cached-rows";
import { markHashesRevised } from "../../../../backend/db/file-hash-rows";
import { findReport, saveReport } from "../../../../backend/db/report-rows";
import { updateRun } from "../../../../backend/db/report-run-rows";
import {
	identityConfirmations,
	reportEditions,
	reportFiles,
	reportGarbage,
	reportRuns,
	reportSignatures,
} from "../../../../backend/db/schema";
import { signatureCertificate } from "../../../../backend/report/formats/signed-pdf";
import { type EditionHandOver, editionsWork } from "../../../../backend/report/proof/editions";
import { makeEdition } from "../../../../backend/report/proof/make-edition";
import type { AuditPage } from "../../../../shared/account/audit";
import type { Company } from "../../../../shared/account/company";
import { dayMs, minuteMs } from "../../../../shared/base/durations";
import { hexOf } from "../../../../shared/base/hex";
import type { ReportRun, ReportSignature } from "../../../../shared/report/report";
import type { VerifyResponse } from "../../../../shared/report/verify-file";
import { confirmedForMs, signPurpose } from "../../../../shared/session/identity-confirmation";
import { confirmedPath } from "../../../../shared/session/session";
import { accountStub, addGroup, addMember, createOwner, inAccount } from "../../fixtures/fleet";
import { takeLogs } from "../../fixtures/logs";
import { confirmAct, createPerson, dataOf, type Person, send } from "../../fixtures/people";
import { attemptUntilNot } from "../../fixtures/rate-limits";
import { endedRun } from "../../fixtures/report-run";
import { arrive, company, ssoPerson } from "../../fixtures/sso-company";
import { workThrough } from "../../fixtures/works";

let accountId = "";
let owner: Person;
let made: Uint8Array;
/** Renders once: the fonts take longer than most of the tests. */
beforeAll(async () => {
	made = await certificate();
}, 60_000);

let signed: Awaited<ReturnType<typeof endedRun>>;
beforeEach(async () => {
	({ id: accountId, owner } = await createOwner());
	signed = await endedRun(accountId, { now: Date.now(), files: [{ bytes: realPdf() }] });
});

async function certificate(): Promise<Uint8Array> {
	const names = { companyName: "Acme", productName: "AQLCloud", fileName: "a.csv", reportName: "Monthly compliance" };
	const facts = { sha256: "0".repeat(64), runId: crypto.randomUUID(), periodText: "October", paper: "a4" } as const;
	return signatureCertificate({ ...names, ...facts, verifyUrl: null, signatures: [] });
}

/** Differs each time by a comment behind the end of the file. */
function realPdf(): Uint8Array<ArrayBuffer> {
	return Uint8Array.from([...made, ...new TextEncoder().encode(`\n% ${crypto.randomUUID()}\n`)]);
}

const purposeOf = ({ run, file }: typeof signed) => signPurpose({ runId: run.id, sha256: file.sha256 });

const confirmed = (person: Person, purpose = purposeOf(signed)) => confirmAct(person, purpose);

const sign = (person: Person, changes: object = {}) =>
	person.mutate("report.signReport", {
		runId: signed.run.id,
		fileId: signed.file.id,
		meaning: "approved",
		reason: "",
		...changes,
	});
const reasonOf = async (person: Person, changes: object = {}) => (await sign(person, changes)).error?.data.reason;
const runOf = async () => dataOf<ReportRun>(await owner.query("report.getRun", { runId: signed.run.id }));
const verify = async (sha256: string) =>
	(await (
		await send(`/api/verify?sha256=${sha256}`, { headers: { "x-forwarded-for": crypto.randomUUID() } })
	).json()) as VerifyResponse;

describe("separate signatures", () => {
	const unfit = async (person: Person, meaning: string) => {
		await confirmed(person);
		return (await sign(person, { meaning })).error?.data.fields?.meaning ?? null;
	};

	it("needs a review before an approval, both by others than the author", async () => {
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, signing: "separate" }));
		const [reviewer, approver] = [await addMember(accountId, "admin"), await addMember(accountId, "operator")];
		const { userId } = await inAccount(accountId, (db) => ({ userId: findUserBySub(db, owner.sub)?.id ?? null }));
		await inAccount(accountId, (db) => updateRun(db, signed.run.id, { requesterId: userId }));
		expect(await unfit(owner, "approved")).toMatch(/saved the report or ran it/);
		expect(await unfit(approver, "approved")).toMatch(/reviewed first/);
		expect(await unfit(reviewer, "reviewed")).toBeNull();
		expect(await unfit(reviewer, "approved")).toMatch(/one meaning/);
		expect(await unfit(approver, "approved")).toBeNull();
		expect((await runOf()).signatures).toHaveLength(2);
	});

	it("keeps the author of each version, so that a later one does not hide them", async () => {
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, signing: "separate" }));
		const [author, reviewer] = [await addMember(accountId, "admin"), await addMember(accountId, "admin")];
		const { run } = signed;
		await inAccount(accountId, (db) => {
			const report = findReport(db, run.reportId);
			const authorId = findUserBySub(db, author.sub)?.id ?? "";
			if (!report) throw new Error("no report");
			const { definition } = report;
			saveReport(db, { id: report.id, definition, savedBy: authorId, nextRunAt: null }, Date.now());
			updateRun(db, run.id, { definitionVersion: report.version + 1 });
			saveReport(db, { id: report.id, definition, savedBy: null, nextRunAt: null }, Date.now());
		});
		expect(await unfit(reviewer, "reviewed")).toBeNull();
		expect(await unfit(author, "approved")).toMatch(/saved the report or ran it/);
	});
});

describe("signing a file", () => {
	it("records the signer, the meaning, the time and the checksum, for good", async () => {
		expect(await confirmed(owner)).toBe(204);
		const signature = dataOf<ReportSignature>(await sign(owner, { meaning: "rejected", reason: " Too warm. " }));
		expect(signature).toEqual({
			id: expect.stringMatching(/^sig_/),
			name: expect.any(String),
			email: owner.email,
			userId: expect.stringMatching(/^usr_/),
			meaning: "rejected",
			reason: "Too warm.",
			at: expect.any(Number),
			sha256: signed.file.sha256,
			proof: { by: "password" },
		});
		const run = await runOf();
		expect(run.signatures).toEqual([signature]);
		expect(run.keptUntil).toBeNull();
		const { entries, names } = dataOf<AuditPage>(await owner.query("account.getAudit", {}));
		expect(entries[0]).toMatchObject({ action: "report.signReport" });
		expect(names[signed.run.id]).toMatch(/^Run of \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d \(.+\)$/);
		expect(JSON.stringify(entries[0])).toContain(signed.file.sha256);
	});

	it("S88 names the passkey or the company's provider by which the signer was confirmed, also in the signed copy", async () => {
		const { id, domain, provider, owner: its } = await company({ newcomer: { role: "admin", scope: "all" } });
		[accountId, owner] = [id, its];
		signed = await endedRun(id, { now: Date.now(), files: [{ bytes: realPdf() }] });
		const ada = await ssoPerson({ provider, email: `ada@${domain}` });
		expect(await arrive(ada)).toBe("member");
		expect(await confirmAct(ada, purposeOf(signed), "sso")).toBe(204);
		const bySso = dataOf<ReportSignature>(await sign(ada));
		expect(bySso.proof).toEqual({ by: "sso", provider: `id.${domain}` });
		await confirmAct(owner, purposeOf(signed), "passkey");
		expect(dataOf<ReportSignature>(await sign(owner)).proof).toEqual({ by: "passkey" });
		expect((await runOf()).signatures.map(({ proof }) => proof?.by)).toEqual(["sso", "passkey"]);
	});

	it("rejects it without the password, for another file, twice for one, and two minutes later", async () => {
		expect(await reasonOf(owner)).toBe("IDENTITY_NOT_CONFIRMED");
		await confirmed(owner, signPurpose({ runId: signed.run.id, sha256: "0".repeat(64) }));
		await confirmed(owner, `approve ${signed.run.id} ${signed.file.sha256}`);
		expect(await reasonOf(owner)).toBe("IDENTITY_NOT_CONFIRMED");
		await confirmed(owner);
		expect(await reasonOf(owner)).toBeUndefined();
		expect(await reasonOf(owner)).toBe("IDENTITY_NOT_CONFIRMED");
		await confirmed(owner);
		const confirmedAt = Date.now() - confirmedForMs;
		await inAccount(accountId, (db) => db.update(identityConfirmations).set({ confirmedAt }).run());
		expect(await reasonOf(owner)).toBe("IDENTITY_NOT_CONFIRMED");
		expect((await runOf()).signatures).toHaveLength(1);
	});

	it("rejects the confirmation of another sign-in, another person or another account", async () => {
		const claims = { origin_jti: crypto.randomUUID(), auth_time: Math.floor(Date.now() / 1000) };
		const elsewhere = await createPerson({ sub: owner.sub, email: owner.email, claims });
		expect(await confirmed(elsewhere)).toBe(204);
		const admin = await addMember(accountId, "admin");
		expect(await confirmed(admin)).toBe(204);
		const stranger = (await createOwner()).owner;
		expect(await confirmed(stranger)).toBe(204);
		expect(await reasonOf(owner)).toBe("IDENTITY_NOT_CONFIRMED");
		expect(await reasonOf(stranger)).toBe("REPORT_RUN_NOT_FOUND");
		expect(await reasonOf(elsewhere)).toBeUndefined();
	});

	it("denies the confirmation to users who are signed out, ended or no member", async () => {
		expect((await send(confirmedPath, { method: "POST", body: "{}" })).status).toBe(401);
		expect(await confirmed(await createPerson())).toBe(403);
		const admin = await addMember(accountId, "admin");
		await admin.query("account.getCurrent");
		await owner.mutate("session.endOtherSessions");
		await send("/api/session/end", { method: "POST", headers: admin.headers });
		expect(await confirmed(admin)).toBe(401);
		expect(takeLogs().map((line) => JSON.parse(line).event)).toEqual(["not-identified"]);
	});

	it("requires the permission, and access to all that the report is about", async () => {
		const groupId = await addGroup(accountId, "Lisbon");
		const [operator, viewer] = [await addMember(accountId, "operator"), await addMember(accountId, "viewer")];
		const scoped = await addMember(accountId, "operator", { groupIds: [groupId] });
		for (const person of [operator, viewer, scoped]) await confirmed(person);
		expect(await reasonOf(viewer)).toBe("NOT_PERMITTED");
		expect(await reasonOf(scoped)).toBe("REPORT_RUN_NOT_FOUND");
		expect(await reasonOf(operator)).toBeUndefined();
	});

	it("needs a file that the run made, and a reason to reject it; neither error uses the confirmation up", async () => {
		const other = await endedRun(accountId, { now: Date.now() });
		await confirmed(owner);
		expect(await reasonOf(owner, { fileId: other.file.id })).toBe("REPORT_FILE_NOT_FOUND");
		const { error } = await sign(owner, { meaning: "rejected", reason: " " });
		expect(error?.data.fields).toEqual({ reason: "Say why it is rejected." });
		expect(await reasonOf(owner)).toBeUndefined();
	});

	it("stores nothing if the signature cannot be stored", async () => {
		await confirmed(owner);
		const rename = (from: string, to: string) =>
			inAccount(accountId, (db) => void db.run(`ALTER TABLE ${from} RENAME TO ${to}`));
		await rename("report_editions", "editions_away");
		expect((await sign(owner)).error).not.toBeNull();
		// Else the account's alarm runs in a minute, during another test.
		await rename("editions_away", "report_editions");
		expect(await inAccount(accountId, (db) => db.select().from(reportSignatures).all())).toEqual([]);
		expect(await inAccount(accountId, (db) => db.select().from(identityConfirmations).all())).toHaveLength(1);
		const run = await inAccount(accountId, (db) => db.select().from(reportRuns).get());
		expect(run?.keptUntil).not.toBeNull();
		expect(takeLogs().join()).toContain("no such table: report_editions");
	});
});

async function makeCopy(attempt?: number): Promise<void> {
	const parts = {
		accounts: env.ACCOUNT,
		bucket: env.ARCHIVE,
		verifyUrlOf: async () => "https://console.test/verify",
		clock: Date.now,
	};
	const due = await inAccount(accountId, (db) => db.select().from(reportEditions).get());
	await makeEdition(parts, { accountId, editionOf: signed.file.id, attempt: attempt ?? due?.attempt ?? 0 });
}

async function signAs(person: Person, meaning = "approved"): Promise<void> {
	await confirmed(person);
	dataOf(await sign(person, { meaning }));
}

const copiesOf = async () => (await runOf()).files.filter(({ kind }) => kind !== "report");
const bytesOf = async (sha256: string) => {
	const rows = await inAccount(accountId, (db) => db.select().from(reportFiles).all());
	const row = rows.find((each) => each.sha256 === sha256);
	return new Uint8Array((await (await env.ARCHIVE.get(row?.objectKey ?? ""))?.arrayBuffer()) ?? new ArrayBuffer());
};

describe("the signed copy", () => {
	it("creates another file with a checksum of its own, and leaves the signed one as it was", async () => {
		const before = await bytesOf(signed.file.sha256);
		await signAs(owner);
		await makeCopy();
		const [copy, ...others] = await copiesOf();
		expect(others).toEqual([]);
		expect(copy).toMatchObject({ kind: "edition", name: "Monthly compliance 2026-10 signed.pdf" });
		expect(copy?.sha256).not.toBe(signed.file.sha256);
		expect(await bytesOf(signed.file.sha256)).toEqual(before);
		const bytes = await bytesOf(copy?.sha256 ?? "");
		expect(bytes).toHaveLength(copy?.bytes ?? 0);
		expect(bytes.subarray(0, before.length)).toEqual(before);
		expect(bytes.length).toBeGreaterThan(before.length);
	});

	it("shows all signatures after a further one, keeps the earlier copy, and drops a copy begun before it", async () => {
		await signAs(owner, "reviewed");
		const first = await inAccount(accountId, (db) => db.select().from(reportEditions).get());
		await signAs(await addMember(accountId, "admin"));
		await makeCopy(first?.attempt);
		expect(await copiesOf()).toEqual([]);
		await makeCopy();
		for (const further of [owner, await addMember(accountId, "admin")]) {
			await signAs(further);
			await makeCopy();
		}
		expect((await copiesOf()).map(({ name }) => name)).toEqual([
			"Monthly compliance 2026-10 signed 2.pdf",
			"Monthly compliance 2026-10 signed 3.pdf",
			"Monthly compliance 2026-10 signed 4.pdf",
		]);
		for (const { sha256, bytes } of await copiesOf()) {
			const stored = await bytesOf(sha256);
			expect(stored).toHaveLength(bytes);
			expect(hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", stored)))).toBe(sha256);
		}
		expect(await inAccount(accountId, (db) => db.select().from(reportEditions).all())).toEqual([]);
	});

	it("creates a certificate for another format", async () => {
		signed = await endedRun(accountId, { now: Date.now(), files: [{ name: "Month.csv", mediaType: "text/csv" }] });
		await signAs(owner);
		await makeCopy();
		expect(await copiesOf()).toMatchObject([{ kind: "certificate", name: "Month.csv signatures.pdf" }]);
	});

	it("writes the time of a signature by the report's clock, with year, offset and zone", async () => {
		const definition = { zone: "America/Chicago" };
		const period = { from: Date.UTC(2026, 10, 1, 5), to: Date.UTC(2026, 11, 1, 6) };
		signed = await endedRun(accountId, { now: Date.now(), definition, run: period, files: [{ bytes: realPdf() }] });
		await signAs(owner);
		const at = Date.UTC(2026, 10, 30, 23, 40);
		const due = await inAccount(accountId, (db) => {
			db.update(reportSignatures).set({ at }).run();
			return db.select().from(reportEditions).get();
		});
		const claim = await accountStub(accountId).claimEdition(
			{ editionOf: signed.file.id, attempt: due?.attempt ?? 0 },
			Date.now(),
		);
		expect(claim).toMatchObject({
			edition: {
				page: {
					periodText: "2026-11-01 to 2026-11-30, whole days of America/Chicago",
					signatures: [{ timeText: "2026-11-30, 17:40:00 UTC−06:00, America/Chicago" }],
				},
			},
		});
	});

	it("requests the copy until it exists, and not afterwards", async () => {
		await signAs(owner);
		const handed: EditionHandOver[] = [];
		const queue = { send: async (body: EditionHandOver) => handed.push(body) };
		const handOver = (at: number) =>
			runInDurableObject(accountStub(accountId), async (_, state) => {
				const work = editionsWork({ db: openAccountDb(state.storage), queue });
				await Promise.all(work.due(at, 10).map((fileId) => work.run(fileId, at)));
				return work.nextDueAt();
			});
		const first = await handOver(Date.now() + dayMs);
		const second = await handOver(first ?? 0);
		expect(handed.map(({ editionOf }) => editionOf)).toEqual([signed.file.id, signed.file.id]);
		expect(handed[1]?.attempt).toBe((handed[0]?.attempt ?? 0) + 1);
		expect((second ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(minuteMs);
		await makeCopy(handed[0]?.attempt);
		expect(await copiesOf()).toEqual([]);
		await makeCopy(handed[1]?.attempt);
		expect(await copiesOf()).toHaveLength(1);
		expect(await handOver(Date.now() + 2 * dayMs)).toBeNull();
	});

	it("leaves nothing behind if its consumer ends early", async () => {
		await signAs(owner);
		const due = await inAccount(accountId, (db) => db.select().from(reportEditions).get());
		const claim = await accountStub(accountId).claimEdition(
			{ editionOf: signed.file.id, attempt: due?.attempt ?? 0 },
			Date.now(),
		);
		if (claim.status !== "make") throw new Error("Nothing was claimed");
		const garbage = await inAccount(accountId, (db) => db.select().from(reportGarbage).all());
		expect(garbage.map(({ objectKey }) => objectKey)).toContain(claim.edition.objectKey);
		await makeCopy();
		expect(await copiesOf()).toHaveLength(1);
	});
});

describe("the verification of a file", () => {
	const notifyDirectory = () => workThrough(accountStub(accountId), Date.now());

	it("shows the author and time, that the file was signed since, and the same of its copies", async () => {
		await notifyDirectory();
		const fresh = await verify(signed.file.sha256);
		expect(fresh).toEqual({
			file: {
				companyName: "Acme Cold Stores",
				productName: "AQLCloud",
				kind: "report",
				madeAt: expect.any(Number),
				revisedAt: null,
				signedAt: null,
			},
		});
		await signAs(owner);
		await makeCopy();
		await notifyDirectory();
		expect((await verify(signed.file.sha256)).file).toMatchObject({ kind: "report", signedAt: expect.any(Number) });
		const [copy] = await copiesOf();
		expect((await verify(copy?.sha256 ?? "")).file).toMatchObject({ kind: "edition", signedAt: null });
	});

	it("shows that later data came, also for a copy that is made afterwards", async () => {
		const now = Date.now();
		await inAccount(accountId, (db) => markHashesRevised(db, { runId: signed.run.id, revisedAt: now, now }));
		await signAs(owner);
		await makeCopy();
		await notifyDirectory();
		const [copy] = await copiesOf();
		for (const sha256 of [signed.file.sha256, copy?.sha256 ?? ""]) {
			expect((await verify(sha256)).file).toMatchObject({ revisedAt: now });
		}
	});

	it("stays available when the file is deleted", async () => {
		await inAccount(accountId, (db) => db.delete(reportFiles).run());
		await notifyDirectory();
		expect((await verify(signed.file.sha256)).file).toMatchObject({ companyName: "Acme Cold Stores" });
	});

	it("returns the same for any unknown checksum, and 400 for malformed ones", async () => {
		expect(await verify("f".repeat(64))).toEqual({ file: null });
		for (const odd of ["", "f".repeat(63), "F".repeat(64), `${"f".repeat(64)}0`, "%"]) {
			const headers = { "x-forwarded-for": crypto.randomUUID() };
			expect((await send(`/api/verify?sha256=${odd}`, { headers })).status).toBe(400);
		}
	});

	it("limits the requests of one network", async () => {
		const headers = { "x-forwarded-for": "203.0.113.77" };
		const request = () => send(`/api/verify?sha256=${"e".repeat(64)}`, { headers });
		const { attempts, response } = await attemptUntilNot(200, 30, request);
		expect([attempts >= 30, response.status]).toEqual([true, 429]);
	});
});
