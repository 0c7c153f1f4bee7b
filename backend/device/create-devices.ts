import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { serialKey } from "../../shared/device/device-filter";
import {
	type CreateDevice,
	type CreateDevices,
	type CreatedDevice,
	type CreatedDevices,
	givenParticulars,
	noParticulars,
} from "../../shared/device/device-inputs";
import { InheritableSetting, standardSettings } from "../../shared/device/device-terms";
import { errorSentences } from "../../shared/errors/error-sentence";
import { quantities } from "../../shared/formats/units";
import { said } from "../../shared/log/said";
import { addConfigEvent, addConfigEvents } from "../activity/log-events";
import type { AccountContext, Audit, Call, MemberContext } from "../base/context";
import { DomainError, domainError, InputError } from "../base/errors";
import { assertPlanRoom, planDenial } from "../billing/plan-limits";
import { insertChannels } from "../db/channel-rows";
import { countDevices, type DeviceRow, findDevice, findDeviceBySerial, insertDevice } from "../db/device-rows";
import { findGroup } from "../db/group-rows";
import { moveDevices } from "../db/membership-rows";
import { recomputeDevices } from "../group/recompute-devices";
import { assertWholeScope } from "../group/scope";
import { isOwn } from "./change/device-change";
import { wholeDevice } from "./device-projection";

/** Throws DEVICE_LIMIT, and NOT_PERMITTED for a scope of groups, which could not see the device. */
export async function createDevice({ ctx, input }: Call<CreateDevice>): Promise<CreatedDevice> {
	assertWholeScope(ctx);
	assertPlanRoom(ctx.db, "devices", { field: "name", now: ctx.now });
	assertRoom(ctx, 1);
	const { device, key } = await addDevice(ctx, input, { createdBy: ctx.user.id });
	addConfigEvent(ctx, device.id, said("device.added"));
	ctx.invalidations.changed("devices", [device.id]);
	ctx.invalidations.changed("groups", [device.id]);
	return { device: await wholeDevice(ctx, device), key };
}

const noRoom = { "": errorKey("device.tooMany", { most: serverLimits.devices }) };

/** Errors are per device; the others are created. Throws NOT_PERMITTED. */
export async function createDevices({ ctx, input }: Call<CreateDevices>): Promise<CreatedDevices> {
	assertWholeScope(ctx);
	// Lists are ordered by id: sorted ids keep the order of the file.
	const ids = input.devices.map(() => ctx.newId("device")).sort();
	const minted = await Promise.all(ids.map((id) => mintDevice(ctx, id)));
	// Counted after the await for the keys.
	let room = serverLimits.devices - countDevices(ctx.db);
	const { results, created } = ctx.audit.change({}, () => {
		const each = input.devices.map((device, index) => {
			if (room <= 0) return denied(noRoom);
			const denial = planDenial(ctx.db, "devices", ctx);
			if (denial !== null) return denied({ "": denial });
			const result = createOne(ctx, device, minted[index]);
			if ("id" in result) room -= 1;
			return result;
		});
		const made = each.flatMap((result) => ("id" in result ? result.id : []));
		ctx.audit.made({ device: made });
		return { results: each, created: made };
	});
	addConfigEvents(
		ctx,
		created.map((deviceId) => ({ deviceId, text: said("device.added") })),
	);
	ctx.invalidations.changed("devices", created);
	ctx.invalidations.changed("groups", created);
	return results;
}

function createOne(ctx: MemberContext, input: CreateDevice, minted: MintedDevice | undefined): CreatedDevices[number] {
	if (!minted) throw new Error("A device without a key");
	try {
		storeDevice(ctx, input, { ...minted, createdBy: ctx.user.id });
		return { id: minted.id, key: minted.key };
	} catch (error) {
		const fieldKeys = fieldKeysOf(error);
		if (fieldKeys) return denied(fieldKeys);
		throw error;
	}
}

function denied(fieldKeys: Record<string, string>): CreatedDevices[number] {
	return { fields: errorSentences(fieldKeys), fieldKeys };
}

function fieldKeysOf(error: unknown): Record<string, string> | null {
	if (error instanceof InputError) return error.fields;
	if (!(error instanceof DomainError)) return null;
	if (error.code === "SERIAL_NUMBER_TAKEN") return { serialNumber: errorKey("serialNumber.taken") };
	return error.code === "GROUP_NOT_FOUND" ? { groupIds: errorKey("group.gone") } : null;
}

type Store = Pick<AccountContext, "db" | "accountId" | "newId" | "now" | "deviceKeys">;

type Made = { createdBy: string };

export type MintedDevice = { id: string; key: string; digest: string };

/** Only this returns the key. Throws SERIAL_NUMBER_TAKEN, GROUP_NOT_FOUND, and InputError for a filter group. */
export async function addDevice(
	store: Store & { audit: Pick<Audit, "change" | "made"> },
	input: CreateDevice,
	made: Made,
): Promise<{ device: DeviceRow; key: string }> {
	const minted = await mintDevice(store, store.newId("device"));
	const device = store.audit.change({}, () => {
		const stored = storeDevice(store, input, { ...made, ...minted });
		store.audit.made({ device: [stored.id] });
		return stored;
	});
	return { device, key: minted.key };
}

export async function mintDevice({ accountId, deviceKeys }: Store, id: string): Promise<MintedDevice> {
	return { id, ...(await deviceKeys.mint(accountId, id)) };
}

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
				throw new InputError({ groupIds: errorKey("group.byFilter") });
			}
			return { groupId, deviceId: made.id };
		});
		const device = newRow(input, made, now);
		insertDevice(db, device);
		insertChannels(db, device.id, channels);
		moveDevices(db, { joins: memberships, leaves: [] });
		recomputeDevices(db, [device.id]);
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
		...noParticulars(),
		...givenParticulars(input),
		version: 1,
		timezoneOffset: input.timezoneOffset ?? standardSettings.clock.timezoneOffset,
		timeZoneRule: input.timeZoneRule ?? standardSettings.clock.timeZoneRule,
		loggingIntervalSeconds: input.loggingIntervalSeconds ?? standardSettings.loggingIntervalSeconds,
		uploadIntervalSeconds: input.uploadIntervalSeconds ?? standardSettings.uploadIntervalSeconds,
		measuredLoggingSeconds: null,
		measuredUploadSeconds: null,
		offlineAfterSeconds: input.offlineAfterSeconds ?? standardSettings.offlineAfterSeconds,
		retentionDays,
		sends: input.sends ?? standardSettings.sends,
		keptDays: retentionDays,
		settledDays: retentionDays,
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

/** Throws DEVICE_LIMIT for too many devices, and InputError if the plan has no room. */
export function assertRoom({ db, now }: Pick<AccountContext, "db" | "now">, more: number): void {
	assertPlanRoom(db, "devices", { field: "deviceIds", now, more });
	if (more > 0 && countDevices(db) + more > serverLimits.devices) throw domainError("DEVICE_LIMIT");
}
