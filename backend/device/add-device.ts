import { serialKey } from "../../shared/device-filter";
import type { CreateDevice } from "../../shared/device-inputs";
import { InheritableSetting, standardSettings } from "../../shared/device-terms";
import { quantities } from "../../shared/units";
import type { AccountContext } from "../context";
import { domainError, InputError } from "../errors";
import { findGroup } from "../group/group-rows";
import { moveDevices } from "../group/move-devices";
import { settleDevices } from "../group/settle-devices";
import { isOwn } from "./change/merged-settings";
import { insertChannels } from "./channel-rows";
import { type DeviceRow, findDevice, findDeviceBySerial, insertDevice } from "./device-rows";

type Store = Pick<AccountContext, "db" | "accountId" | "newId" | "now" | "deviceKeys">;

/** `createdBy`: a user, or a key of an integration. */
type Made = { createdBy: string };

/** A device's id and key before there is a device; only the digest is kept. */
export type MintedDevice = { id: string; key: string; digest: string };

/**
 * Stores a new device with its channels and group memberships. The key is returned here and nowhere
 * again. Throws SERIAL_NUMBER_TAKEN, GROUP_NOT_FOUND, and InputError for a group made by a filter.
 */
export async function addDevice(
	store: Store,
	input: CreateDevice,
	made: Made,
): Promise<{ device: DeviceRow; key: string }> {
	const minted = await mintDevice(store, store.newId("device"));
	return { device: storeDevice(store, input, { ...made, ...minted }), key: minted.key };
}

export async function mintDevice({ accountId, deviceKeys }: Store, id: string): Promise<MintedDevice> {
	return { id, ...(await deviceKeys.mint(accountId, id)) };
}

/** What `addDevice` does once there is a key: in one go, so that nobody comes between its checks and its writes. */
export function storeDevice({ db, newId, now }: Store, input: CreateDevice, made: Made & MintedDevice): DeviceRow {
	const channels = input.channels.map((channel) => {
		return { ...channel, id: newId("channel"), decimals: quantities[channel.quantity].decimals, min: null, max: null };
	});
	return db.transaction(() => {
		if (input.serialNumber !== undefined && findDeviceBySerial(db, input.serialNumber)) {
			throw domainError("SERIAL_NUMBER_TAKEN", { serialNumber: input.serialNumber });
		}
		const memberships = [...new Set(input.groupIds)].map((groupId) => {
			const group = findGroup(db, groupId);
			if (!group) throw domainError("GROUP_NOT_FOUND", { groupId });
			if (group.kind === "dynamic") {
				throw new InputError({ groupIds: "A group made by a filter takes no devices by hand." });
			}
			return { groupId, deviceId: made.id };
		});
		const device = newRow(input, made, now);
		insertDevice(db, device);
		insertChannels(db, device.id, channels);
		moveDevices(db, { joins: memberships, leaves: [] });
		settleDevices(db, [device.id]);
		// As it is settled.
		return findDevice(db, device.id) ?? device;
	});
}

function newRow(input: CreateDevice, { id, digest, createdBy }: Made & MintedDevice, now: number): DeviceRow {
	const { retentionDays = standardSettings.retentionDays } = input;
	return {
		id,
		name: input.name,
		serialNumber: input.serialNumber ?? null,
		serialKey: input.serialNumber === undefined ? null : serialKey(input.serialNumber),
		description: input.description ?? "",
		model: input.model ?? "",
		site: input.site ?? "",
		address: input.address ?? "",
		latitude: input.latitude ?? null,
		longitude: input.longitude ?? null,
		firmwareVersion: input.firmwareVersion ?? "",
		hardwareVersion: input.hardwareVersion ?? "",
		power: input.power ?? null,
		tags: input.tags ?? [],
		metadata: input.metadata ?? {},
		version: 1,
		timezoneOffset: input.timezoneOffset ?? standardSettings.clock.timezoneOffset,
		timeZoneRule: input.timeZoneRule ?? standardSettings.clock.timeZoneRule,
		loggingIntervalSeconds: input.loggingIntervalSeconds ?? standardSettings.loggingIntervalSeconds,
		uploadIntervalSeconds: input.uploadIntervalSeconds ?? standardSettings.uploadIntervalSeconds,
		offlineAfterSeconds: input.offlineAfterSeconds ?? standardSettings.offlineAfterSeconds,
		retentionDays,
		inherits: InheritableSetting.options.filter((setting) => !isOwn(input, setting)),
		mutedUntil: null,
		muteReason: "",
		keyDigest: digest,
		keyCreatedAt: new Date(now),
		keyUsedAt: null,
		previousKeyDigest: null,
		previousKeyUntil: null,
		previousKeyUsedAt: null,
		createdAt: new Date(now),
		createdBy,
		archivedAt: null,
		deletedFrom: null,
	};
}
