import type { UploadRefusal } from "../../shared/ingest";
import type { UploadSlots } from "../../shared/upload-slots";
import type { AccountDb } from "../context";
import { findDevice, noteDeviceKeyUse } from "../device/device-rows";
import { acceptedKey } from "./accepted-key";
import { type QuotaRefusal, takeQuota } from "./quota";
import type { JudgedEntries } from "./refused-entries";
import { digestSecret } from "./signed-key";
import { type SentColumns, type StoredUpload, storeUpload, type UploadStore } from "./store-upload";
import type { UploadMeter } from "./upload-meter";

/** What the backend Worker hands to the object: a key with a right tag, and the parsed columns. */
export type DeviceUpload = {
	deviceId: string;
	secret: string;
	receivedAt: number;
	readings: SentColumns;
	judged: JudgedEntries;
	/** Where a local run writes its own past, a month within seconds: unmetered, and received in these slots. */
	past: UploadSlots | null;
};

export type InvalidKey = { refusal: "invalid-key" };
export type UploadAnswer<Stored> = Stored | InvalidKey | QuotaRefusal;

/** Stores an upload of a device, by its own key. */
export async function appendUpload(
	{ db, log, watch, meter }: UploadStore & { meter: UploadMeter },
	{ deviceId, secret, receivedAt, readings, judged, past }: DeviceUpload,
): Promise<UploadAnswer<StoredUpload>> {
	const sender = await findSender(db, { deviceId, secret, receivedAt });
	if (!sender) return { refusal: "invalid-key" };
	const { device, used } = sender;
	const sent = [{ deviceId, readings: readings.at.length }];
	const refusal = past ? null : takeQuota({ log, meter }, { senders: [deviceId], sent, now: receivedAt });
	if (refusal) {
		watch.noteRefusedUpload(deviceId, { receivedAt, reason: refusal.refusal });
		return refusal;
	}
	const stored = await storeUpload({ db, log, watch }, device, { readings, judged, receivedAt, past });
	noteDeviceKeyUse(db, { device, used, now: receivedAt });
	return stored;
}

/** An upload that the door refused as a whole, by a key with a right tag. */
export type RefusedUpload = { deviceId: string; secret: string; receivedAt: number; reason: UploadRefusal };

export async function noteRefused(
	{ db, watch }: Pick<UploadStore, "db" | "watch">,
	{ reason, ...upload }: RefusedUpload,
): Promise<void> {
	const { deviceId, receivedAt } = upload;
	if (await findSender(db, upload)) watch.noteRefusedUpload(deviceId, { receivedAt, reason });
}

type Sender = Pick<DeviceUpload, "deviceId" | "secret" | "receivedAt">;

/** The device that a key is of, unless it is archived; null: there is none. */
async function findSender(db: AccountDb, { deviceId, secret, receivedAt }: Sender) {
	const digest = await digestSecret(secret);
	const device = findDevice(db, deviceId);
	const used = device && acceptedKey(device, digest, receivedAt);
	return device && used && !device.archivedAt ? { device, used } : null;
}
