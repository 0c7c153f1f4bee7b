import type { UploadRejection } from "../../shared/ingest/ingest";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type { AccountDb, CallCount } from "../base/context";
import { findDevice, recordDeviceKeyUse } from "../db/device-rows";
import { acceptedKey, digestSecret, isDeviceUseWorthRecording } from "../keys/ingest-keys";
import { type QuotaRejection, storageRejection, takeQuota, type UploadMeter } from "./quota";
import type { ValidatedEntries } from "./rejected-entries";
import { type SentColumns, type StoredUpload, storeUpload, type UploadStore } from "./store-upload";

export type DeviceUpload = {
	deviceId: string;
	secret: string;
	receivedAt: number;
	readings: SentColumns;
	validated: ValidatedEntries;
	/** A local run's own past: unmetered, and received in these slots. */
	past: UploadSlots | null;
};

/** `no-account`: the key is valid, but its account is deleted. */
type SenderRejection = { refusal: "invalid-key" } | { refusal: "no-account" };
export type UploadResponse<Stored> = Stored | SenderRejection | QuotaRejection;

export async function appendUpload(
	{ db, readingStore, watch, alertWatch, meter, calls }: UploadStore & { meter: UploadMeter; calls: CallCount },
	{ deviceId, secret, receivedAt, readings, validated, past }: DeviceUpload,
): Promise<UploadResponse<StoredUpload>> {
	const sender = await acceptedSender(db, { deviceId, secret, receivedAt });
	if (!sender) return { refusal: "invalid-key" };
	const { device, used } = sender;
	const sent = [{ deviceId, at: readings.at }];
	const rejection = past
		? null
		: (storageRejection(db) ?? takeQuota({ readingStore, meter }, { senders: [deviceId], sent, now: receivedAt }));
	if (rejection) {
		watch.uploadRejected(deviceId, { receivedAt, reason: rejection.refusal });
		return rejection;
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

export type RejectedUpload = { deviceId: string; secret: string; receivedAt: number; reason: UploadRejection };

export async function appendRejection(
	{ db, watch }: Pick<UploadStore, "db" | "watch">,
	{ reason, ...upload }: RejectedUpload,
): Promise<void> {
	const { deviceId, receivedAt } = upload;
	if (await acceptedSender(db, upload)) watch.uploadRejected(deviceId, { receivedAt, reason });
}

type Sender = Pick<DeviceUpload, "deviceId" | "secret" | "receivedAt">;

async function acceptedSender(db: AccountDb, { deviceId, secret, receivedAt }: Sender) {
	const digest = await digestSecret(secret);
	const device = findDevice(db, deviceId);
	const used = device && acceptedKey(device, digest, receivedAt);
	return device && used && !device.archivedAt ? { device, used } : null;
}
