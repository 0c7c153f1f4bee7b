import { serverLimits } from "../../shared/base/limits";
import type { SeedAccount, SeedDevice, SeedInvitation } from "../../shared/local-seed";
import type { AccountContext, AccountDb, RowStore } from "../base/context";
import { createNewId } from "../base/ids";
import type { ReadingHistory } from "../base/reading-store";
import { findUserBySub, listActiveOwners, saveUserAccess } from "../db/account-rows";
import { type DeviceRow, findDeviceBySerial, listDevices } from "../db/device-rows";
import { type DeviceStateRow, findDeviceState, saveDeviceState } from "../db/device-status-rows";
import { findGroupByName, insertGroup } from "../db/group-rows";
import { findInvitationTo, replaceInvitation } from "../db/invitation-rows";
import { addDevice } from "../device/create-devices";
import { addDeviceEvents, receivedEvent, silenceMs } from "../device/status/device-events";
import { recomputeDevices } from "../group/recompute-devices";

type GroupStore = Pick<AccountContext, "db" | "now">;

export function ensureSeedGroups(store: GroupStore, groups: SeedAccount["groups"]): Record<string, string> {
	const added = groups.filter(({ name }) => !findGroupByName(store.db, name));
	if (added.length > 0) addGroups(store, added);
	const present = groups.flatMap(({ name }) => findGroupByName(store.db, name) ?? []);
	return Object.fromEntries(present.map(({ id, name }) => [name, id]));
}

function addGroups({ db, now }: GroupStore, added: SeedAccount["groups"]): void {
	db.transaction(() => {
		for (const [index, group] of added.entries()) {
			// A second apart: devices inherit from the oldest group.
			const createdAt = now + index * 1000;
			const id = createNewId(createdAt)("group");
			const kind = group.filter ? "dynamic" : "static";
			insertGroup(db, { ...group, id, kind, createdAt: new Date(createdAt) });
		}
		recomputeDevices(db, "all");
	});
}

type DeviceStore = Pick<AccountContext, "db" | "accountId" | "newId" | "now" | "deviceKeys" | "audit">;

export async function ensureSeedDevice(
	store: DeviceStore,
	{ groupNames, ...input }: SeedDevice,
): Promise<{ deviceId: string; key: string | null }> {
	if (input.serialNumber === undefined) throw new Error("A seeded device needs a serial number");
	const known = findDeviceBySerial(store.db, input.serialNumber);
	if (known) return { deviceId: known.id, key: null };
	const groupIds = groupNames.map((name) => {
		const group = findGroupByName(store.db, name);
		if (!group) throw new Error(`No seeded group is named ${name}`);
		return group.id;
	});
	const { device, key } = await addDevice(store, { ...input, groupIds }, { createdBy: "seed" });
	return { deviceId: device.id, key };
}

type StateStore = { db: AccountDb; readingStore: ReadingHistory; now: number };

export async function ensureSeedStates({ db, readingStore, now }: StateStore): Promise<void> {
	const devices = listDevices(db, "all");
	const latest = await readingStore.latest(devices.map(({ id }) => id));
	db.transaction(() => {
		for (const device of devices) {
			const lastReceivedAt = latest.get(device.id)?.lastReceivedAt ?? null;
			if (lastReceivedAt !== null) ensureState(db, device, { lastReceivedAt, now });
		}
	});
}

function ensureState(
	db: AccountDb,
	device: DeviceRow,
	{ lastReceivedAt, now }: { lastReceivedAt: number; now: number },
) {
	const said = findDeviceState(db, device.id);
	const isOffline = lastReceivedAt + silenceMs("offline", device) <= now;
	const status = isOffline ? "offline" : "online";
	if (said?.status === status) return;
	const silentSince = said && silenceBefore(said, device);
	const isBack = silentSince !== null && lastReceivedAt > silentSince;
	if (silentSince !== null && !isBack && !isOffline) return;
	if (isBack && !isOffline) {
		addDeviceEvents(db, device.id, [receivedEvent(lastReceivedAt, said?.status ?? null, silentSince)]);
	}
	saveDeviceState(db, {
		deviceId: device.id,
		isBatteryLow: said?.isBatteryLow ?? false,
		status,
		since: lastReceivedAt + (isOffline ? silenceMs("offline", device) : 0),
	});
}

function silenceBefore({ status, since }: DeviceStateRow, device: DeviceRow): number | null {
	return status === "late" || status === "offline" ? since - silenceMs(status, device) : null;
}

export function removeSeedMember({ db, live }: Pick<AccountContext, "db" | "live">, sub: string): void {
	const user = findUserBySub(db, sub);
	if (!user) return;
	saveUserAccess(db, user.id, { status: "disabled" });
	live.accessChanged(user.id);
}

/** Sends no mail. Does nothing if the invitation is open or the user has joined. */
export function ensureSeedInvitation({ db, newId, now }: RowStore, { sub, email, role }: SeedInvitation): void {
	const [owner] = listActiveOwners(db);
	const at = new Date(now);
	const known = findInvitationTo(db, email);
	const isOpen = known !== null && known.endedAt === null && known.expiresAt > at;
	if (!owner || isOpen || findUserBySub(db, sub)) return;
	const by = { invitedBy: owner.id, inviterName: owner.name, note: "", version: 1 };
	const times = { createdAt: at, sentAt: at, dueAt: at, endedAt: null, end: null };
	const expiresAt = new Date(now + serverLimits.invitationMs);
	replaceInvitation(db, { id: newId("invitation"), email, role, scope: "all", ...by, ...times, expiresAt });
}
