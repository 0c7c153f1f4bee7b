import { asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { AccountDb, ReadDb } from "../base/context";
import { isSameValue } from "./device-rows";
import { prepared, saveInto } from "./queries";
import { type alerts, ruleVersions } from "./schema";

export type RuleVersionRow = typeof ruleVersions.$inferSelect;

type AlertRow = typeof alerts.$inferSelect;

/** What a version holds: what a rule watches for, where, and whether it is on. */
type RuleFacts = Pick<AlertRow, "name" | "isEnabled" | "severity" | "scope"> & { rule: AlertRow["rule"] | null };

const saveVersion = saveInto(ruleVersions, ruleVersions.alertId, ruleVersions.from);

/** Call with each change; nothing is written where none of a version's facts has changed. `now` is epoch ms. */
export function keepRuleVersion(db: AccountDb, alert: RuleFacts & { id: string }, now: number): void {
	const { id: alertId, name, isEnabled, severity, scope, rule } = alert;
	const facts = { name, isEnabled, severity, scope, rule };
	const last = lastVersion(db).get({ alertId });
	if (last && isSameValue(factsOf(last), facts)) return;
	// Two changes of one instant are one.
	saveVersion(db, { alertId, from: Math.max(now, last?.from ?? now), ...facts });
}

function factsOf({ name, isEnabled, severity, scope, rule }: RuleVersionRow): RuleFacts {
	return { name, isEnabled, severity, scope, rule };
}

const lastVersion = prepared((db) => {
	const isOfRule = eq(ruleVersions.alertId, sql.placeholder("alertId"));
	return db.select().from(ruleVersions).where(isOfRule).orderBy(desc(ruleVersions.from)).limit(1).prepare();
});

/** Of all rules there are and were, each one's in order. */
export function listRuleVersions(db: ReadDb, { until }: { until: number }): RuleVersionRow[] {
	const { alertId, from } = ruleVersions;
	return db.select().from(ruleVersions).where(lt(from, until)).orderBy(asc(alertId), asc(from)).all();
}

/** Of rules that no report may name: a sample leaves nothing behind. */
export function forgetRuleVersions(db: AccountDb, alertIds: string[]): void {
	db.delete(ruleVersions).where(inArray(ruleVersions.alertId, alertIds)).run();
}
