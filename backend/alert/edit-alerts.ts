import type {
	Alert,
	AlertScope,
	ChangedAlert,
	CreateAlert,
	GetAlert,
	MuteAlerts,
	SetAlertEnabled,
	UpdateAlert,
} from "../../shared/alert/alert";
import { namesAnybody } from "../../shared/alert/alert-rule";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { isKinetic } from "../../shared/log/mean-kinetic-temperature";
import { said } from "../../shared/log/said";
import { addConfigEvent } from "../activity/log-events";
import type { Call, MemberContext } from "../base/context";
import { domainError, InputError } from "../base/errors";
import { assertMayName } from "../contact/contact-projection";
import { listOpenEvents } from "../db/alert-event-rows";
import {
	type AlertRecipients,
	type AlertRow,
	deleteAlertRow,
	findAlert,
	insertAlert,
	listAlerts,
	saveAlert,
} from "../db/alert-rows";
import { listContactGroups } from "../db/contact-group-rows";
import { listContacts } from "../db/contact-rows";
import { isSameValue } from "../db/device-rows";
import { endWaiting } from "../db/follow-up-rows";
import { isMutedAlike, muteAlertRows, muteColumns } from "../db/mute-rows";
import { listRosters } from "../db/roster-rows";
import { sampleIds } from "../db/sample-rows";
import { deviceIdsOrThrow, groupOrThrow, groupsInScope } from "../group/scope";
import { toAlert } from "./alert-projection";
import { isWholeVisible, visibleAlert, visibleFleet } from "./alert-scope";
import { type LastReadings, lastReadings } from "./confirm-events";
import { planFollowUps } from "./follow-up-plan";
import { endEventsOfRule, type Reconciled, reconcileEvents } from "./reconcile-events";
import { ruleFaultsName } from "./rule-faults";

/** Throws NOT_PERMITTED beyond the caller's scope, and for unknown contacts or targets. */
export async function createAlert({ ctx, input }: Call<CreateAlert>): Promise<Alert> {
	assertKinetic(input.rule);
	assertReach(ctx, input.scope);
	assertContacts(ctx, input);
	if (listAlerts(ctx.db).length >= serverLimits.alertRules) throw domainError("ALERT_LIMIT");
	assertNamesInSum(ctx, input);
	const id = ctx.newId("alert");
	ctx.audit.change({ alert: [id] }, () => {
		insertAlert(ctx.db, { id, ...input, createdAt: new Date(ctx.now) });
		addConfigEvent(ctx, null, said("ruleOf.added", { name: input.name }));
	});
	await rulesChanged(ctx);
	return toAlert(ctx, alertOrThrow(ctx, id));
}

/** Keeps open events that the changed rule confirms at the last reading; ends the others as `ruleChanged`. */
export async function updateAlert({ ctx, input }: Call<UpdateAlert>): Promise<ChangedAlert> {
	const { alertId, version, isTrial = false, ...fields } = input;
	assertKinetic(fields.rule);
	const readings = await lastReadings(ctx, { ...editableOrThrow(ctx, alertId), ...fields });
	// Read again: another user may have saved it meanwhile.
	const before = editableOrThrow(ctx, alertId);
	if (before.version !== version) throw domainError("CHANGED_MEANWHILE", { alertId });
	assertReach(ctx, fields.scope);
	assertContacts(ctx, fields);
	assertNamesInSum(ctx, fields, before);
	if (sampleIds(ctx.db).has(alertId)) assertNoRecipient(fields);
	if (isSameValue({ ...before, ...fields }, before)) return unchanged(ctx, alertId);
	const isSame = isSameValue(before.rule, fields.rule) && before.severity === fields.severity;
	const versions = isSame ? {} : { ruleVersion: before.ruleVersion + 1, fault: null };
	const row = { ...before, ...fields, ...versions };
	return changeRule(ctx, before, {
		isTrial,
		readings,
		act: () => {
			saveAlert(ctx.db, row, ctx.now);
			addConfigEvent(ctx, null, said("ruleOf.changed", { name: row.name }));
			if (!isSameValue(before.notification, fields.notification)) replanFollowUps(ctx, alertId);
		},
	});
}

/** Throws InputError for a mean kinetic temperature of another quantity than temperature. */
export function assertKinetic({ condition }: CreateAlert["rule"]): void {
	if (condition.kind !== "statistic" || condition.statistic !== "kinetic" || isKinetic(condition.channels)) return;
	throw new InputError({
		"rule.condition.statistic": errorKey("condition.kinetic"),
	});
}

/** Writes nothing: a higher version would reject other users' open edits. */
function unchanged(ctx: MemberContext, alertId: string): ChangedAlert {
	return { alertId, ended: [], confirmed: [], kept: toAlert(ctx, alertOrThrow(ctx, alertId)).openEvents };
}

function replanFollowUps(ctx: MemberContext, alertId: string): void {
	for (const event of listOpenEvents(ctx.db)) if (event.alertId === alertId) planFollowUps(ctx, event);
}

export async function setAlertEnabled({ ctx, input }: Call<SetAlertEnabled>): Promise<ChangedAlert> {
	const before = editableOrThrow(ctx, input.alertId);
	if (before.isEnabled === input.isEnabled) return unchanged(ctx, input.alertId);
	return changeRule(ctx, before, {
		isTrial: false,
		act: () => {
			saveAlert(ctx.db, { ...before, isEnabled: input.isEnabled }, ctx.now);
			addConfigEvent(ctx, null, said(input.isEnabled ? "ruleOf.on" : "ruleOf.off", { name: before.name }));
		},
		...(!input.isEnabled && { endsAllAs: "notWatched" }),
	});
}

export async function deleteAlert({ ctx, input }: Call<GetAlert>): Promise<ChangedAlert> {
	const before = editableOrThrow(ctx, input.alertId);
	return changeRule(ctx, before, {
		isTrial: false,
		act: () => {
			deleteAlertRow(ctx.db, before, ctx.now);
			addConfigEvent(ctx, null, said("ruleOf.deleted", { name: before.name }));
		},
		endsAllAs: "deleted",
	});
}

/** Events continue unchanged. Throws ALERT_NOT_FOUND, NOT_PERMITTED, and InputError for a past time. */
export function muteAlerts({ ctx, input }: Call<MuteAlerts>): string[] {
	const columns = muteColumns(input, ctx.now);
	const rules = input.alertIds.map((id) => editableOrThrow(ctx, id)).filter((rule) => !isMutedAlike(rule, columns));
	if (rules.length === 0) return input.alertIds;
	const ids = rules.map(({ id }) => id);
	ctx.audit.change({ alert: ids }, () => {
		muteAlertRows(ctx.db, ids, columns);
		endWaiting(
			ctx.db,
			rules.map(({ mutedUntil }) => mutedUntil),
			ctx.now,
		);
		const key = columns.mutedUntil === null ? "ruleOf.notMuted" : "ruleOf.muted";
		for (const { name } of rules) addConfigEvent(ctx, null, said(key, { name }));
	});
	ctx.invalidations.changed("alerts", "all");
	ctx.invalidations.changed("devices", "all");
	return input.alertIds;
}

/** `endsAllAs`: ends all open events with this reason; absent: compares each with the changed rule. */
type RuleChange = {
	isTrial: boolean;
	readings?: LastReadings;
	act: () => void;
	endsAllAs?: "deleted" | "notWatched";
};

class TrialOver extends Error {
	readonly changed: ChangedAlert;
	constructor(changed: ChangedAlert) {
		super("A trial is never written");
		this.name = "TrialOver";
		this.changed = changed;
	}
}

async function changeRule(
	ctx: MemberContext,
	{ id, fault }: AlertRow,
	{ isTrial, act, endsAllAs, readings = new Map() }: RuleChange,
): Promise<ChangedAlert> {
	const { openEvents } = toAlert(ctx, alertOrThrow(ctx, id));
	try {
		const changed = ctx.audit.change({ alert: [id] }, () => {
			act();
			const store = { ...ctx, isTrial, readings };
			const events = endsAllAs ? endEventsOfRule(store, id, endsAllAs) : reconcileEvents(store, { alertId: id });
			const result = changedOf(id, openEvents, events);
			if (isTrial) throw new TrialOver(result);
			return result;
		});
		if (fault) ctx.failedWork.retry({ work: ruleFaultsName, subject: id }, ctx.now);
		await rulesChanged(ctx);
		return changed;
	} catch (error) {
		if (error instanceof TrialOver) {
			ctx.audit.exempt();
			return error.changed;
		}
		throw error;
	}
}

function changedOf(alertId: string, openEvents: number, events: readonly Reconciled[]): ChangedAlert {
	const all = events.map(({ eventId, deviceId, reason, last }) => {
		return { eventId, deviceId, reason, last: last && { at: last.at, value: last.observed } };
	});
	const ended = all.flatMap(({ reason, ...event }) => (reason === null ? [] : { ...event, reason }));
	const confirmed = all.flatMap(({ reason, ...event }) => (reason === null ? event : []));
	return { alertId, ended, kept: openEvents - ended.length, confirmed };
}

async function rulesChanged(ctx: MemberContext): Promise<void> {
	await ctx.watch.intervalsChanged("all");
	ctx.invalidations.changed("alerts", "all");
	ctx.invalidations.changed("devices", "all");
}

/** Throws ALERT_NOT_FOUND, also outside the caller's scope. */
export function alertOrThrow(ctx: MemberContext, alertId: string): AlertRow {
	const found = findAlert(ctx.db, alertId);
	const alert = found && visibleAlert(found, visibleFleet(ctx));
	if (!alert) throw domainError("ALERT_NOT_FOUND", { alertId });
	return alert;
}

/** Throws NOT_PERMITTED if the rule reaches beyond the caller's scope. */
export function editableOrThrow(ctx: MemberContext, alertId: string): AlertRow {
	alertOrThrow(ctx, alertId);
	const row = findAlert(ctx.db, alertId);
	if (!row || !isWholeVisible(row.scope, visibleFleet(ctx))) throw domainError("NOT_PERMITTED", { alertId });
	return row;
}

export function assertReach(ctx: MemberContext, scope: AlertScope): void {
	if (scope === "all") {
		if (groupsInScope(ctx) !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
	} else if ("groupIds" in scope) for (const groupId of scope.groupIds) groupOrThrow(ctx, groupId);
	else deviceIdsOrThrow(ctx, scope.deviceIds);
}

/** Sample devices do not exist: a notified user would search for them. */
function assertNoRecipient({ contactIds, contactGroupIds, notification }: AlertRecipients): void {
	const first = { contactIds, contactGroupIds, roles: notification.roles, rosterIds: notification.rosterIds };
	const named = [first, ...notification.escalation];
	if (!named.some(namesAnybody)) return;
	throw new InputError({ contactIds: errorKey("rule.sample") });
}

function assertContacts(
	ctx: MemberContext,
	rule: Pick<CreateAlert, "contactIds" | "contactGroupIds" | "notification">,
) {
	const { db } = ctx;
	const first = { ...rule, rosterIds: rule.notification.rosterIds };
	assertMayName(ctx, [first, ...rule.notification.escalation]);
	const rosters = new Set(listRosters(db).map(({ id }) => id));
	const contacts = new Set(listContacts(db).map(({ id }) => id));
	const groups = new Set(listContactGroups(db).map(({ id }) => id));
	const steps = rule.notification.escalation.map((step, index) => [`notification.escalation.${index}.`, step] as const);
	for (const [path, { contactIds, contactGroupIds, rosterIds = [] }] of [["", first] as const, ...steps]) {
		if (!rosterIds.every((id) => rosters.has(id))) {
			throw new InputError({ [`${path || "notification."}rosterIds`]: errorKey("roster.gone") });
		}
		if (!contactIds.every((id) => contacts.has(id))) {
			throw new InputError({ [`${path}contactIds`]: errorKey("contact.gone") });
		}
		if (!contactGroupIds.every((id) => groups.has(id))) {
			throw new InputError({ [`${path}contactGroupIds`]: errorKey("contactGroup.chosenGone") });
		}
	}
}

type Naming = Pick<CreateAlert, "scope" | "contactIds" | "contactGroupIds" | "notification">;

function countNamed({ scope, notification, ...first }: Naming): number {
	const scoped = scope === "all" ? 0 : "groupIds" in scope ? scope.groupIds.length : scope.deviceIds.length;
	return [{ ...first, rosterIds: notification.rosterIds }, ...notification.escalation].reduce(
		(sum, { contactIds, contactGroupIds, rosterIds = [] }) =>
			sum + contactIds.length + contactGroupIds.length + rosterIds.length,
		scoped,
	);
}

/** Throws ALERT_NAMES_LIMIT if all rules together name too much, unless this one names no more than `before`. */
function assertNamesInSum({ db }: MemberContext, rule: Naming, before?: AlertRow): void {
	if (before && countNamed(rule) <= countNamed(before)) return;
	const others = listAlerts(db).filter(({ id }) => id !== before?.id);
	const named = others.reduce((sum, other) => sum + countNamed(other), countNamed(rule));
	if (named > serverLimits.alertNames) throw domainError("ALERT_NAMES_LIMIT");
}
