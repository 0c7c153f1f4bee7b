import { describe, expect, it } from "vitest";
import { findAlert } from "../../../../backend/db/alert-rows";
import { keepRuleVersion, listRuleVersions } from "../../../../backend/db/rule-version-rows";
import { ruleVersions } from "../../../../backend/db/schema";
import { rulesInForce } from "../../../../backend/report/source/rules-in-force";
import type { AlertRule } from "../../../../shared/alert/alert-rule";
import { standardLayout } from "../../../../shared/report/report";
import { reportDefinition } from "../../../report-definition";
import { addAlert, warmRule } from "../../fixtures/alert-rules";
import { addDevice, createOwner, inAccount } from "../../fixtures/fleet";
import { dataOf } from "../../fixtures/people";

const hourMs = 3_600_000;
const channels = { quantity: "temperature" as const, unit: "°C", name: null };
const limitOf = (value: number): AlertRule => ({
	...warmRule,
	condition: { kind: "threshold", channels, comparison: ">", limit: { from: "value", value } },
});

async function changedRule() {
	const { id: accountId, owner } = await createOwner();
	const device = await addDevice(owner);
	const alert = await addAlert(owner);
	const now = Date.now();
	const born = now - 2 * hourMs;
	await inAccount(accountId, (db) => {
		db.delete(ruleVersions).run();
		const row = findAlert(db, alert.id);
		if (!row) throw new Error("The rule is gone");
		keepRuleVersion(db, row, born);
		keepRuleVersion(db, { ...row, rule: limitOf(10) }, now - hourMs);
	});
	type Wanted = Partial<Parameters<typeof rulesInForce>[1]>;
	const inForce = (from: number, to: number, others: Wanted = {}) =>
		inAccount(accountId, (db) => {
			const parts = { db } as Parameters<typeof rulesInForce>[0];
			const wanted = { from, to, mayName: "all" as const, definition: reportDefinition(), ...others };
			return rulesInForce(parts, wanted, [device.device.id]);
		});
	return { accountId, owner, alert, now, born, inForce };
}

describe("rules in force", () => {
	it("list each version of a rule within the period, with its beginning and end", async () => {
		const { born, now, inForce } = await changedRule();
		const [before, after] = await inForce(born, now);
		expect([before, after]).toEqual([
			expect.objectContaining({ sentence: expect.stringContaining("8 °C"), since: null, until: now - hourMs }),
			expect.objectContaining({ sentence: expect.stringContaining("10 °C"), since: now - hourMs, until: null }),
		]);
	});

	it("read in the language of the report's file", async () => {
		const { born, now, inForce } = await changedRule();
		const definition = reportDefinition({ layout: { ...standardLayout, language: "de" } });
		const [rule] = await inForce(born, now, { definition });
		expect(rule?.sentence).toMatch(/^Temperatur.*8 °C/);
	});

	it("show the versions of a past period, whatever came after it", async () => {
		const { born, inForce } = await changedRule();
		expect(await inForce(born + 1, born + hourMs / 2)).toEqual([
			expect.objectContaining({ sentence: expect.stringContaining("8 °C"), since: null, until: null, changedAt: null }),
		]);
	});

	it("stay known when a rule is deleted, and end with it", async () => {
		const { owner, alert, born, now, inForce } = await changedRule();
		dataOf(await owner.mutate("alert.deleteAlert", { alertId: alert.id }));
		const until = Date.now() + 1_000;
		expect(await inForce(until, until + hourMs)).toEqual([]);
		const [, last] = await inForce(born, until);
		expect(last).toMatchObject({ since: now - hourMs, until: expect.any(Number) });
	});

	it("store a version at every change of the conditions, and at no other", async () => {
		const { id, owner } = await createOwner();
		const { version, id: alertId, ...alert } = await addAlert(owner);
		const count = async () => inAccount(id, (db) => listRuleVersions(db, { until: Date.now() + hourMs }).length);
		expect(await count()).toBe(1);
		const { name, severity, isEnabled, scope, contactIds, contactGroupIds, rule, notification } = alert;
		const fields = { name, severity, isEnabled, scope, contactIds, contactGroupIds, rule, notification };
		dataOf(await owner.mutate("alert.updateAlert", { ...fields, alertId, version, description: "Only words" }));
		expect(await count()).toBe(1);
		dataOf(
			await owner.mutate("alert.updateAlert", {
				...fields,
				alertId,
				version: version + 1,
				description: "",
				rule: limitOf(12),
			}),
		);
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId, isEnabled: false }));
		expect(await count()).toBe(3);
	});

	it("show that an older rule has changed, if the audit log knows it", async () => {
		const { accountId, owner, alert, born, now, inForce } = await changedRule();
		dataOf(await owner.mutate("alert.setAlertEnabled", { alertId: alert.id, isEnabled: false }));
		await inAccount(accountId, (db) => db.update(ruleVersions).set({ isOlder: true }).run());
		const [first] = await inForce(born - hourMs, now);
		expect(first).toMatchObject({ since: null, changedAt: expect.any(Number) });
	});
});
