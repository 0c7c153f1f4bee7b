import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { DeviceRefusals, RefusedSample } from "../../../shared/ingest/device-refusals";
import type { RejectReason, UploadRefusal } from "../../../shared/ingest/ingest";
import type { AccountDb } from "../../base/context";
import { hasDevice } from "../../db/device-rows";
import { findRefusalRow, type RefusalRow, saveRefusalRow } from "../../db/refusal-rows";
import { acceptedAgainEvent, addDeviceEvents, refusedEvent } from "./device-events";

export type RefusedEntries = { reason: RejectReason; count: number; sample: RefusedSample };

/** `value` and `good` count entries; `receivedAt` is epoch ms. */
type Validated = { receivedAt: number; sent: number; good: number; refused: RefusedEntries[] };

/** An unstable device is logged once within this time. */
const saidEveryMs = hourMs;

/** One row per device; the log reports start and end. A fully accepted upload writes only if it ends them. */
export function noteRefusedEntries(
	db: AccountDb,
	deviceId: string,
	{ receivedAt, sent, good, refused }: Validated,
): void {
	const known = findRefusalRow(db, deviceId);
	// Of simultaneous uploads the later one may be stored first: keep the newer state.
	if (known && receivedAt < (known.endedAt ?? known.last.at)) return;
	if (refused.length > 0) keepLast(db, known, { deviceId, last: lastOf(receivedAt, sent, refused) });
	else if (good > 0 && known && known.endedAt === null) recordEnd(db, known, receivedAt);
}

/** An upload refused as a whole. Returns whether it was written. */
export function noteRefusedUpload(
	db: AccountDb,
	deviceId: string,
	{ receivedAt, reason }: { receivedAt: number; reason: UploadRefusal },
): boolean {
	const known = findRefusalRow(db, deviceId);
	if (known && receivedAt < (known.endedAt ?? known.last.at)) return false;
	// Such uploads are unlimited: do not write each one.
	if (known && known.endedAt === null && known.last.sent === null && receivedAt - known.last.at < minuteMs)
		return false;
	const reasons = [{ reason, count: 1 }];
	keepLast(db, known, { deviceId, last: { at: receivedAt, sent: null, refused: 0, reasons, sample: null } });
	return true;
}

/** Its logger is replaced: what was refused was the former one's, and no word of it being accepted again is true. */
export function endRefusals(db: AccountDb, deviceId: string, now: number): void {
	const known = findRefusalRow(db, deviceId);
	if (!known || known.endedAt !== null) return;
	saveRefusalRow(db, { ...known, endedAt: now, last: { ...known.last, sample: null } });
}

function isLast({ last }: RefusalRow, reason: UploadRefusal): boolean {
	return last.reasons[0]?.reason === reason;
}

function lastOf(at: number, value: number, refused: RefusedEntries[]): RefusalRow["last"] {
	const byCount = byReason(refused).sort((one, other) => other.count - one.count);
	return {
		at,
		sent: value,
		refused: refused.reduce((sum, { count }) => sum + count, 0),
		reasons: byCount.map(({ reason, count }) => ({ reason, count })),
		sample: byCount[0]?.sample ?? null,
	};
}

function byReason(refused: RefusedEntries[]): RefusedEntries[] {
	const merged = new Map<RejectReason, RefusedEntries>();
	for (const entries of refused) {
		const { reason, count, sample } = merged.get(entries.reason) ?? { ...entries, count: 0 };
		merged.set(reason, { reason, count: count + entries.count, sample });
	}
	return [...merged.values()];
}

type Last = { deviceId: string; last: Omit<DeviceRefusals, "since"> };

function keepLast(db: AccountDb, known: RefusalRow | null, { deviceId, last }: Last): void {
	// It may have been deleted while the upload was stored.
	if (!hasDevice(db, deviceId)) return;
	const isOngoing = known !== null && known.endedAt === null;
	const since = isOngoing ? known.since : last.at;
	const isSaid = isOngoing && isSaidOf(known);
	const isToSay = !isSaid && (known === null || last.at - known.saidAt >= saidEveryMs);
	db.transaction(() => {
		saveRefusalRow(db, {
			deviceId,
			since,
			endedAt: null,
			saidAt: isToSay ? last.at : (known?.saidAt ?? last.at),
			last,
		});
		if (isToSay) addDeviceEvents(db, deviceId, [refusedEvent(last)]);
	});
}

function recordEnd(db: AccountDb, known: RefusalRow, receivedAt: number): void {
	// Over quota, accepted and refused uploads alternate: it ends after a minute without a refusal.
	if (isLast(known, "too-many-uploads") && receivedAt - known.last.at < minuteMs) return;
	db.transaction(() => {
		// The sample is kept no longer than it is shown.
		saveRefusalRow(db, { ...known, endedAt: receivedAt, last: { ...known.last, sample: null } });
		if (isSaidOf(known)) addDeviceEvents(db, known.deviceId, [acceptedAgainEvent(receivedAt, known.since)]);
	});
}

function isSaidOf({ saidAt, since }: RefusalRow): boolean {
	return saidAt >= since;
}
