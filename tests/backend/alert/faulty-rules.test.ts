import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { findAlert, saveAlert } from "../../../backend/db/alert-rows";
import type { Alert, AlertListRow } from "../../../shared/alert/alert";
import type { AlertCoverage } from "../../../shared/alert/alert-coverage";
import type { AlertRule } from "../../../shared/alert/alert-rule";
import type { FailedWork } from "../../../shared/errors/failed-work";
import { createAlerted } from "../fixtures/alert-account";
import { addAlert, warmAlert, warmRule } from "../fixtures/alert-rules";
import { accountStub, writeBehind } from "../fixtures/fleet";
import { takeLogs } from "../fixtures/logs";
import { dataOf, type Person } from "../fixtures/people";
import { holdAlarm, workThrough } from "../fixtures/works";

const ofField = (field: string): AlertRule => ({
	...warmRule,
	condition: {
		kind: "threshold",
		channels: { quantity: "temperature", unit: "°C", name: null },
		comparison: ">",
		limit: { from: "field", field },
	},
});

const inherited = ["constructor", "toString", "valueOf", "__proto__", "hasOwnProperty"];

describe("a limit named like what every object has", () => {
	it.each(inherited)("watches nothing as %s and stops nothing", async (field) => {
		const { owner, send, events, stub, at } = await createAlerted();
		const odd = await addAlert(owner, { name: "Odd", rule: ofField(field) });
		await send([[1, 9]]);
		await workThrough(stub, at(2));
		expect(await events()).toMatchObject([{ ruleName: "Too warm" }]);
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: odd.id }));
		expect(dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))).toHaveLength(1);
	});
});

/** No schema accepts such hours; they stand for rules of a newer release or another runtime. */
const brokenHours = { zone: "Mars/Olympus", weekly: [{ days: [1], from: "08:00", to: "09:00" }], spans: [] };

async function breakRule(accountId: string, alertId: string): Promise<void> {
	await writeBehind(accountId, (db) => {
		const row = findAlert(db, alertId);
		if (!row) throw new Error("No such rule");
		saveAlert(db, { ...row, rule: { ...row.rule, schedule: brokenHours } }, Date.now());
	});
}

async function createBroken() {
	const alerted = await createAlerted();
	const other = await addAlert(alerted.owner, { name: "Also warm" });
	await alerted.send([[1, 9]]);
	await breakRule(alerted.id, alerted.alert.id);
	await holdAlarm(alerted.id);
	return { ...alerted, other };
}

/** Runs twice, as a slice of the alarm may end before the rule. A failed job is not tried again within a run. */
async function runDue(accountId: string, now: number): Promise<void> {
	for (let slice = 0; slice < 5; slice += 1) await accountStub(accountId).runOverdue(now);
}

const failedWork = async (owner: Person) => dataOf<FailedWork[]>(await owner.query("account.getFailedWork"));
const ruleOf = async (owner: Person, alertId: string) =>
	dataOf<Alert>(await owner.query("alert.getAlert", { alertId }));

describe("a rule that cannot be built", () => {
	it("stops no upload and no other rule, keeps its open events, and shows its error everywhere", async () => {
		const { id, owner, alert, other, send, events, at } = await createBroken();
		await send([[2, 12]]);
		await send([[3, 5]]);
		expect(await events()).toMatchObject([
			{ alertId: alert.id, state: "open" },
			{ alertId: other.id, state: "ended", peak: 12 },
		]);
		await runDue(id, at(4));
		expect(takeLogs()).toEqual([expect.stringContaining('"event":"job-failed"')]);
		const fault = { at: at(4), text: expect.stringContaining("Mars/Olympus"), code: "RangeError" };
		expect((await ruleOf(owner, alert.id)).fault).toEqual(fault);
		const rows = dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"));
		expect(rows.map(({ name, fault: of }) => [name, of])).toEqual([
			["Also warm", undefined],
			["Too warm", fault],
		]);
		const coverage = dataOf<AlertCoverage>(await owner.query("alert.getCoverage"));
		expect(coverage.rulesNotEvaluated).toEqual({ count: 1, listed: [{ id: alert.id, name: "Too warm" }] });
		expect(await failedWork(owner)).toMatchObject([{ work: "alert rules", subjectName: "Too warm" }]);
	});

	it.each([
		["deleted", "deleteAlert", {}, "deleted"],
		["switched off", "setAlertEnabled", { isEnabled: false }, "notWatched"],
	])("ends its events unchanged when it is %s", async (_, procedure, input, endReason) => {
		const { id, owner, alert, send, events, at } = await createBroken();
		await send([[2, 12]]);
		await runDue(id, at(3));
		expect(takeLogs()).toEqual([expect.stringContaining("job-failed")]);
		dataOf(await owner.mutate(`alert.${procedure}`, { alertId: alert.id, ...input }));
		expect(await events({ alertIds: [alert.id] })).toMatchObject([{ state: "ended", endReason, peak: 9 }]);
		await runDue(id, at(3));
		expect(await failedWork(owner)).toEqual([]);
	});

	it("evaluates the rule again once it was changed", async () => {
		const { id, owner, alert, send, events, at } = await createBroken();
		await send([[2, 12]]);
		await runDue(id, at(3));
		expect(takeLogs()).toEqual([expect.stringContaining("job-failed")]);
		const { version } = await ruleOf(owner, alert.id);
		dataOf(await owner.mutate("alert.updateAlert", { ...warmAlert, alertId: alert.id, version }));
		await send([[4, 13]]);
		await runDue(id, at(5));
		expect((await ruleOf(owner, alert.id)).fault).toBeUndefined();
		expect(await failedWork(owner)).toEqual([]);
		expect(await events({ alertIds: [alert.id], states: ["open"] })).toMatchObject([{ peak: 13 }]);
	});
});

describe("a new rule", () => {
	const onStorage = (accountId: string, query: string) =>
		runInDurableObject(accountStub(accountId), (_, { storage }) => void storage.sql.exec(query));

	it("does not exist if its creation failed", async () => {
		const { id, owner } = await createAlerted();
		await onStorage(id, "CREATE TRIGGER broken BEFORE INSERT ON log_events BEGIN SELECT RAISE(ABORT, 'broken'); END");
		expect((await owner.mutate("alert.createAlert", { ...warmAlert, name: "Second" })).error).not.toBeNull();
		await onStorage(id, "DROP TRIGGER broken");
		takeLogs();
		expect(dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))).toHaveLength(1);
	});

	it("exists if only a later step of its creation fails: the alarm repeats that step", async () => {
		const { id, owner, alert, send } = await createAlerted();
		await send([[1, 9]]);
		await writeBehind(id, (db) => {
			const row = findAlert(db, alert.id);
			if (row) saveAlert(db, { ...row, isEnabled: false }, Date.now());
		});
		await holdAlarm(id);
		await onStorage(id, "CREATE TRIGGER broken BEFORE UPDATE ON alert_events BEGIN SELECT RAISE(ABORT, 'broken'); END");
		await addAlert(owner, { name: "Second" });
		expect(takeLogs()).toEqual([expect.stringContaining('"event":"watch-not-renewed"')]);
		await onStorage(id, "DROP TRIGGER broken");
		await runDue(id, Date.now());
		expect(dataOf<AlertListRow[]>(await owner.query("alert.getAlerts"))).toMatchObject([
			{ name: "Second" },
			{ name: "Too warm", openEvents: 0 },
		]);
	});
});
