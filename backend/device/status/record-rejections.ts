import { hourMs, minuteMs } from "../../../shared/base/durations";
import type { DeviceRejections, RejectedSample } from "../../../shared/ingest/device-rejections";
import type { RejectReason, UploadRejection } from "../../../shared/ingest/ingest";
import type { AccountDb } from "../../base/context";
import { hasDevice } from "../../db/device-rows";
import { findRejectionRow, type RejectionRow, saveRejectionRow } from "../../db/rejection-rows";
import { acceptedAgainEvent, addDeviceEvents, rejectedEvent } from "./device-events";

export type RejectedEntries = { reason: RejectReason; count: number; sample: RejectedSample };

/** `sent` and `good` count entries; `receivedAt` is epoch ms. */
type Validated = { receivedAt: number; sent: number; good: number; rejected: RejectedEntries[] };

const saidEveryMs = hourMs;

/** One row per device; the log reports start and end. A fully accepted upload writes only if it ends rejections. */
export function noteRejectedEntries(
	db: AccountDb,
	deviceId: string,
	{ receivedAt, sent, good, rejected }: Validated,
): void {
	const known = findRejectionRow(db, deviceId);
	// The later of simultaneous uploads may be stored first: keep the newer state.
	if (known && receivedAt < (known.endedAt ?? known.last.at)) return;
	if (rejected.length > 0) keepLast(db, known, { deviceId, last: lastOf(receivedAt, sent, rejected) });
	else if (good > 0 && known && known.endedAt === null) recordEnd(db, known, receivedAt);
}

/** Records an upload that was rejected as a whole. Returns whether it was written. */
export function noteRejectedUpload(
	db: AccountDb,
	deviceId: string,
	{ receivedAt, reason }: { receivedAt: number; reason: UploadRejection },
): boolean {
	const known = findRejectionRow(db, deviceId);
	if (known && receivedAt < (known.endedAt ?? known.last.at)) return false;
	// Rejected uploads are not limited, so not every one is written.
	if (known && known.endedAt === null && known.last.sent === null && receivedAt - known.last.at < minuteMs)
		return false;
	const reasons = [{ reason, count: 1 }];
	keepLast(db, known, { deviceId, last: { at: receivedAt, sent: null, refused: 0, reasons, sample: null } });
	return true;
}

export function endRejections(db: AccountDb, deviceId: string, now: number): void {
	const known = findRejectionRow(db, deviceId);
	if (!known || known.endedAt !== null) return;
	saveRejectionRow(db, { ...known, endedAt: now, last: { ...known.last, sample: null } });
}

function isLast({ last }: RejectionRow, reason: UploadRejection): boolean {
	return last.reasons[0]?.reason === reason;
}

function lastOf(at: number, value: number, rejected: RejectedEntries[]): RejectionRow["last"] {
	const byCount = byReason(rejected).sort((one, other) => other.count - one.count);
	return {
		at,
		sent: value,
		refused: rejected.reduce((sum, { count }) => sum + count, 0),
		reasons: byCount.map(({ reason, count }) => ({ reason, count })),
		sample: byCount[0]?.sample ?? null,
	};
}

function byReason(rejected: RejectedEntries[]): RejectedEntries[] {
	const merged = new Map<RejectReason, RejectedEntries>();
	for (const entries of rejected) {
		const { reason, count, sample } = merged.get(entries.reason) ?? { ...entries, count: 0 };
		merged.set(reason, { reason, count: count + entries.count, sample });
	}
	return [...merged.values()];
}

type Last = { deviceId: string; last: Omit<DeviceRejections, "since"> };

function keepLast(db: AccountDb, known: RejectionRow | null, { deviceId, last }: Last): void {
	if (!hasDevice(db, deviceId)) return;
	const isOngoing = known !== null && known.endedAt === null;
	const since = isOngoing ? known.since : last.at;
	const isSaid = isOngoing && isSaidOf(known);
	const isToSay = !isSaid && (known === null || last.at - known.saidAt >= saidEveryMs);
	db.transaction(() => {
		saveRejectionRow(db, {
			deviceId,
			since,
			endedAt: null,
			saidAt: isToSay ? last.at : (known?.saidAt ?? last.at),
			last,
		});
		if (isToSay) addDeviceEvents(db, deviceId, [rejectedEvent(last)]);
	});
}

function recordEnd(db: AccountDb, known: RejectionRow, receivedAt: number): void {
	// Over quota, accepted and rejected uploads alternate: rejections end after a minute.
	if (isLast(known, "too-many-uploads") && receivedAt - known.last.at < minuteMs) return;
	db.transaction(() => {
		saveRejectionRow(db, { ...known, endedAt: receivedAt, last: { ...known.last, sample: null } });
		if (isSaidOf(known)) addDeviceEvents(db, known.deviceId, [acceptedAgainEvent(receivedAt, known.since)]);
	});
}

function isSaidOf({ saidAt, since }: RejectionRow): boolean {
	return saidAt >= since;
}
