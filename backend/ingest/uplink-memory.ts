import type { UplinkFrame } from "../../shared/ingest/integration-message";
import type { AccountContext, AccountDb } from "../base/context";
import { hasDevice } from "../db/device-rows";
import { findDeviceUplinks, saveDeviceUplinks } from "../db/device-uplink-rows";
import { recallFrame } from "./frames";
import { pickReadings } from "./parse-readings";
import type { SentUplink } from "./sent-readings";
import type { SentColumns } from "./store-upload";

type Repeated = { at: number; again: number };

/** Remembers a new frame and returns null. Returns both times (epoch ms) of a repeated frame. */
export function recallUplink(db: AccountDb, deviceId: string, uplink: SentUplink | null): Repeated | null {
	if (!uplink?.frame) return null;
	const row = findDeviceUplinks(db, deviceId);
	const { first, frames } = recallFrame(row?.frames ?? [], uplink.frame);
	if (first) return { at: first.at, again: uplink.frame.at };
	const kept = { note: row?.note ?? null, clockBehindMs: row?.clockBehindMs ?? null };
	if (hasDevice(db, deviceId)) saveDeviceUplinks(db, { deviceId, frames, ...kept });
	return null;
}

/** Moves a repeated frame's readings to its first time, without the signal. */
export function atFirstTime(readings: SentColumns, repeated: Repeated | null): SentColumns {
	if (!repeated || repeated.at === repeated.again) return readings;
	const { at, again } = repeated;
	const kept = readings.at.flatMap((_, index) => {
		return readings.channels[readings.channel[index] ?? -1]?.toLowerCase() === "signal" ? [] : index;
	});
	const picked = pickReadings(readings, kept);
	return { ...picked, at: picked.at.map((time) => (time === again ? at : time)) };
}

type NoteStore = Pick<AccountContext, "db" | "invalidations" | "now">;

/** Records the part of a message that was not stored, and a clock that is far behind until it is right. */
export function recordUplinkNote(
	{ db, invalidations, now }: NoteStore,
	deviceId: string,
	uplink: SentUplink | null,
): void {
	if (!uplink || !hasDevice(db, deviceId)) return;
	const { kind, unread, clockBehindMs = null } = uplink;
	const row = findDeviceUplinks(db, deviceId);
	const isNoted = kind !== "read" || unread.length > 0;
	const before = row?.clockBehindMs ?? null;
	const behindMs = kind === "read" ? clockBehindMs : before;
	if (!isNoted && before === behindMs) return;
	const note = isNoted ? { at: now, kind, unread } : (row?.note ?? null);
	const frames: UplinkFrame[] = row?.frames ?? [];
	saveDeviceUplinks(db, { deviceId, frames, note, clockBehindMs: behindMs });
	invalidations.changed("devices", [deviceId]);
}
