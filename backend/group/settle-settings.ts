import type { GroupDefaults } from "../../shared/group";
import type { AccountDb } from "../context";
import { inheritedSettings } from "./inherited-settings";
import { differingColumns, type SettingColumns } from "./setting-columns";
import { type SettledDevice, writeSettings } from "./settled-rows";

type Parts = {
	groups: { id: string; defaults: GroupDefaults }[];
	devices: SettledDevice[];
	/** Group ids of each device, ascending. */
	groupIdsByDevice: Map<string, string[]>;
};

/** Writes for devices what they inherit, where it differs. Answers those whose settings changed. */
export function settleSettings(db: AccountDb, { groups, devices, groupIdsByDevice }: Parts): string[] {
	const defaults = new Map(groups.map((group) => [group.id, group.defaults]));
	// Devices of the same groups change alike: one statement for all of them.
	const changes = new Map<string, { values: SettingColumns; deviceIds: string[] }>();
	for (const device of devices) {
		if (device.inherits.length === 0) continue;
		const inherited = inheritedSettings(device.inherits, groupIdsByDevice.get(device.id) ?? [], defaults);
		const values = differingColumns(device, inherited);
		const key = JSON.stringify(values);
		if (key === "{}") continue;
		const known = changes.get(key);
		if (known) known.deviceIds.push(device.id);
		else changes.set(key, { values, deviceIds: [device.id] });
	}
	for (const { values, deviceIds } of changes.values()) writeSettings(db, deviceIds, values);
	return [...changes.values()].flatMap(({ deviceIds }) => deviceIds);
}
