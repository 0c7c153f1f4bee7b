import type { NewId } from "../base/ids";
import {
	findAlertEvent,
	findOpenAccountEvent,
	joinEvent,
	listPartDevices,
	listSilencesSince,
	type OpenSilence,
	updateAlertEvent,
} from "../db/alert-event-rows";
import { countDevices } from "../db/device-rows";
import { oweForMany } from "./owe-alerts";
import { closeEvent, type EventStore, hintChanged, openAccountEvent } from "./write-events";

const togetherMs = 5 * 60 * 1000;
const leastDevices = 10;
const shareOfFleet = 0.2;

/** After devices fell silent: many at once are told of as one. `silences`: the events that have just opened. */
export function joinSilences(store: EventStore & { newId: NewId }, silences: readonly OpenSilence[]): void {
	if (silences.length === 0) return;
	const { db, now } = store;
	const firedAt = earliest(silences);
	const known = findOpenAccountEvent(db);
	// What fell silent before the event opened is part of it already.
	const alone = known ? silences : listSilencesSince(db, firedAt - togetherMs);
	const devices = new Set(alone.map(({ deviceId }) => deviceId)).size;
	if (!known && !isMany(store, devices)) return;
	const partOf = known?.id ?? openAccountEvent(store, { devices, startedAt: earliest(alone) });
	joinEvent(
		db,
		alone.map(({ id }) => id),
		partOf,
	);
	oweForMany(store, partOf, alone);
	if (!known) return;
	const count = known.count + devices;
	updateAlertEvent(db, known.id, { count, peak: count, peakAt: now, lastAt: now, lastValue: count });
}

function earliest(silences: readonly OpenSilence[]): number {
	return silences.reduce((least, { firedAt }) => Math.min(least, firedAt), Number.POSITIVE_INFINITY);
}

function isMany({ db }: EventStore, devices: number): boolean {
	return devices >= leastDevices && devices > shareOfFleet * countDevices(db);
}

/** After a silence that was one of many ended: the account's event ends when few are left. */
export function settleSilences(store: EventStore, accountEventIds: ReadonlySet<string>): void {
	for (const id of accountEventIds) {
		const event = findAlertEvent(store.db, id);
		if (!event || event.endedAt !== null) continue;
		if (isMany(store, listPartDevices(store.db, id, { isOpen: true }).length)) continue;
		closeEvent(store, event, { facts: null, endReason: "recovered" });
		hintChanged(store, null);
	}
}
