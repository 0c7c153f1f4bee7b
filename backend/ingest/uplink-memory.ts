import type { UplinkFrame } from "../../shared/ingest/integration-message";
import type { AccountContext, AccountDb } from "../base/context";
import { hasDevice } from "../db/device-rows";
import { findDeviceUplinks, saveDeviceUplinks } from "../db/device-uplink-rows";
import { recallFrame } from "./frames";
import type { SentUplink } from "./sent-readings";
import type { SentColumns } from "./store-upload";

type Repeated = { at: number; again: number };

/** Remembers a new frame and returns null. Returns both times (epoch ms) of a repeated frame. */
export function recallUplink(db: AccountDb, deviceId: string, uplink: SentUplink | null): Repeated | null {
	if (!uplink?.frame) return null;
	const row = findDeviceUplinks(db, deviceId);
	const { first, frames } = recallFrame(row?.frames ?? [], uplink.frame);
	if (first) return { at: first.at, again: uplink.frame.at };
	if (hasDevice(db, deviceId)) saveDeviceUplinks(db, { deviceId, frames, note: row?.note ?? null });
	return null;
}

/** Moves a repeated frame's readings to its first time, without the signal. */
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
