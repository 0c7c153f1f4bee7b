import type { SeedDevice } from "../../shared/local-seed";
import type { AccountContext } from "../context";
import { findGroupByName } from "../group/group-rows";
import { addDevice } from "./add-device";
import { findDeviceBySerial } from "./device-rows";

type Store = Pick<AccountContext, "db" | "accountId" | "newId" | "now" | "deviceKeys">;

/** Adds a device of a local run, known by its serial number. */
export async function ensureSeedDevice(
	store: Store,
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
