import { asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { isSameValue } from "./device-rows";
import { prepared, saveInto } from "./queries";
import { type alerts, ruleVersions } from "./schema";

export type RuleVersionRow = typeof ruleVersions.$inferSelect;

type AlertRow = typeof alerts.$inferSelect;

type RuleFacts = Pick<AlertRow, "name" | "isEnabled" | "severity" | "scope"> & { rule: AlertRow["rule"] | null };

const saveVersion = saveInto(ruleVersions, ruleVersions.alertId, ruleVersions.from);

/** Call with each change. Writes nothing if no fact of a version has changed. `now` is epoch ms. */
export function keepRuleVersion(db: AccountDb, alert: RuleFacts & { id: string }, now: number): void {
	const { id: alertId, name, isEnabled, severity, scope, rule } = alert;
	const facts = { name, isEnabled, severity, scope, rule };
	const last = lastVersion(db).get({ alertId });
	if (last && isSameValue(factsOf(last), facts)) return;
	saveVersion(db, { alertId, from: Math.max(now, last?.from ?? now), ...facts });
}

function factsOf({ name, isEnabled, severity, scope, rule }: RuleVersionRow): RuleFacts {
	return { name, isEnabled, severity, scope, rule };
}

const lastVersion = prepared((db) => {
	const isOfRule = eq(ruleVersions.alertId, sql.placeholder("alertId"));
	return db.select().from(ruleVersions).where(isOfRule).orderBy(desc(ruleVersions.from)).limit(1).prepare();
});

/** Includes deleted rules. */
export function listRuleVersions(db: ReadDb, { until }: { until: number }): RuleVersionRow[] {
	const { alertId, from } = ruleVersions;
	return db.select().from(ruleVersions).where(lt(from, until)).orderBy(asc(alertId), asc(from)).all();
}

/** Deletes versions of sample rules, which no report may name. */
export function forgetRuleVersions(db: AccountDb, alertIds: string[]): void {
	db.delete(ruleVersions).where(inArray(ruleVersions.alertId, alertIds)).run();
}
