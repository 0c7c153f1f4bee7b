import type { IngestResult } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import type { AccountContext } from "../context";
import { countDevices, type DeviceRow, findDeviceBySerial } from "../device/device-rows";
import { findIntegrationKey, type IntegrationKeyRow, noteIntegrationKeyUse } from "../integration/integration-key-rows";
import { acceptedKey } from "./accepted-key";
import { addMissingChannels, addSentDevice } from "./add-sent-device";
import type { UploadAnswer } from "./append-upload";
import { takeQuota } from "./quota";
import type { JudgedEntries } from "./refused-entries";
import { digestSecret } from "./signed-key";
import { type SentColumns, storeUpload, type UploadStore } from "./store-upload";
import type { UploadMeter } from "./upload-meter";

/** What one device sent; `name` is what the sender calls it, where it does. */
export type SentDevice = { serialNumber: string; name: string | null; readings: SentColumns; judged: JudgedEntries };

export type IntegrationUpload = {
	accountId: string;
	keyId: string;
	secret: string;
	receivedAt: number;
	/** A file counts once for its key, a message of a network server once for its device. */
	metered: "key" | "device";
	devices: SentDevice[];
};

/** `unknownDevices`: places in `devices` for which there is no device, and none is made. */
export type StoredIntegrationUpload = IngestResult & { unknownDevices: number[] };

type Store = UploadStore & Pick<AccountContext, "hints" | "newId" | "deviceKeys"> & { meter: UploadMeter };

/** A file that invents serial numbers must not fill the account: what is left over is made by the next upload. */
const newDevicesPerUpload = 100;

/** Stores what a network server or a robot sends, for devices it knows by their serial numbers. */
export async function appendIntegrationUpload(
	store: Store,
	{ keyId, secret, receivedAt, devices, ...upload }: IntegrationUpload,
): Promise<UploadAnswer<StoredIntegrationUpload>> {
	const digest = await digestSecret(secret);
	const key = findIntegrationKey(store.db, keyId);
	if (!key || acceptedKey(key, digest, receivedAt) === null) return { refusal: "invalid-key" };
	const found = devices.map(({ serialNumber }) => findDeviceBySerial(store.db, serialNumber));
	const sent = devices.flatMap(({ readings }, place) => {
		const device = found[place];
		return device ? [{ deviceId: device.id, readings: readings.at.length }] : [];
	});
	const senders = upload.metered === "key" ? [keyId] : sent.map(({ deviceId }) => deviceId);
	const refusal = takeQuota(store, { senders, sent, now: receivedAt });
	if (refusal) {
		// Not of a file: it would be a row for each of its devices.
		const refused = upload.metered === "device" ? found.filter((device) => device && !device.archivedAt) : [];
		for (const device of refused) {
			if (device) store.watch.noteRefusedUpload(device.id, { receivedAt, reason: refusal.refusal });
		}
		return refusal;
	}
	noteIntegrationKeyUse(store.db, { key, now: receivedAt });
	return storeDevices(store, { key, devices, receivedAt, accountId: upload.accountId });
}

type Checked = { key: IntegrationKeyRow; accountId: string; devices: SentDevice[]; receivedAt: number };

async function storeDevices(store: Store, { key, accountId, devices, receivedAt }: Checked) {
	const result: StoredIntegrationUpload = { accepted: 0, duplicates: 0, rejected: [], unknownDevices: [] };
	const context = { ...store, accountId, now: receivedAt };
	let created = 0;
	for (const [place, { readings, judged, ...sent }] of devices.entries()) {
		let device: DeviceRow | null = findDeviceBySerial(store.db, sent.serialNumber);
		if (!device && key.isCreatingDevices && created < newDevicesPerUpload && hasRoom(store)) {
			device = await addSentDevice(context, key, { ...sent, readings, judged });
			created += 1;
		}
		if (!device || device.archivedAt) {
			result.unknownDevices.push(place);
			continue;
		}
		if (key.isCreatingDevices) addMissingChannels(context, device.id, readings);
		const stored = await storeUpload(store, device, { readings, judged, receivedAt, past: null });
		result.accepted += stored.accepted;
		result.duplicates += stored.duplicates;
		result.rejected.push(...stored.rejected);
	}
	return result;
}

function hasRoom({ db }: Store): boolean {
	return countDevices(db) < limits.sentDevices;
}
