import { describe, expect, it, vi } from "vitest";
import { saveAuditRow } from "../../../backend/db/audit-rows";
import { account, notices } from "../../../backend/db/schema";
import { endedMonths, monthSpan } from "../../../backend/trail-review/review-months";
import type { AuditPage } from "../../../shared/account/audit";
import type { Company } from "../../../shared/account/company";
import type { TrailReview, TrailReviewDetails, TrailReviews } from "../../../shared/account/trail-review";
import { dayMs, hourMs } from "../../../shared/base/durations";
import { signPurpose } from "../../../shared/session/identity-confirmation";
import { writeChange } from "../fixtures/evidence";
import { accountStub, addGroup, addMember, createOwner, inAccount, newId } from "../fixtures/fleet";
import { confirmAct, dataOf, type Person, send } from "../fixtures/people";
import { holdAlarm, workThrough } from "../fixtures/works";
import { readPdf } from "../report/formats/documents";

const zone = "America/Denver";
const [lastMonth = "", monthBefore = ""] = endedMonths(zone, { now: Date.now(), since: 0, most: 2 });
const inMonth = (month: string, day = 9) => monthSpan(zone, month).from + day * dayMs;

/** An account that is three months old. */
async function createOld() {
	const { id, owner } = await createOwner();
	await inAccount(id, (db) => {
		const createdAt = new Date(Date.now() - 92 * dayMs);
		db.update(account).set({ createdAt }).run();
	});
	return { id, owner };
}

const start = async (person: Person, month = lastMonth) =>
	dataOf<TrailReview>(await person.mutate("account.startTrailReview", { month }));
const read = async (person: Person, reviewId: string) =>
	dataOf<TrailReviewDetails>(await person.query("account.getTrailReview", { reviewId }));
const remark = (person: Person, reviewId: string, auditId: string, text: string) =>
	person.mutate("account.addTrailRemark", { reviewId, auditId, text });

async function make(person: Person, reviewId: string): Promise<TrailReviewDetails> {
	dataOf(await person.mutate("account.makeTrailReviewFile", { reviewId }));
	return vi.waitFor(
		async () => {
			const review = await read(person, reviewId);
			if (review.state === "making") throw new Error("Still making");
			return review;
		},
		{ timeout: 25_000, interval: 50 },
	);
}

async function sign(person: Person, { id: reviewId, fileId, files }: TrailReview, meaning = "reviewed") {
	const file = files.find(({ id }) => id === fileId);
	await confirmAct(person, signPurpose({ runId: reviewId, sha256: file?.sha256 ?? "" }));
	return person.mutate("account.signTrailReview", { reviewId, fileId, meaning, reason: "" });
}

type Made = Pick<TrailReview, "id" | "fileId">;

const download = (person: Person, { id, fileId }: Made, query = `?review=${id}`) =>
	send(`/api/files/${fileId}${query}`, { headers: person.headers });

async function textOf(person: Person, made: Made): Promise<string> {
	const { pages } = await readPdf(new Uint8Array(await (await download(person, made)).arrayBuffer()));
	return pages.flatMap(({ texts }) => texts.map(({ text }) => text)).join(" ");
}

describe("the review of a month of the audit log", () => {
	it("makes a file of the month's rows and remarks that another program reads, and is signed", async () => {
		const { id, owner } = await createOld();
		const { first, long } = await inAccount(id, (db) => {
			const many = { id: newId("audit"), at: new Date(inMonth(lastMonth)), action: "device.changeDevices" };
			const by = { actorKind: "user" as const, actorId: "usr_1", actorName: "Ben Okafor", reason: "Yearly check" };
			const from = {
				address: null,
				browser: null,
				requestId: null,
				callerRequestId: null,
				provider: null,
				proof: null,
			};
			const entities = [{ kind: "device" as const, id: newId("device"), name: "Freezer", fields: [] }];
			saveAuditRow(db, { ...many, ...by, ...from, entityCount: 5_000, entities });
			return { first: writeChange(db, inMonth(lastMonth)), long: many.id };
		});
		const { id: reviewId } = await start(owner);
		expect(dataOf(await remark(owner, reviewId, first, "Agreed with Ana by phone."))).toMatchObject({ remarks: 1 });
		const made = await make(owner, reviewId);
		expect(made).toMatchObject({ state: "made", rows: 2, unnamed: 4_999, remarks: 1, error: null });
		const text = await textOf(owner, made);
		const expected = ["Agreed with Ana by phone.", "Ben Okafor", "Yearly check", "Freezer and 4,999 more", "Rows: 2"];
		for (const part of expected) expect(text).toContain(part);
		expect(text.replaceAll(" ", "")).toContain(long);
		expect(dataOf<TrailReviewDetails>(await sign(owner, made))).toMatchObject({
			state: "signed",
			signatures: [{ meaning: "reviewed", proof: { by: "password" } }],
		});
		const { entries } = dataOf<AuditPage>(await owner.query("account.getAudit", { limit: 4 }));
		expect(entries.map(({ action }) => action)).toEqual([
			"account.signTrailReview",
			"account.makeTrailReviewFile",
			"account.addTrailRemark",
			"account.startTrailReview",
		]);
		expect((await remark(owner, reviewId, first, "Late")).error?.data.reason).toBe("TRAIL_REVIEW_SIGNED");
	});

	it("hides itself and its files from weaker roles, members of groups and other accounts, by every way to a file", async () => {
		const { id, owner } = await createOld();
		const auditId = await inAccount(id, (db) => writeChange(db, inMonth(lastMonth)));
		const { id: reviewId } = await start(owner);
		const made = await make(owner, reviewId);
		const { fileId } = made;
		const groupIds = [await addGroup(id, "Cellar")];
		const others = [
			await addMember(id, "operator"),
			await addMember(id, "viewer"),
			await addMember(id, "billing"),
			await addMember(id, "admin", { groupIds }),
			(await createOwner("Other")).owner,
		];
		for (const other of others) {
			const listed = await other.query("account.getTrailReviews");
			expect(listed.error?.data.reason ?? listed.data).toSatisfy(
				(found) => found === "NOT_PERMITTED" || (found as TrailReviews).reviews.length === 0,
			);
			for (const [name, input] of [
				["account.getTrailReview", { reviewId }],
				["account.getTrailReviewFile", { reviewId, fileId }],
				["report.getFile", { fileId }],
				["report.getRun", { runId: reviewId }],
			] as const) {
				expect((await other.query(name, input)).error, name).toBeDefined();
			}
			expect((await remark(other, reviewId, auditId, "x")).error).toBeDefined();
			for (const query of ["", undefined]) expect((await download(other, made, query)).status).not.toBe(200);
			expect((await send(`/api/files?runs=${reviewId}`, { headers: other.headers })).status).not.toBe(200);
		}
		expect((await owner.query("report.getFile", { fileId })).error?.data.reason).toBe("REPORT_FILE_NOT_FOUND");
	});

	it("exists once for two people, and no one signs a file that lacks a remark of the other", async () => {
		const { id, owner } = await createOld();
		const auditId = await inAccount(id, (db) => writeChange(db, inMonth(lastMonth)));
		const admin = await addMember(id, "admin");
		const [one, other] = await Promise.all([start(owner), start(admin)]);
		expect(one.id).toBe(other.id);
		const made = await make(owner, one.id);
		dataOf(await remark(admin, one.id, auditId, "Why so late?"));
		expect((await read(owner, one.id)).state).toBe("changed");
		expect((await sign(owner, made)).error?.data.reason).toBe("TRAIL_REVIEW_CHANGED");
		const [again] = await Promise.all([make(owner, one.id), make(admin, one.id)]);
		expect(again).toMatchObject({ state: "made", remarks: 1 });
		expect(again.files).toHaveLength(1);
		dataOf(await sign(owner, again));
	});

	it("names a row that is stored after the signature, and lists it in the next review's file", async () => {
		const { id, owner } = await createOld();
		await inAccount(id, (db) => writeChange(db, inMonth(monthBefore)));
		const early = await start(owner, monthBefore);
		dataOf(await sign(owner, await make(owner, early.id)));
		const late = await inAccount(id, (db) => writeChange(db, inMonth(monthBefore, 3)));
		expect(await read(owner, early.id)).toMatchObject({ state: "signed", rows: 1, late: 1 });
		const next = await start(owner);
		const made = await make(owner, next.id);
		expect((await textOf(owner, made)).replaceAll(" ", "")).toContain(late.slice(0, 12));
		await inAccount(id, (db) => writeChange(db, inMonth(lastMonth)));
		expect((await sign(owner, made)).error?.data.reason).toBe("TRAIL_REVIEW_CHANGED");
		dataOf(await sign(owner, await make(owner, next.id)));
		expect((await read(owner, early.id)).late).toBe(0);
	});

	it("needs another person than the one who made the file to approve it where people are separate", async () => {
		const { id, owner } = await createOld();
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, signing: "separate" }));
		const admin = await addMember(id, "admin");
		const made = await make(owner, (await start(owner)).id);
		expect((await sign(owner, made, "approved")).error?.data.fields?.meaning).toMatch(/another person approves/);
		expect((await sign(admin, made, "approved")).error?.data.fields?.meaning).toMatch(/reviewed first/);
		dataOf(await sign(owner, made, "reviewed"));
		dataOf(await sign(admin, made, "approved"));
	});

	it("rejects a month that has not ended, and a remark on a row of another month", async () => {
		const { id, owner } = await createOld();
		const fieldsOf = async (month: string) =>
			(await owner.mutate("account.startTrailReview", { month })).error?.data.fields?.month;
		expect(await fieldsOf("2099-01")).toBe("Choose a month that has ended.");
		expect(await fieldsOf("2001-01")).toBe("Choose a month that has ended.");
		const { id: reviewId } = await start(owner);
		const other = await inAccount(id, (db) => writeChange(db, inMonth(monthBefore)));
		for (const auditId of [other, newId("audit")]) {
			expect((await remark(owner, reviewId, auditId, "x")).error?.data.fields?.auditId).toMatch(/no such row/);
		}
	});
});

describe("the monthly review", () => {
	it("falls due two weeks after the month, and reminds those who may read it once at each end", async () => {
		const { id, owner } = await createOld();
		await holdAlarm(id);
		await addMember(id, "admin");
		await addMember(id, "operator");
		await addMember(id, "admin", { groupIds: [await addGroup(id, "Cellar")] });
		const company = dataOf<Company>(await owner.query("account.getCompany"));
		dataOf(await owner.mutate("account.updateCompany", { ...company, trailReview: "monthly" }));
		const { to } = monthSpan(zone, lastMonth);
		const sentAfter = async (now: number) => {
			await workThrough(accountStub(id), now);
			const stored = await inAccount(id, (db) => db.select().from(notices).all());
			return stored.filter(({ cause }) => cause === "trailReview").length;
		};
		expect(await sentAfter(to + hourMs)).toBe(0);
		expect(await sentAfter(to + 9 * hourMs)).toBe(2);
		expect(await sentAfter(to + 2 * dayMs)).toBe(2);
		const { reviews } = dataOf<TrailReviews>(await owner.query("account.getTrailReviews"));
		expect(reviews).toMatchObject([
			{ month: lastMonth, startedBy: null, dueAt: to + 14 * dayMs + hourMs, state: "open" },
		]);
		expect(await sentAfter(to + 15 * dayMs)).toBe(4);
		expect(await sentAfter(to + 16 * dayMs)).toBe(4);
	});
});
