import { asc, eq } from "drizzle-orm";
import { isSilence } from "../../shared/alert/conditions/no-data";
import { addTo } from "../../shared/base/multi-map";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { deletePlannedMutesOf } from "./planned-mute-rows";
import { changeIn, findBy } from "./queries";
import { keepRuleVersion } from "./rule-version-rows";
import { sampleIds } from "./sample-rows";
import { alerts, sampleThings } from "./schema";

export type AlertRow = typeof alerts.$inferSelect;

export const listAlerts = cached([alerts], (db): AlertRow[] => {
	return db.select().from(alerts).orderBy(asc(alerts.name), asc(alerts.id)).all();
});

export const findAlert = findBy(alerts, alerts.id);

export const findAlertByName = findBy(alerts, alerts.name);

export function insertAlert(db: AccountDb, alert: typeof alerts.$inferInsert): void {
	db.insert(alerts).values(alert).run();
	keepRuleVersion(db, alert, alert.createdAt.getTime());
}

export function saveAlert(db: AccountDb, row: AlertRow, now: number): void {
	const { id, createdAt: _, version, ...values } = row;
	keepRuleVersion(db, row, now);
	db.update(alerts)
		.set({ ...values, version: version + 1 })
		.where(eq(alerts.id, id))
		.run();
}

export function deleteAlertRow(db: AccountDb, alert: AlertRow, now: number): void {
	const { id } = alert;
	keepRuleVersion(db, { ...alert, isEnabled: false, rule: null }, now);
	db.delete(alerts).where(eq(alerts.id, id)).run();
	deletePlannedMutesOf(db, [id]);
}

const changeRow = changeIn(alerts);

export function changeRecipients(db: AccountDb, id: string, recipients: AlertRecipients): void {
	changeRow(db, id, recipients);
}

type Watched = Pick<AlertRow, "id" | "scope" | "isEnabled">;

export function changeWatched(db: AccountDb, { id, scope, isEnabled }: Watched, now: number): void {
	const before = findAlert(db, id);
	if (before) keepRuleVersion(db, { ...before, scope, isEnabled }, now);
	changeRow(db, id, { scope, isEnabled });
}

type RulesByScope = { all: AlertRow[]; byGroup: Map<string, AlertRow[]>; byDevice: Map<string, AlertRow[]> };
type KnownRules = RulesByScope & { ofSilence: RulesByScope; sample: ReadonlySet<string> };

export function rulesWatching(
	db: AccountDb,
	{ id, groupIds }: { id: string; groupIds: readonly string[] },
): readonly AlertRow[] {
	const known = knownRules(db);
	return watching(known, { id, groupIds }, known.sample);
}

export function silenceRulesWatching(
	db: AccountDb,
	device: { id: string; groupIds: readonly string[] },
): readonly AlertRow[] {
	const known = knownRules(db);
	return watching(known.ofSilence, device, known.sample);
}

function watching(
	rules: RulesByScope,
	{ id, groupIds }: { id: string; groupIds: readonly string[] },
	sample: ReadonlySet<string>,
): readonly AlertRow[] {
	const named = [rules.byDevice.get(id) ?? [], ...groupIds.map((groupId) => rules.byGroup.get(groupId) ?? [])].flat();
	// The account's own rules ignore sample devices, so that a sample wakes no one.
	if (sample.has(id)) return [...new Set(named)].filter((rule) => sample.has(rule.id));
	return named.length === 0 ? rules.all : [...new Set([...rules.all, ...named])];
}

export function hasRules(db: AccountDb): boolean {
	const { all, byGroup, byDevice } = knownRules(db);
	return all.length + byGroup.size + byDevice.size > 0;
}

export function hasSilenceOfGroups(db: AccountDb): boolean {
	return knownRules(db).ofSilence.byGroup.size > 0;
}

const knownRules = cached([alerts, sampleThings], (db): KnownRules => {
	const rows = listAlerts(db).filter(({ isEnabled }) => isEnabled);
	return {
		...byScope(rows),
		ofSilence: byScope(rows.filter(({ rule }) => isSilence(rule.condition))),
		sample: sampleIds(db),
	};
});

function byScope(rows: AlertRow[]): RulesByScope {
	const rules: RulesByScope = { all: [], byGroup: new Map(), byDevice: new Map() };
	for (const row of rows) {
		const { scope } = row;
		if (scope === "all") rules.all.push(row);
		else if ("groupIds" in scope) for (const id of new Set(scope.groupIds)) addTo(rules.byGroup, id, row);
		else for (const id of new Set(scope.deviceIds)) addTo(rules.byDevice, id, row);
	}
	return rules;
}

export type AlertRecipients = Pick<AlertRow, "contactIds" | "contactGroupIds" | "notification">;

/** Keeps the version. */
export function setUnreachableSince(db: AccountDb, id: string, at: number | null): void {
	db.update(alerts).set({ unreachableSince: at }).where(eq(alerts.id, id)).run();
}

export function setRuleFault(db: AccountDb, id: string, fault: AlertRow["fault"]): void {
	db.update(alerts).set({ fault }).where(eq(alerts.id, id)).run();
}
