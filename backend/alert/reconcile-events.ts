import type { AlertEventEnd } from "../../shared/alert/alert";
import { isSilence } from "../../shared/alert/conditions/no-data";
import { conditionModuleOf, type EventCondition, ruleConditionOf } from "../../shared/alert/conditions/registry";
import { appendAll } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import { type Said, said } from "../../shared/log/said";
import { saidText } from "../../shared/log/said-text";
import type { ReadingStore, WatchedDevice } from "../base/reading-store";
import { type AlertEventRow, listOpenEvents, listOpenEventsOf, updateAlertEvent } from "../db/alert-event-rows";
import { type AlertRow, findAlert } from "../db/alert-rows";
import { type DeviceRow, findDevices, isSameValue } from "../db/device-rows";
import { addNote } from "./alert-notices";
import {
	type Compared,
	carryOver,
	compareLast,
	type LastObservation,
	type LastReadings,
	type OpenRun,
} from "./confirm-events";
import { type DeviceRules, deviceRules, watchedBy } from "./device-rules";
import { isRunOf } from "./engine/evaluate-upload";
import { type EngineState, eventOf, packState, type Run, unpackState } from "./engine/run-state";
import type { Watched } from "./engine/watched-rule";
import { closeEvent, type EventStore, invalidateEvent, ruleSaid } from "./write-events";

export type ReconcileStore = EventStore & {
	readingStore: Pick<ReadingStore, "watched" | "keepWatch">;
	isTrial?: boolean;
	readings?: LastReadings;
};

/** `reason` is null if the event continues. */
export type Reconciled = {
	eventId: string;
	deviceId: string;
	alertId: string | null;
	reason: AlertEventEnd | null;
	last: LastObservation | null;
};

type ReconciledEvents = { deviceIds: readonly string[] } | { alertId: string };

/** Carries over confirmed open events and ends unwatched ones. Idempotent. Call within a transaction. */
export function reconcileEvents(store: ReconcileStore, reconciledEvents: ReconciledEvents): Reconciled[] {
	const done: Reconciled[] = [];
	for (const [deviceId, events] of openByDevice(store, reconciledEvents))
		appendAll(done, reconcileDevice(store, deviceId, events));
	return done;
}

function openByDevice({ db }: ReconcileStore, reconciledEvents: ReconciledEvents): Map<string, AlertEventRow[]> {
	const byDevice = new Map<string, AlertEventRow[]>();
	const events =
		"alertId" in reconciledEvents
			? openEventsOfRule(db, reconciledEvents.alertId)
			: listOpenEventsOf(db, reconciledEvents.deviceIds);
	for (const event of events) if (event.deviceId !== null) addTo(byDevice, event.deviceId, event);
	return byDevice;
}

function openEventsOfRule(db: EventStore["db"], alertId: string): AlertEventRow[] {
	return listOpenEvents(db).filter((event) => event.alertId === alertId);
}

/** Builds no rule, so that a faulty rule can be removed. Call within a transaction. */
export function endEventsOfRule(
	store: ReconcileStore,
	alertId: string,
	endReason: Extract<AlertEventEnd, "deleted" | "notWatched">,
): Reconciled[] {
	const { readingStore, now } = store;
	const done: Reconciled[] = [];
	for (const [deviceId, events] of openByDevice(store, { alertId })) {
		const [kept] = readingStore.watched([deviceId]);
		const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
		for (const event of events) {
			const run = state.runs.find((one) => one.event?.id === event.id);
			closeEvent(store, event, { facts: run ? eventOf(run, now) : null, endReason });
			done.push({ eventId: event.id, deviceId, alertId, reason: endReason, last: null });
		}
		const closed = new Set(events.map(({ id }) => id));
		state.runs = state.runs.filter(({ ruleId, event }) => ruleId !== alertId && !closed.has(event?.id ?? ""));
		if (kept) readingStore.keepWatch(deviceId, packState(state, kept.channelIds));
		invalidateEvent(store, deviceId);
	}
	return done;
}

function reconcileDevice(store: ReconcileStore, deviceId: string, events: AlertEventRow[]): Reconciled[] {
	const { db, readingStore } = store;
	const [device] = findDevices(db, [deviceId]);
	const found = device ? deviceRules(db, device) : noRules;
	const [kept] = readingStore.watched([deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	const facts = { device, found, state, kept };
	const done = events.flatMap((event) => reconcileEvent(store, event, facts) ?? []);
	if (done.length === 0 || store.isTrial) return done;
	invalidateEvent(store, deviceId);
	if (kept) readingStore.keepWatch(deviceId, packState(state, kept.channelIds));
	return done;
}

const noRules: DeviceRules = { watched: [], rules: new Map(), channels: [], faulty: new Set() };

type DeviceFacts = {
	device: DeviceRow | undefined;
	found: DeviceRules;
	state: EngineState;
	kept: WatchedDevice | undefined;
};

function reconcileEvent(store: ReconcileStore, event: AlertEventRow, facts: DeviceFacts): Reconciled | null {
	const { found, state, kept } = facts;
	// A rule that cannot be built decides nothing.
	if (event.alertId !== null && found.faulty.has(event.alertId)) return null;
	const run = state.runs.find((one) => one.event?.id === event.id);
	const isSame = (rule: Watched) =>
		event.condition?.kind === "sensorFault"
			? rule.ruleId === event.alertId && rule.channelId === event.channelId
			: run && isRunOf(run, rule);
	if (run && found.watched.some(isSame)) return null;
	const of = { eventId: event.id, deviceId: event.deviceId ?? "", alertId: event.alertId };
	const open = { event, state, lastReceivedAt: kept?.lastReceivedAt ?? null, readings: store.readings ?? new Map() };
	const compared = run ? comparedOf(store, { ...open, run, now: store.now }, facts) : null;
	const last = compared?.last.observation ?? null;
	if (run && compared?.last.isConfirmed) {
		carryOver(run, compared.last);
		if (!store.isTrial) writeCarried(store, event, { run, rule: compared.rule, observation: last });
		return { ...of, reason: null, last };
	}
	const reason = reasonOf(store, event, found);
	const isLost = !run && found.watched.some((rule) => isRuleOf(event, rule));
	const closing = { endReason: reason, ...(isLost && { text: lostText }) };
	if (!store.isTrial) closeEvent(store, event, { facts: run ? eventOf(run, store.now) : null, ...closing });
	state.runs = state.runs.filter((one) => one !== run);
	return { ...of, reason, last };
}

/** An earlier release stored values that were not finite; they are lost. */
const lostText = said("end.lost");

function isRuleOf({ alertId, ruleVersion, channelId }: AlertEventRow, rule: Watched): boolean {
	return rule.ruleId === alertId && rule.version === ruleVersion && rule.channelId === channelId;
}

function comparedOf(
	store: ReconcileStore,
	open: OpenRun,
	{ device, found }: DeviceFacts,
): { rule: AlertRow; last: Compared } | null {
	const { event, run } = open;
	const rule = found.rules.get(event.alertId ?? "");
	const watched = found.watched.find(({ ruleId, channelId }) => ruleId === run.ruleId && channelId === run.channelId);
	const before = ruleConditionOf(event.condition);
	if (!rule || !watched || !device || !before) return null;
	const { condition } = rule.rule;
	// Values of different measures cannot be compared.
	if (measureOf(condition) !== measureOf(before)) return null;
	if (isSameValue(condition, before)) return { rule, last: compareLast(watched, null, open) };
	const unit = { ...rule, rule: { ...rule.rule, condition: before } };
	const all = watchedBy(store.db, unit, { device, channels: found.channels });
	const watchedBefore = all.find(({ channelId }) => channelId === run.channelId);
	return watchedBefore ? { rule, last: compareLast(watched, watchedBefore, open) } : null;
}

function measureOf(condition: NonNullable<AlertEventRow["condition"]>) {
	return conditionModuleOf(condition).measure(condition);
}

type Carried = { run: Run; rule: AlertRow; observation: LastObservation | null };

/** Sends no message: recipients know the event, and it continues. */
function writeCarried({ db, now }: ReconcileStore, row: AlertEventRow, { run, rule, observation }: Carried): void {
	const facts = eventOf(run, null);
	if (!facts) return;
	const { condition } = rule.rule;
	const { severity, worstSeverity, peak, peakAt, lastAt, lastValue } = facts;
	const rewritten = ruleSaid(rule.rule);
	const sentence = saidText(rewritten);
	const values = { severity, worstSeverity, peak, peakAt, lastAt, lastValue };
	updateAlertEvent(db, row.id, { ...values, condition, sentence, said: rewritten, ruleVersion: rule.ruleVersion });
	const moved = said("alert.ruleNow", { before: row.said ?? row.sentence, after: rewritten });
	const goesOn = sentence === row.sentence ? said("alert.goesOn") : moved;
	const text = severity === row.severity ? goesOn : said("alert.severityNow", { text: goesOn, severity });
	addNote(db, row.id, {
		at: now,
		kind: "ruleChanged",
		text: observation ? withLast(text, condition, observation) : text,
	});
}

function withLast(text: Said, condition: EventCondition, { at, observed }: LastObservation): Said {
	const value = { condition, value: observed };
	if (isSilence(condition)) return said("alert.silentFor", { text, value });
	return said("alert.lastReading", { text, value, at: new Date(at).toISOString() });
}

function reasonOf(
	{ db }: ReconcileStore,
	{ alertId, ruleVersion, condition }: AlertEventRow,
	{ rules }: DeviceRules,
): AlertEventEnd {
	const rule = alertId === null ? null : findAlert(db, alertId);
	if (!rule) return "deleted";
	const isWatched = rules.has(rule.id) && condition?.kind !== "sensorFault";
	return isWatched && rule.ruleVersion !== ruleVersion ? "ruleChanged" : "notWatched";
}

/** Call within a transaction. */
export function clearEvent(store: ReconcileStore, event: AlertEventRow, author: string): void {
	const { readingStore, now } = store;
	const [kept] = event.deviceId === null ? [] : readingStore.watched([event.deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	const run = state.runs.find((one) => one.event?.id === event.id);
	closeEvent(store, event, { facts: run ? eventOf(run, now) : null, endReason: "cleared", author });
	state.runs = state.runs.filter((one) => one !== run);
	if (kept && run) readingStore.keepWatch(kept.deviceId, packState(state, kept.channelIds));
	invalidateEvent(store, event.deviceId);
}
