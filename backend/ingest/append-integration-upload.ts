import { limits, serverLimits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import { givenName, oneLine } from "../../shared/base/name-text";
import type { NewChannel } from "../../shared/device/device";
import type { CreateDevice } from "../../shared/device/device-inputs";
import { ChannelName, channelNameKey, SerialNumber } from "../../shared/device/device-terms";
import { withMessage } from "../../shared/device/recipe/sent-paths";
import { knownUnit } from "../../shared/formats/unit-spellings";
import { quantities } from "../../shared/formats/units";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { MessageOutcome, UnreadPart } from "../../shared/ingest/integration-message";
import { said } from "../../shared/log/said";
import { createAudit } from "../activity/audit";
import { addConfigEvent } from "../activity/log-events";
import type { AccountContext, AccountDb, CallCount } from "../base/context";
import { DomainError } from "../base/errors";
import { planDenial } from "../billing/plan-limits";
import { channelIdsByKey, countChannels, insertChannels } from "../db/channel-rows";
import { countDevices, type DeviceRow, findDevice, findDeviceBySerial, raiseDeviceVersions } from "../db/device-rows";
import { findIntegrationKey, type IntegrationKeyRow, recordIntegrationKeyUse } from "../db/integration-key-rows";
import { findRecipeSender, recipeInForce, saveRecipeSender } from "../db/recipe-rows";
import { addDevice } from "../device/create-devices";
import type { RejectedEntries } from "../device/status/record-rejections";
import { acceptedKey, digestSecret, isUseWorthRecording } from "../keys/ingest-keys";
import type { UploadResponse } from "./append-upload";
import { guessChannel, isMeasured } from "./guess-channel";
import { mostUnread } from "./payload-values";
import { storageRejection, takeQuota, type UploadMeter } from "./quota";
import type { CurrentRecipe } from "./recipe/read-json";
import { sampleOfEntry, type ValidatedEntries } from "./rejected-entries";
import type { SentRecipe, SentUplink } from "./sent-readings";
import { type SentColumns, storeUpload, type UploadStore } from "./store-upload";
import { keepMessage, noOutcome, type StoredMessage, sumRejected } from "./stored-messages";
import { atFirstTime, recallUplink, recordUplinkNote } from "./uplink-memory";
import { inOwnUnits, type WithUnits, withKnownNames } from "./uplink-values";

export type SentDevice = {
	serialNumber: string;
	name: string | null;
	validated: ValidatedEntries;
	uplink: SentUplink | null;
	deviceId?: string;
	found?: number[];
} & WithUnits;

export type IntegrationUpload = {
	accountId: string;
	keyId: string;
	secret: string;
	receivedAt: number;
	/** A file counts once for its key, a network server's message once for its device. */
	metered: "key" | "device";
	devices: SentDevice[];
	/** `unplaced`: entries without a device. */
	message: StoredMessage & { unplaced: RejectedEntries[] };
	/** How a JSON message of any shape was read. */
	recipe?: SentRecipe & { unread: UnreadPart[] };
};

/** Nothing is stored: the message was read by another recipe than the one in force. Null: there is none. */
export type OtherRecipe = { current: CurrentRecipe | null };

/** `unknownDevices`: indexes of `devices` that do not exist and are not created. */
export type StoredIntegrationUpload = IngestResult & { unknownDevices: number[] };

export type IntegrationStore = UploadStore & Pick<AccountContext, "invalidations" | "newId" | "deviceKeys">;
type Store = IntegrationStore & { meter: UploadMeter; calls: CallCount };

/** Limits a file that invents serial numbers; the next upload creates the rest. */
export const newDevicesPerUpload = 100;

export async function appendIntegrationUpload(
	store: Store,
	{ keyId, secret, receivedAt, devices: asSent, message, recipe, ...upload }: IntegrationUpload,
): Promise<UploadResponse<StoredIntegrationUpload> | OtherRecipe> {
	const devices = asSent.map(withPlainSerial);
	const digest = await digestSecret(secret);
	const key = findIntegrationKey(store.db, keyId);
	if (!key || acceptedKey(key, digest, receivedAt) === null) return { refusal: "invalid-key" };
	const current = recipe ? currentRecipe(store.db, keyId) : null;
	if (recipe && !isReadBy(current, recipe)) return { current };
	const found = devices.map((device) => findSentDevice(store.db, device));
	const sent = devices.flatMap(({ readings }, index) => {
		const device = found[index];
		return device ? [{ deviceId: device.id, at: readings.at }] : [];
	});
	// A message that is only held costs a row of its key.
	const isHeld = recipe !== undefined && sent.length === 0;
	const senders = upload.metered === "key" || isHeld ? [keyId] : sent.map(({ deviceId }) => deviceId);
	const rejection = storageRejection(store.db) ?? takeQuota(store, { senders, sent, now: receivedAt });
	if (rejection) {
		// Not for a file: each of its devices would cost a row.
		const rejected = upload.metered === "device" ? found.filter((device) => device && !device.archivedAt) : [];
		for (const device of rejected) {
			if (device) store.watch.uploadRejected(device.id, { receivedAt, reason: rejection.refusal });
		}
		return rejection;
	}
	store.calls.count(receivedAt);
	if (isUseWorthRecording(key.lastUsedAt, receivedAt)) recordIntegrationKeyUse(store.db, { key, now: receivedAt });
	const checked = { key, devices, receivedAt, accountId: upload.accountId, version: recipe?.version ?? null };
	const { result, outcome, deviceId } = await storeDevices(store, checked);
	const { unplaced, ...kept } = message;
	const serialNumber = (devices.length === 1 && devices[0]?.serialNumber) || null;
	outcome.refused = sumRejected([...outcome.refused, ...unplaced]);
	if (recipe) Object.assign(outcome, outcomeOfRecipe(recipe));
	keepMessage(store, { keyId, receivedAt, message: kept, serialNumber, deviceId, outcome });
	return result;
}

function isReadBy(
	current: CurrentRecipe | null,
	{ version, madeAt }: NonNullable<IntegrationUpload["recipe"]>,
): boolean {
	const isSame = madeAt === undefined || madeAt === current?.madeAt;
	return (current?.version ?? null) === version && isSame;
}

export function outcomeOfRecipe({ unread, madeAt: _, ...recipe }: NonNullable<IntegrationUpload["recipe"]>) {
	return { recipe: { ...recipe, missing: recipe.missing.slice(0, mostUnread) }, unread };
}

export function currentRecipe(db: AccountDb, keyId: string): CurrentRecipe | null {
	const row = recipeInForce(db, keyId);
	return row ? { version: row.version, recipe: row.recipe, madeAt: row.createdAt.getTime() } : null;
}

function findSentDevice(db: AccountDb, { deviceId, serialNumber }: SentDevice): DeviceRow | null {
	return deviceId === undefined ? findDeviceBySerial(db, serialNumber) : findDevice(db, deviceId);
}

function withPlainSerial(sentDevice: SentDevice): SentDevice {
	return { ...sentDevice, serialNumber: oneLine(sentDevice.serialNumber).trim() };
}

type Checked = {
	key: IntegrationKeyRow;
	accountId: string;
	devices: SentDevice[];
	receivedAt: number;
	/** The version of the recipe. Null: none was in force. */
	version: number | null;
};

export type StoredDevices = { result: StoredIntegrationUpload; outcome: MessageOutcome; deviceId: string | null };

export async function storeDevices(
	store: IntegrationStore,
	{ key, accountId, devices, receivedAt, version }: Checked,
	readingsOf: ReadAgain | null = null,
): Promise<StoredDevices> {
	const result: StoredIntegrationUpload = { accepted: 0, duplicates: 0, rejected: [], unknownDevices: [] };
	const outcome: MessageOutcome = { ...noOutcome, refused: [] };
	const context = { ...store, accountId, now: receivedAt };
	let created = 0;
	let deviceId: string | null = null;
	for (const [index, sent] of devices.map(withPlainSerial).entries()) {
		outcome.kind = sent.uplink?.kind ?? null;
		outcome.unread = sent.uplink?.unread ?? [];
		let device = findSentDevice(store.db, sent);
		if (
			!device &&
			sent.deviceId === undefined &&
			key.isCreatingDevices &&
			created < newDevicesPerUpload &&
			hasRoom(context)
		) {
			device = await addSentDevice(context, key, sent);
			created += 1;
		}
		if (!device || device.archivedAt) {
			result.unknownDevices.push(index);
			outcome.refused.push({
				reason: "unknown-device",
				count: Math.max(1, sent.validated.sent),
				sample: ofSerial(sent),
			});
			continue;
		}
		if (devices.length === 1) deviceId = device.id;
		const stored = await storeDevice({ ...context, isCreating: key.isCreatingDevices }, device, { sent, readingsOf });
		if (version !== null && sent.found && !readingsOf) {
			noteSentPaths(store.db, { keyId: key.id, deviceId: device.id, version, found: sent.found, at: receivedAt });
		}
		result.accepted += stored.accepted;
		result.duplicates += stored.duplicates;
		for (const entry of stored.rejected) result.rejected.push(entry);
		appendAll(outcome.refused, stored.reported);
		outcome.isRepeated ||= stored.isRepeated;
		outcome.unread = stored.unread;
	}
	const { accepted, duplicates } = result;
	return { result, outcome: { ...outcome, accepted, duplicates, refused: sumRejected(outcome.refused) }, deviceId };
}

function ofSerial({ serialNumber }: SentDevice) {
	return { ...sampleOfEntry({ value: serialNumber }), at: null };
}

export type ReadAgain = (
	device: DeviceRow,
	readings: SentColumns,
) => Promise<{ readings: SentColumns; receivedAt: number; known: number }>;

type DevicePart = { sent: SentDevice; readingsOf: ReadAgain | null };

async function storeDevice(
	store: IntegrationStore & { now: number; isCreating: boolean },
	device: DeviceRow,
	{ sent, readingsOf }: DevicePart,
) {
	const { db, now } = store;
	const { uplink, validated } = sent;
	const nothing = {
		accepted: 0,
		duplicates: 0,
		rejected: [],
		reported: [],
		isRepeated: false,
		unread: uplink?.unread ?? [],
	};
	// A simulated uplink is not sent by the device, so it is no sign of life.
	if (uplink?.kind === "simulated") {
		if (!readingsOf) recordUplinkNote(store, device.id, uplink);
		return nothing;
	}
	const first = recallUplink(db, device.id, uplink);
	const timed = { ...sent, readings: atFirstTime(sent.readings, first) };
	const named = { ...timed, readings: withKnownNames(timed, channelIdsByKey(db, device.id)) };
	if (store.isCreating) addMissingChannels(store, device.id, named);
	const { readings, rejected, denied, excluded } = await inOwnUnits(store, device.id, named);
	const again = readingsOf ? await readingsOf(device, readings) : { readings, receivedAt: now, known: 0 };
	const counted = { ...validated, refused: [...validated.refused, ...denied] };
	const stored = await storeUpload(store, device, { ...again, validated: counted, past: null });
	const reported = [...stored.reported, ...excluded];
	const isIdle = stored.accepted + stored.duplicates + again.known + reported.length === 0;
	const unread = uplink && isIdle ? withoutReading(uplink) : nothing.unread;
	if (!readingsOf) recordUplinkNote(store, device.id, uplink && { ...uplink, unread });
	return {
		...stored,
		reported,
		unread,
		duplicates: stored.duplicates + again.known,
		rejected: [...rejected, ...stored.rejected],
		isRepeated: first !== null,
	};
}

function withoutReading({ kind, unread }: SentUplink): UnreadPart[] {
	return kind === "read" && unread.length === 0 ? [{ name: "", is: "without a reading" }] : unread;
}

export function hasRoom({ db, now }: Pick<AccountContext, "db" | "now">): boolean {
	return countDevices(db) < serverLimits.devices && planDenial(db, "devices", { now }) === null;
}

export type DeviceStore = Pick<AccountContext, "db" | "newId" | "now" | "deviceKeys" | "accountId" | "invalidations">;

/** Null without good readings, or for an invalid serial number. */
async function addSentDevice(
	store: DeviceStore,
	key: IntegrationKeyRow,
	{ serialNumber, name, uplink, ...sent }: SentDevice,
): Promise<DeviceRow | null> {
	if (uplink !== null && uplink.kind !== "read") return null;
	const channels = newChannels(sent, { known: new Set(), most: limits.channelsPerDevice });
	if (channels.length === 0 || !SerialNumber.safeParse(serialNumber).success) return null;
	return addKeyDevice(store, key, { name: givenName(name ?? "") ?? serialNumber, serialNumber, channels });
}

export async function addKeyDevice(
	store: DeviceStore,
	key: IntegrationKeyRow,
	input: Pick<CreateDevice, "name" | "channels"> & { serialNumber: string },
): Promise<DeviceRow | null> {
	try {
		const actor = { kind: "key", id: key.id, name: key.name } as const;
		const audit = createAudit(store, { action: "key.createDevice", actor });
		const { device } = await addDevice({ ...store, audit }, input, { createdBy: key.id });
		addConfigEvent({ ...store, user: null }, device.id, said("device.addedBy", { name: key.name }));
		store.invalidations.changed("devices", [device.id]);
		store.invalidations.changed("groups", [device.id]);
		return device;
	} catch (error) {
		// A simultaneous message of the same new device came first.
		if (error instanceof DomainError && error.code === "SERIAL_NUMBER_TAKEN") {
			return findDeviceBySerial(store.db, input.serialNumber);
		}
		throw error;
	}
}

function addMissingChannels({ db, newId }: Pick<DeviceStore, "db" | "newId">, deviceId: string, upload: WithUnits) {
	const most = limits.channelsPerDevice - countChannels(db, deviceId);
	const rows = newChannels(upload, { known: channelIdsByKey(db, deviceId), most }).map((channel) => {
		return { ...channel, id: newId("channel"), decimals: quantities[channel.quantity].decimals, min: null, max: null };
	});
	insertChannels(db, deviceId, rows);
	// The device form sends all channels: the version keeps it from removing the new one.
	if (rows.length > 0) raiseDeviceVersions(db, [deviceId]);
}

function newChannels(
	{ readings: { channels, channel, value }, units, sharedUnits = [] }: WithUnits,
	{ known, most }: { known: { has: (word: string) => boolean }; most: number },
): NewChannel[] {
	const added = new Map<string, NewChannel>();
	for (const [index, word] of channels.entries()) {
		if (added.size >= most) break;
		const { data: name } = ChannelName.safeParse(word);
		if (
			name === undefined ||
			!isMeasured(name) ||
			[word, channelNameKey(word), channelNameKey(name)].some((key) => known.has(key))
		)
			continue;
		const nameKey = channelNameKey(name);
		if (added.has(nameKey)) continue;
		const unit = units[index] ?? null;
		const isOwn = unit !== null && (!sharedUnits[index] || knownUnit(unit) !== null);
		added.set(nameKey, guessChannel(name, value[channel.indexOf(index)] ?? 0, isOwn ? unit : null));
	}
	return [...added.values()];
}

type Noted = { keyId: string; deviceId: string; version: number; found: readonly number[]; at: number };

/** Notes which values of the recipe a device sent. Costs a row only if a path is new, gone or back. */
function noteSentPaths(db: AccountDb, { keyId, deviceId, ...sent }: Noted): void {
	const before = findRecipeSender(db, keyId, deviceId)?.paths ?? null;
	const paths = withMessage(before, sent);
	if (paths === before) return;
	saveRecipeSender(db, { keyId, deviceId, paths, hasMissing: Object.keys(paths.missing).length > 0 });
}
