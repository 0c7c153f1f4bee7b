import type { NewChannel } from "../../shared/device";
import { ChannelName, SerialNumber } from "../../shared/device-terms";
import type { IngestResult } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import { givenName, oneLine } from "../../shared/name-text";
import { quantities } from "../../shared/units";
import type { AccountContext } from "../base/context";
import { DomainError } from "../base/errors";
import { channelIdsByKey, channelNameKey, countChannels, insertChannels } from "../db/channel-rows";
import { countDevices, type DeviceRow, findDeviceBySerial, raiseDeviceVersions } from "../db/device-rows";
import { findIntegrationKey, type IntegrationKeyRow, recordIntegrationKeyUse } from "../db/integration-key-rows";
import { addDevice } from "../device/create-devices";
import { createAudit } from "../journal/audit";
import { addConfigEvent } from "../journal/log-events";
import { acceptedKey, digestSecret, isUseWorthRecording } from "../keys/ingest-keys";
import type { UploadAnswer } from "./append-upload";
import { guessChannel } from "./guess-channel";
import { takeQuota, type UploadMeter } from "./quota";
import type { ValidatedEntries } from "./refused-entries";
import { type SentColumns, storeUpload, type UploadStore } from "./store-upload";

type SentDevice = {
	serialNumber: string;
	name: string | null;
	readings: SentColumns;
	validated: ValidatedEntries;
};

export type IntegrationUpload = {
	accountId: string;
	keyId: string;
	secret: string;
	receivedAt: number;
	/** A file counts once for its key, a message of a network server once for its device. */
	metered: "key" | "device";
	devices: SentDevice[];
};

/** `unknownDevices`: indexes of `devices` that do not exist and are not created. */
export type StoredIntegrationUpload = IngestResult & { unknownDevices: number[] };

type Store = UploadStore & Pick<AccountContext, "hints" | "newId" | "deviceKeys"> & { meter: UploadMeter };

/** Limits a file that invents serial numbers; the next upload creates the rest. */
const newDevicesPerUpload = 100;

export async function appendIntegrationUpload(
	store: Store,
	{ keyId, secret, receivedAt, devices: asSent, ...upload }: IntegrationUpload,
): Promise<UploadAnswer<StoredIntegrationUpload>> {
	const devices = asSent.map(withPlainSerial);
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
		// Not for a file: each of its devices would cost a row.
		const refused = upload.metered === "device" ? found.filter((device) => device && !device.archivedAt) : [];
		for (const device of refused) {
			if (device) store.watch.recordRefusedUpload(device.id, { receivedAt, reason: refusal.refusal });
		}
		return refusal;
	}
	if (isUseWorthRecording(key.lastUsedAt, receivedAt)) recordIntegrationKeyUse(store.db, { key, now: receivedAt });
	return storeDevices(store, { key, devices, receivedAt, accountId: upload.accountId });
}

/** As it is kept, so that the next upload finds the device that this one creates. */
function withPlainSerial(sent: SentDevice): SentDevice {
	return { ...sent, serialNumber: oneLine(sent.serialNumber).trim() };
}

type Checked = { key: IntegrationKeyRow; accountId: string; devices: SentDevice[]; receivedAt: number };

async function storeDevices(store: Store, { key, accountId, devices, receivedAt }: Checked) {
	const result: StoredIntegrationUpload = { accepted: 0, duplicates: 0, rejected: [], unknownDevices: [] };
	const context = { ...store, accountId, now: receivedAt };
	let created = 0;
	for (const [place, { readings, validated, ...sent }] of devices.entries()) {
		let device: DeviceRow | null = findDeviceBySerial(store.db, sent.serialNumber);
		if (!device && key.isCreatingDevices && created < newDevicesPerUpload && hasRoom(store)) {
			device = await addSentDevice(context, key, { ...sent, readings, validated });
			created += 1;
		}
		if (!device || device.archivedAt) {
			result.unknownDevices.push(place);
			continue;
		}
		if (key.isCreatingDevices) addMissingChannels(context, device.id, readings);
		const stored = await storeUpload(store, device, { readings, validated, receivedAt, past: null });
		result.accepted += stored.accepted;
		result.duplicates += stored.duplicates;
		result.rejected.push(...stored.rejected);
	}
	return result;
}

function hasRoom({ db }: Store): boolean {
	return countDevices(db) < limits.sentDevices;
}

type DeviceStore = Pick<AccountContext, "db" | "newId" | "now" | "deviceKeys" | "accountId" | "hints">;

/** The clock is a group's, or UTC. Null: no good readings, or an invalid serial number. */
async function addSentDevice(
	store: DeviceStore,
	key: IntegrationKeyRow,
	{ serialNumber, name, readings }: SentDevice,
): Promise<DeviceRow | null> {
	const channels = newChannels(readings, { known: new Set(), most: limits.channelsPerDevice });
	if (channels.length === 0 || !SerialNumber.safeParse(serialNumber).success) return null;
	const input = {
		name: givenName(name ?? "") ?? serialNumber,
		serialNumber,
		channels,
	};
	try {
		const actor = { kind: "key", id: key.id, name: key.name } as const;
		const audit = createAudit(store, { action: "key.createDevice", actor });
		const { device } = await addDevice({ ...store, audit }, input, { createdBy: key.id });
		addConfigEvent({ ...store, user: null }, device.id, `Device added by ${key.name} (integration)`);
		store.hints.changed("devices", [device.id]);
		// A group's filter may have added it.
		store.hints.changed("groups", [device.id]);
		return device;
	} catch (error) {
		// Of two simultaneous messages of a new device the other came first.
		if (error instanceof DomainError && error.code === "SERIAL_NUMBER_TAKEN") {
			return findDeviceBySerial(store.db, serialNumber);
		}
		throw error;
	}
}

function addMissingChannels({ db, newId }: Pick<DeviceStore, "db" | "newId">, deviceId: string, readings: SentColumns) {
	const most = limits.channelsPerDevice - countChannels(db, deviceId);
	const rows = newChannels(readings, { known: channelIdsByKey(db, deviceId), most }).map((channel) => {
		return { ...channel, id: newId("channel"), decimals: quantities[channel.quantity].decimals, min: null, max: null };
	});
	insertChannels(db, deviceId, rows);
	// The device form sends all channels: a new one must not be taken for removed.
	if (rows.length > 0) raiseDeviceVersions(db, [deviceId]);
}

function newChannels(
	{ channels, channel, value }: SentColumns,
	{ known, most }: { known: { has: (word: string) => boolean }; most: number },
): NewChannel[] {
	const added = new Map<string, NewChannel>();
	for (const [place, word] of channels.entries()) {
		if (added.size >= most) break;
		const { data: name } = ChannelName.safeParse(word);
		if (name === undefined || [word, channelNameKey(word), channelNameKey(name)].some((key) => known.has(key)))
			continue;
		const nameKey = channelNameKey(name);
		if (!added.has(nameKey)) added.set(nameKey, guessChannel(name, value[channel.indexOf(place)] ?? 0));
	}
	return [...added.values()];
}
