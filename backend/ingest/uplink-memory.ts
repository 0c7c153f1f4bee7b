import type { UplinkFrame } from "../../shared/ingest/integration-message";
import type { AccountContext, AccountDb } from "../base/context";
import { hasDevice } from "../db/device-rows";
import { findDeviceUplinks, saveDeviceUplinks } from "../db/device-uplink-rows";
import { recallFrame } from "./frames";
import type { SentUplink } from "./sent-readings";
import type { SentColumns } from "./store-upload";

/** Of a frame that came before: `at` as it was then, `again` as it is now. Epoch ms. */
type Repeated = { at: number; again: number };

/** Null: the frame is new, and remembered from now on. */
export function recallUplink(db: AccountDb, deviceId: string, uplink: SentUplink | null): Repeated | null {
	if (!uplink?.frame) return null;
	const row = findDeviceUplinks(db, deviceId);
	const { first, frames } = recallFrame(row?.frames ?? [], uplink.frame);
	if (first) return { at: first.at, again: uplink.frame.at };
	if (hasDevice(db, deviceId)) saveDeviceUplinks(db, { deviceId, frames, note: row?.note ?? null });
	return null;
}

/**
 * The readings of a repeated frame at the time of the first: known ones are duplicates, and others are stored where they
 * belong. How well it was received the second time is no reading of it.
 */
export function atFirstTime(readings: SentColumns, repeated: Repeated | null): SentColumns {
	if (!repeated || repeated.at === repeated.again) return readings;
	const { at, again } = repeated;
	const kept = readings.at.flatMap((_, index) => {
		return readings.channels[readings.channel[index] ?? -1]?.toLowerCase() === "signal" ? [] : index;
	});
	return {
		channels: readings.channels,
		index: kept.map((index) => readings.index[index] ?? 0),
		channel: kept.map((index) => readings.channel[index] ?? 0),
		at: kept.map((index) => readings.at[index] ?? 0).map((time) => (time === again ? at : time)),
		value: kept.map((index) => readings.value[index] ?? 0),
	};
}

type NoteStore = Pick<AccountContext, "db" | "invalidations" | "now">;

/** What a message leaves unstored is said at its device. */
export function recordUplinkNote(
	{ db, invalidations, now }: NoteStore,
	deviceId: string,
	uplink: SentUplink | null,
): void {
	if (!uplink || !hasDevice(db, deviceId)) return;
	const { kind, unread } = uplink;
	if (kind === "read" && unread.length === 0) return;
	const frames: UplinkFrame[] = findDeviceUplinks(db, deviceId)?.frames ?? [];
	saveDeviceUplinks(db, { deviceId, frames, note: { at: now, kind, unread } });
	invalidations.changed("devices", [deviceId]);
}
