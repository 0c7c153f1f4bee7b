import { minuteMs } from "../../shared/base/durations";
import type { AccountDb } from "../base/context";
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
import { queueForMany } from "./queue-alerts";
import { closeEvent, type EventStore, invalidateEvent, openAccountEvent } from "./write-events";

const togetherMs = 5 * minuteMs;
const leastDevices = 10;
const shareOfFleet = 0.2;

/** Reports many silences at once as one event. `silences`: events that just opened. */
export function joinSilences(store: EventStore & { newId: NewId }, silences: readonly OpenSilence[]): void {
	if (silences.length === 0) return;
	const { db, now } = store;
	const firedAt = earliest(silences);
	const known = findOpenAccountEvent(db);
	const alone = known ? silences : listSilencesSince(db, firedAt - togetherMs);
	const devices = new Set(alone.map(({ deviceId }) => deviceId)).size;
	if (!known && !isMany(store, devices)) return;
	const partOf = known?.id ?? openAccountEvent(store, { devices, startedAt: earliest(alone) });
	joinEvent(
		db,
		alone.map(({ id }) => id),
		partOf,
	);
	queueForMany(store, partOf, alone);
	if (!known) return;
	const count = known.count + devices;
	updateAlertEvent(db, known.id, { count, peak: count, peakAt: now, lastAt: now, lastValue: count });
}

function earliest(silences: readonly OpenSilence[]): number {
	return silences.reduce((least, { firedAt }) => Math.min(least, firedAt), Number.POSITIVE_INFINITY);
}

function isMany({ db }: EventStore, devices: number): boolean {
	return devices >= leastDevices && devices > mostAlone(db);
}

function mostAlone(db: AccountDb): number {
	return shareOfFleet * countDevices(db);
}

/** Caches how many silences may end before a recount is needed. A lost entry only costs a count. */
const counted = new WeakMap<AccountDb, Map<string, { left: number; until: number }>>();
const countedForMs = minuteMs;

export function finishSilences(store: EventStore, accountEventIds: ReadonlySet<string>): void {
	const { db, now } = store;
	for (const id of accountEventIds) {
		const known = counted.get(db)?.get(id);
		if (known && known.left > 1 && now < known.until) {
			known.left -= 1;
			continue;
		}
		const event = findAlertEvent(db, id);
		if (!event || event.endedAt !== null) continue;
		const silent = listPartDevices(db, id, { isOpen: true }).length;
		const ofAccount = counted.get(db) ?? new Map();
		counted.set(db, ofAccount);
		if (isMany(store, silent)) {
			const left = Math.min(silent - mostAlone(db), silent - leastDevices + 1);
			ofAccount.set(id, { left, until: now + countedForMs });
			continue;
		}
		ofAccount.delete(id);
		closeEvent(store, event, { facts: null, endReason: "recovered" });
		invalidateEvent(store, null);
	}
}
