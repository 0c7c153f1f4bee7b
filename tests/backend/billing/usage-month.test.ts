import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createNewId } from "../../../backend/base/ids";
import { createCallCounter } from "../../../backend/billing/call-counter";
import { closeMonthsWork } from "../../../backend/billing/close-months";
import { readMeters } from "../../../backend/billing/read-meters";
import { warnOfUsage } from "../../../backend/billing/warn-of-usage";
import { changeAccount } from "../../../backend/db/account-rows";
import { reportRuns } from "../../../backend/db/report-schema";
import * as schema from "../../../backend/db/schema";
import { countUsage, findStatement, listStatements, openMonth, usageOf } from "../../../backend/db/usage-rows";
import { recordOutcome } from "../../../backend/message/message-outcome";
import { queueMessage } from "../../../backend/message/queue-message";
import { endRun } from "../../../backend/report/run/end-run";
import type { BillingSummary, StatementFile } from "../../../shared/account/billing";
import { type MonthlyMeter, meterTitles } from "../../../shared/account/billing-meters";
import { monthAfter, monthOf } from "../../../shared/account/billing-month";
import { dayMs, hourMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import { catalog, createBilled, inObject } from "../fixtures/billed-account";
import { addDevice, addMember, createOwner, inAccount, ingest } from "../fixtures/fleet";
import { dataOf } from "../fixtures/people";

const begin = Date.UTC(2026, 8, 28);
const zones = ["UTC", "Pacific/Kiritimati", "America/Denver", "Pacific/Pago_Pago"];

type Step =
	| { do: "message"; isAccepted: boolean; twice: boolean }
	| { do: "run"; isWhole: boolean }
	| { do: "calls"; count: number }
	| { do: "move"; zone: string }
	| { do: "close" };

const steps: fc.Arbitrary<{ afterMs: number; step: Step }[]> = fc.array(
	fc.record({
		afterMs: fc.integer({ min: 0, max: 6 * dayMs }),
		step: fc.oneof(
			fc.record({ do: fc.constant("message" as const), isAccepted: fc.boolean(), twice: fc.boolean() }),
			fc.record({ do: fc.constant("run" as const), isWhole: fc.boolean() }),
			fc.record({ do: fc.constant("calls" as const), count: fc.integer({ min: 1, max: 30 }) }),
			fc.record({ do: fc.constant("move" as const), zone: fc.constantFrom(...zones) }),
			fc.record({ do: fc.constant("close" as const) }),
		),
	}),
	{ minLength: 1, maxLength: 25 },
);

describe("a month of use", () => {
	it(
		"equals a count of its rows: messages by the time they were sent, runs by the time they ended",
		async () => {
			await fc.assert(
				fc.asyncProperty(steps, async (sequence) => {
					const account = await createOwner();
					const [user] = await inAccount(account.id, (db) => db.select().from(schema.users).all());
					await inObject(account, async (store) => {
						const { db, invalidations, hooks } = store;
						db.delete(schema.usageCounts).run();
						changeAccount(db, { timeZone: "UTC", createdAt: new Date(begin) });
						const calls = createCallCounter(db);
						const parts = { ...store, calls, catalog, isPaidHere: false, directory: env.DIRECTORY };
						const closing = closeMonthsWork(parts);
						const expected = new Map<string, number>();
						const monthById = new Map<string, string>();
						let [now, zone, closedThrough] = [begin, "UTC", ""];
						const monthNow = () => {
							const month = monthOf(zone, now);
							return closedThrough >= month ? monthAfter(closedThrough) : month;
						};
						for (const [position, { afterMs, step }] of sequence.entries()) {
							now += afterMs;
							const at = { db, now, invalidations, newId: createNewId(now) };
							if (step.do === "move") {
								zone = step.zone;
								changeAccount(db, { timeZone: zone });
							} else if (step.do === "close") {
								for (let due = closing.due(now, 1); due.length > 0; due = closing.due(now, 1)) {
									await closing.run(due[0] ?? "", now);
									closedThrough = due[0] ?? "";
								}
							} else if (step.do === "calls") {
								for (let count = 0; count < step.count; count += 1) calls.count(now);
								calls.write();
								expected.set(monthNow(), (expected.get(monthNow()) ?? 0) + step.count);
							} else if (step.do === "message") {
								const recipient = { to: "user", userId: user?.id ?? "", channel: "email" } as const;
								const facts = { ruleId: "r", ruleName: "r" };
								const queued = queueMessage(at, { cause: "unreachable", about: `about-${position}`, recipient, facts });
								db.update(schema.messages)
									.set({ state: "sending" })
									.where(eq(schema.messages.id, queued.messageId))
									.run();
								const outcome = step.isAccepted
									? ({ kind: "accepted", providerId: null } as const)
									: ({ kind: "refused", error: "No" } as const);
								monthById.set(queued.messageId, monthNow());
								for (let times = 0; times < (step.twice ? 2 : 1); times += 1) {
									recordOutcome({ ...at, hooks }, { messageId: queued.messageId, attempt: 1 }, outcome);
								}
							} else {
								const run = newRun(`run_${position}`, now);
								db.insert(reportRuns).values(run).run();
								monthById.set(run.id, monthNow());
								db.transaction(() => void endRun(at, run, { state: step.isWhole ? "ok" : "failed" }));
							}
						}
						const months = new Set([...monthById.values(), ...expected.keys()]);
						for (const month of months) {
							const sent = db
								.select()
								.from(schema.messages)
								.all()
								.filter(({ id, sentAt }) => sentAt && monthById.get(id) === month);
							const runs = db
								.select()
								.from(reportRuns)
								.all()
								.filter(({ id, state }) => state === "ok" && monthById.get(id) === month);
							const counted = usageOf(db, month);
							const found = (meter: MonthlyMeter) => counted.get(meter) ?? 0;
							expect([month, found("emails"), found("reportRuns"), found("apiCalls")]).toEqual([
								month,
								sent.length,
								runs.length,
								expected.get(month) ?? 0,
							]);
							const closed = findStatement(db, month)?.lines.find(({ meter }) => meter === "emails");
							if (closed) expect(closed.used).toBe(sent.length);
						}
					});
				}),
				{ numRuns: 12 },
			);
		},
		fc.timeLimit(60_000),
	);

	it("counts calls with a valid key, messages and runs, and states when it begins again", async () => {
		const { owner } = await createOwner();
		const { key } = await addDevice(owner);
		for (const value of [1, 2, 3]) await ingest(key, [{ channel: "Air", at: Date.now() - value * 1_000, value }]);
		await ingest(`${key}x`, []).catch(() => null);
		const { usage } = dataOf<BillingSummary>(await owner.query("billing.getBillingSummary"));
		const calls = usage.find(({ meter }) => meter === "apiCalls");
		expect(calls).toMatchObject({ used: 3, included: null, limit: null });
		expect(calls?.resetsAt?.getTime()).toBeGreaterThan(Date.now());
		expect(usage.find(({ meter }) => meter === "devices")?.resetsAt).toBeNull();
	});

	it("loses nothing that is counted while it is written, and writes once for many", async () => {
		const account = await createOwner();
		await inObject(account, ({ db }) => {
			const now = Date.now() + 40 * dayMs;
			const calls = createCallCounter(db, () => now);
			for (let count = 0; count < 500; count += 1) calls.count(now + count);
			expect(usageOf(db, openMonth(db, now)).get("apiCalls")).toBeUndefined();
			expect(calls.work.nextDueAt()).toBe(now + 10_000);
			calls.count(now + 10_000);
			expect(usageOf(db, openMonth(db, now)).get("apiCalls")).toBe(500);
			calls.write();
			expect(usageOf(db, openMonth(db, now)).get("apiCalls")).toBe(501);
			expect(calls.work.nextDueAt()).toBeNull();
		});
	});
});

describe("a closed month", () => {
	it("stays closed with the same figures for a restored account", async () => {
		const account = await createBilled("small");
		const now = Date.now() + 70 * dayMs;
		await inObject(account, async (store) => {
			const { db } = store;
			const work = closeMonthsWork({ ...store, catalog, isPaidHere: false, directory: env.DIRECTORY });
			const [month = ""] = work.due(now, 1);
			await work.run(month, now);
			const first = findStatement(db, month);
			expect(first).toMatchObject({ planName: "Small", price: "49.00", total: "49.00" });
			// The account was restored to an earlier point: the month is open again, and gets other rows.
			db.delete(schema.usageStatements).run();
			db.insert(schema.usageCounts).values({ month, meter: "sms", count: 1_000 }).run();
			expect(work.due(now, 1)).toEqual([month]);
			await work.run(month, now + hourMs);
			expect(findStatement(db, month)).toEqual(first);
			expect(listStatements(db)).toHaveLength(1);
		});
	});

	it("closes without billing too, and only if it had any use", async () => {
		const account = await createOwner();
		await inObject(account, async (store) => {
			const none = { ...catalog, billing: "none" as const };
			const work = closeMonthsWork({ ...store, catalog: none, isPaidHere: false, directory: env.DIRECTORY });
			store.db.delete(schema.usageCounts).run();
			expect(work.nextDueAt()).toBeNull();
			countUsage(store.db, { meter: "sms", now: Date.now() });
			expect(work.nextDueAt()).toBeGreaterThan(Date.now());
		});
	});

	it("prints a file in the operator's name, without a number or tax, in which no formula of a name runs", async () => {
		const { owner } = await createOwner('=HYPERLINK("x")<script>');
		const month = monthOf("America/Denver", Date.now());
		const file = async (format: string) =>
			dataOf<StatementFile>(await owner.query("billing.getStatement", { month, format }));
		const [html, csv] = [await file("html"), await file("csv")];
		expect(html.name).toBe(`usage-${month}-so-far.html`);
		expect(html.text).not.toContain("<script>");
		expect(html.text).toContain("It is not an invoice, and says nothing of tax.");
		expect(csv.text).not.toMatch(/,"?=HYPERLINK/);
		for (const title of Object.values(meterTitles)) expect(csv.text).toContain(title);
		expect(JSON.stringify(await owner.query("billing.getStatement", { month: "1999-01", format: "csv" }))).toContain(
			"Nothing is known of this month.",
		);
	});
});

describe("a warning of use", () => {
	it("goes to owners and billing users once a month for each level of a meter", async () => {
		const account = await createBilled("small");
		await addMember(account.id, "billing");
		await addMember(account.id, "admin");
		const notified = await inObject(account, ({ db, invalidations }) => {
			const now = Date.now();
			const warn = (used: number, month = "2026-11") =>
				warnOfUsage({ db, invalidations, now, newId: createNewId(now) }, month, [
					{ meter: "sms", used, of: 100, isLimit: false, resetsAt: new Date(now) },
				]);
			for (const used of [79, 80, 81, 99, 100, 100, 85, 130]) warn(used);
			warn(200, "2026-12");
			const notices = db.select().from(schema.notices).all();
			return notices.filter(({ cause }) => cause === "usage").map(({ about, step }) => `${about} ${step}`);
		});
		expect(notified.sort()).toEqual(
			[
				"2026-11:sms 100",
				"2026-11:sms 100",
				"2026-11:sms 80",
				"2026-11:sms 80",
				"2026-12:sms 100",
				"2026-12:sms 100",
			].sort(),
		);
	});

	it("shows the meters of the plan beside it", async () => {
		const account = await createBilled("small");
		const meters = await inObject(account, (store) =>
			readMeters(store, catalog.plans.find(({ id }) => id === "small") ?? null, Date.now()),
		);
		expect(meters.find(({ meter }) => meter === "devices")).toMatchObject({ used: 0, included: 5, limit: 10 });
		expect(meters.find(({ meter }) => meter === "sms")).toMatchObject({
			included: 100,
			limit: null,
			overagePrice: "0.065",
		});
	});
});

function newRun(id: string, now: number): typeof reportRuns.$inferSelect {
	return {
		id,
		reportId: "rep_none",
		definitionVersion: 1,
		from: 0,
		to: 1,
		trigger: "manual",
		requestedBy: null,
		requesterId: null,
		isSent: false,
		periodKey: null,
		state: "running",
		attempt: 1,
		leaseUntil: null,
		dueAt: now,
		keptFrom: null,
		seq: null,
		calibrated: null,
		uploadId: null,
		done: null,
		of: null,
		rows: null,
		excursions: null,
		notes: [],
		notesSaid: null,
		error: null,
		errorSaid: null,
		language: null,
		revision: null,
		method: null,
		queuedAt: now,
		startedAt: now,
		finishedAt: null,
		keptUntil: null,
	};
}
