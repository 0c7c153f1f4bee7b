import type { AlertEventEnd, ChangedAlert } from "../../shared/alert";
import type { ReadingStore } from "../base/reading-store";
import { type AlertEventRow, listOpenEvents } from "../db/alert-event-rows";
import { findAlert } from "../db/alert-rows";
import { findDevices } from "../db/device-rows";
import { deviceRules } from "./device-rules";
import { isRunOf } from "./engine/evaluate-upload";
import { eventOf, packState, unpackState } from "./engine/run-state";
import { closeEvent, type EventStore, hintChanged } from "./write-events";

/** `isTrial`: nothing is written. */
export type ReconcileStore = EventStore & {
	readingStore: Pick<ReadingStore, "watched" | "keepWatch">;
	isTrial?: boolean;
};

type Ended = ChangedAlert["ended"][number] & { alertId: string | null };

/**
 * Ends the open events that no rule of today watches any more, whatever changed: a rule, a group, a device. Idempotent.
 * Call within a transaction.
 */
export function reconcileEvents(store: ReconcileStore): Ended[] {
	const ended: Ended[] = [];
	for (const [deviceId, events] of openByDevice(store)) ended.push(...reconcileDevice(store, deviceId, events));
	return ended;
}

function openByDevice({ db }: ReconcileStore): Map<string, AlertEventRow[]> {
	const byDevice = new Map<string, AlertEventRow[]>();
	for (const event of listOpenEvents(db)) {
		if (event.deviceId === null) continue;
		byDevice.set(event.deviceId, [...(byDevice.get(event.deviceId) ?? []), event]);
	}
	return byDevice;
}

function reconcileDevice(store: ReconcileStore, deviceId: string, events: AlertEventRow[]): Ended[] {
	const { db, readingStore, now } = store;
	const [device] = findDevices(db, [deviceId]);
	const watched = device ? deviceRules(db, device).watched : [];
	const [kept] = readingStore.watched([deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	const ended = events.flatMap((event): Ended[] => {
		const run = state.runs.find((one) => one.event?.id === event.id);
		if (run && watched.some((rule) => isRunOf(run, rule))) return [];
		const reason = reasonOf(store, event);
		if (!store.isTrial) closeEvent(store, event, { facts: run ? eventOf(run, now) : null, endReason: reason });
		state.runs = state.runs.filter((one) => one !== run);
		return [{ eventId: event.id, alertId: event.alertId, deviceId, reason }];
	});
	if (ended.length === 0 || store.isTrial) return ended;
	hintChanged(store, deviceId);
	if (kept) readingStore.keepWatch(deviceId, packState(state, kept.channelIds));
	return ended;
}

function reasonOf({ db }: ReconcileStore, { alertId, ruleVersion }: AlertEventRow): AlertEventEnd {
	const rule = alertId === null ? null : findAlert(db, alertId);
	if (!rule) return "deleted";
	return rule.ruleVersion === ruleVersion ? "notWatched" : "ruleChanged";
}

/** A person says that it is over: the rule begins anew with the next reading. Call within a transaction. */
export function clearEvent(store: ReconcileStore, event: AlertEventRow, author: string): void {
	const { readingStore, now } = store;
	const [kept] = event.deviceId === null ? [] : readingStore.watched([event.deviceId]);
	const state = unpackState(kept?.watch ?? null, kept?.channelIds ?? []);
	const run = state.runs.find((one) => one.event?.id === event.id);
	closeEvent(store, event, { facts: run ? eventOf(run, now) : null, endReason: "cleared", author });
	state.runs = state.runs.filter((one) => one !== run);
	if (kept && run) readingStore.keepWatch(kept.deviceId, packState(state, kept.channelIds));
	hintChanged(store, event.deviceId);
}
