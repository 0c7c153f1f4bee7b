import type { Alert, AlertEvent, AlertListRow } from "../../shared/alert/alert";
import { ruleSentence } from "../../shared/alert/alert-sentence";
import { addTo } from "../../shared/base/multi-map";
import type { AccountDb, MemberContext } from "../base/context";
import type { DeviceState } from "../base/reading-store";
import { type AlertEventRow, alertFacts, listPartDevices } from "../db/alert-event-rows";
import { type AlertRow, findAlert } from "../db/alert-rows";
import { listChannels } from "../db/channel-rows";
import { findNamedDevices } from "../db/device-rows";
import { muteOf, withPlans } from "../db/mute-rows";
import { countRecipients } from "../db/notice-rows";
import { devicesInScope } from "../group/scope";
import { alertReaches, recipientNames } from "./alert-recipients";
import { editableRules, watchedCounts } from "./alert-scope";
import { assigneeOf } from "./assignees";
import { eventOf, unpackState } from "./engine/run-state";

/** Counts only events of devices in the caller's scope. */
export function toAlerts(ctx: MemberContext, rows: readonly AlertRow[]): Alert[] {
	const facts = alertFacts(ctx.db, devicesInScope(ctx));
	const reachOf = alertReaches(ctx, rows);
	const namesOf = recipientNames(ctx.db, rows);
	const countOf = watchedCounts(ctx);
	const isEditable = editableRules(ctx);
	return withPlans(ctx.db, rows, ctx.now).map((whole) => {
		const { ruleVersion: _, unreachableSince: __, fault, ...row } = muteOf(whole, ctx.now);
		const { openEvents = 0, lastFiredAt = null } = facts.get(row.id) ?? {};
		const fired = { openEvents, lastFiredAt: lastFiredAt === null ? null : new Date(lastFiredAt) };
		const reached = { reach: reachOf(whole), recipients: namesOf(whole) };
		const watched = { deviceCount: countOf(row.scope), isEditable: isEditable(row.id) };
		const faulty = fault && { fault: { at: fault.at, text: fault.text, code: fault.code } };
		return { ...row, condition: ruleSentence(row.rule), ...fired, ...reached, ...watched, ...faulty };
	});
}

export function toAlert(ctx: MemberContext, row: AlertRow): Alert {
	const [view] = toAlerts(ctx, [row]);
	if (!view) throw new Error("A rule without a view");
	return view;
}

export function toListRow(alert: Alert): AlertListRow {
	const { id, name, isEnabled, severity, condition, rule, openEvents, lastFiredAt, ...rest } = alert;
	const { reach, recipients, deviceCount, isEditable, mutedUntil, muteReason = "", fault } = rest;
	const facts = { reach, recipients, deviceCount, isEditable };
	const mute = mutedUntil === undefined ? {} : { mutedUntil, ...(muteReason !== "" && { muteReason }) };
	const words = { condition, rule: { condition: rule.condition, forSeconds: rule.forSeconds } };
	return {
		id,
		name,
		isEnabled,
		severity,
		...words,
		openEvents,
		lastFiredAt,
		...facts,
		...mute,
		...(fault && { fault }),
	};
}

/** Updates open events from the engine state of their devices. */
export function toAlertEvents(
	{ db, readingStore }: { db: AccountDb; readingStore: Pick<DeviceState, "watched"> },
	rows: AlertEventRow[],
): AlertEvent[] {
	const open = rows.flatMap(({ deviceId, endedAt }) => (deviceId !== null && endedAt === null ? deviceId : []));
	const kept = open.length === 0 ? [] : readingStore.watched([...new Set(open)]);
	const runs = kept.flatMap(({ watch, channelIds }) => unpackState(watch, channelIds).runs);
	const byEvent = new Map(runs.flatMap((run) => (run.event ? [[run.event.id, eventOf(run, null)] as const] : [])));
	const devices = findNamedDevices(
		db,
		rows.flatMap(({ deviceId }) => deviceId ?? []),
	);
	const notified = countRecipients(
		db,
		"alert",
		rows.map(({ id }) => id),
	);
	return rows.map((row) => {
		const counts = notified.get(row.id);
		const found = row.deviceId === null ? undefined : devices.get(row.deviceId);
		const device = found ? pickDevice(found) : null;
		const deviceIds = row.deviceId === null ? listPartDevices(db, row.id, { isOpen: false }) : null;
		const assignee = assigneeOf(db, row);
		const held = { assigneeId: assignee?.id ?? null, assignee: assignee?.name ?? null };
		const event = { ...toEvent(row, byEvent.get(row.id) ?? null), ...held };
		return { ...event, device, deviceIds, ...(counts && { notified: counts }) };
	});
}

export function pendingOf({ db, readingStore }: Pick<MemberContext, "db" | "readingStore">, deviceId: string) {
	const pending = new Map<string, NonNullable<AlertListRow["pending"]>>();
	const runs = pendingRuns({ db, readingStore }, [deviceId]);
	const names = new Map(listChannels(db, runs.length === 0 ? [] : [deviceId]).map(({ id, name }) => [id, name]));
	for (const { channelId, rule, ...times } of runs) {
		addTo(pending, rule.id, { channel: names.get(channelId ?? "") ?? "", ...times });
	}
	return pending;
}

type PendingRun = { channelId: string | null; rule: AlertRow; value: number; since: number; dueAt: number | null };

/** Rules whose condition is met but not yet for long enough. Times are epoch ms. */
export function pendingRuns(
	{ db, readingStore }: Pick<MemberContext, "db" | "readingStore">,
	deviceIds: string[],
): PendingRun[] {
	const kept = deviceIds.length === 0 ? [] : readingStore.watched(deviceIds);
	const runs = kept.flatMap(({ watch, channelIds }) => unpackState(watch, channelIds).runs);
	return runs.flatMap(({ ruleId, version, channelId, levels, hits, event }) => {
		const since = levels.find(({ phase }) => phase === "pending")?.since;
		if (since === undefined || event !== null || hits === null) return [];
		const rule = findAlert(db, ruleId);
		if (!rule?.isEnabled || rule.ruleVersion !== version) return [];
		const { forSeconds } = rule.rule;
		const dueAt = forSeconds > 0 ? since + forSeconds * 1000 : null;
		return [{ channelId, rule, value: hits.lastValue, since, dueAt }];
	});
}

function pickDevice({ name, timezoneOffset, timeZoneRule }: NonNullable<AlertEvent["device"]>) {
	return { name, timezoneOffset, timeZoneRule };
}

function toEvent(
	whole: AlertEventRow,
	live: ReturnType<typeof eventOf>,
): Omit<AlertEvent, "deviceIds" | "device" | "notified" | "assignee"> {
	const { ruleVersion: _, importId: __, isDrill, rosterId, ...row } = whole;
	const now = live && row.endedAt === null ? live : row;
	const { count, peak, peakAt, lastAt, lastValue, unread } = now;
	const drilled = { ...(isDrill && { isDrill }), ...(rosterId !== null && { rosterId }) };
	return { ...row, count, peak, peakAt, lastAt, lastValue, unread, state: stateOf(whole), ...drilled };
}

function stateOf({ endedAt, acknowledgedAt }: AlertEventRow): AlertEvent["state"] {
	if (endedAt !== null) return "ended";
	return acknowledgedAt === null ? "open" : "acknowledged";
}
