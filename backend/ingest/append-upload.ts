import type { UploadRefusal } from "../../shared/ingest/ingest";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type { AccountDb, CallCount } from "../base/context";
import { findDevice, recordDeviceKeyUse } from "../db/device-rows";
import { acceptedKey, digestSecret, isDeviceUseWorthRecording } from "../keys/ingest-keys";
import { type QuotaRefusal, storageRefusal, takeQuota, type UploadMeter } from "./quota";
import type { ValidatedEntries } from "./refused-entries";
import { type SentColumns, type StoredUpload, storeUpload, type UploadStore } from "./store-upload";

export type DeviceUpload = {
	deviceId: string;
	secret: string;
	receivedAt: number;
	readings: SentColumns;
	validated: ValidatedEntries;
	/** For a local run that writes a month of its own past: unmetered, and received in these slots. */
	past: UploadSlots | null;
};

/** `no-account`: the key is genuine, and its account is deleted. */
type SenderRefusal = { refusal: "invalid-key" } | { refusal: "no-account" };
export type UploadResponse<Stored> = Stored | SenderRefusal | QuotaRefusal;

export async function appendUpload(
	{ db, readingStore, watch, alertWatch, meter, calls }: UploadStore & { meter: UploadMeter; calls: CallCount },
	{ deviceId, secret, receivedAt, readings, validated, past }: DeviceUpload,
): Promise<UploadResponse<StoredUpload>> {
	const sender = await acceptedSender(db, { deviceId, secret, receivedAt });
	if (!sender) return { refusal: "invalid-key" };
	const { device, used } = sender;
	const sent = [{ deviceId, at: readings.at }];
	const refusal = past
		? null
		: (storageRefusal(db) ?? takeQuota({ readingStore, meter }, { senders: [deviceId], sent, now: receivedAt }));
	if (refusal) {
		watch.uploadRefused(deviceId, { receivedAt, reason: refusal.refusal });
		return refusal;
	}
	if (!past) calls.count(receivedAt);
	const stored = await storeUpload({ db, readingStore, watch, alertWatch }, device, {
		readings,
		validated,
		receivedAt,
		past,
	});
	if (isDeviceUseWorthRecording(device, used, receivedAt)) {
		recordDeviceKeyUse(db, { device, used, now: receivedAt });
	}
	return stored;
}

/** Refused as a whole; the key's tag was valid. */
export type RefusedUpload = { deviceId: string; secret: string; receivedAt: number; reason: UploadRefusal };

export async function appendRefusal(
	{ db, watch }: Pick<UploadStore, "db" | "watch">,
	{ reason, ...upload }: RefusedUpload,
): Promise<void> {
	const { deviceId, receivedAt } = upload;
	if (await acceptedSender(db, upload)) watch.uploadRefused(deviceId, { receivedAt, reason });
}

type Sender = Pick<DeviceUpload, "deviceId" | "secret" | "receivedAt">;

async function acceptedSender(db: AccountDb, { deviceId, secret, receivedAt }: Sender) {
	const digest = await digestSecret(secret);
	const device = findDevice(db, deviceId);
	const used = device && acceptedKey(device, digest, receivedAt);
	return device && used && !device.archivedAt ? { device, used } : null;
}
