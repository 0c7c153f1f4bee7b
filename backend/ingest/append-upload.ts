import { findDevice, noteDeviceKeyUse } from "../device/device-rows";
import { acceptedKey } from "./accepted-key";
import { type QuotaRefusal, takeQuota } from "./quota";
import { digestSecret } from "./signed-key";
import { type SentColumns, type StoredUpload, storeUpload, type UploadStore } from "./store-upload";
import type { UploadMeter } from "./upload-meter";

/** What the backend Worker hands to the object: a key with a right tag, and the parsed columns. */
export type DeviceUpload = {
	deviceId: string;
	secret: string;
	receivedAt: number;
	readings: SentColumns;
	/** False where a local run writes its own past, a month within seconds. */
	isMetered: boolean;
};

export type InvalidKey = { refusal: "invalid-key" };
export type UploadAnswer<Stored> = Stored | InvalidKey | QuotaRefusal;

/** Stores an upload of a device, by its own key. */
export async function appendUpload(
	{ db, log, watch, meter }: UploadStore & { meter: UploadMeter },
	{ deviceId, secret, receivedAt, readings, isMetered }: DeviceUpload,
): Promise<UploadAnswer<StoredUpload>> {
	const digest = await digestSecret(secret);
	const device = findDevice(db, deviceId);
	const used = device && acceptedKey(device, digest, receivedAt);
	if (!device || !used || device.archivedAt) return { refusal: "invalid-key" };
	const sent = [{ deviceId, readings: readings.at.length }];
	const refusal = isMetered ? takeQuota({ log, meter }, { senders: [deviceId], sent, now: receivedAt }) : null;
	if (refusal) return refusal;
	const stored = await storeUpload({ db, log, watch }, device, { readings, receivedAt, isPast: !isMetered });
	noteDeviceKeyUse(db, { device, used, now: receivedAt });
	return stored;
}
