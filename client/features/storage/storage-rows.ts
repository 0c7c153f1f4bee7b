import type { DeviceStorage, StorageDetails } from "../../../shared/account/billing";
import type { DeviceRetention, StorageOverview } from "../../../shared/account/storage";
import type { Facet } from "../../ui/table/list-rows";
import { t } from "../../words/made/account";

/** `retention` null: unknown, or the device is too new or just deleted in one of the two responses. */
export type StoredDevice = DeviceStorage & { retention: DeviceRetention | null };

export type StoredGroup = {
	name: string;
	devices: number;
	readings: number;
	usedBytes: number;
	growthBytesPerDay: number;
};

export function deviceRows({ devices }: StorageDetails, overview: StorageOverview | null): StoredDevice[] {
	const retentions = new Map(overview?.devices.map((retention) => [retention.deviceId, retention]));
	return devices.map((device) => ({ ...device, retention: retentions.get(device.deviceId) ?? null }));
}

export function groupRows(rows: StoredDevice[]): StoredGroup[] {
	const groups = new Map<string, StoredGroup>();
	for (const { retention, readings, usedBytes } of rows) {
		for (const name of retention?.groupNames ?? []) {
			const known = groups.get(name) ?? { name, devices: 0, readings: 0, usedBytes: 0, growthBytesPerDay: 0 };
			groups.set(name, {
				name,
				devices: known.devices + 1,
				readings: known.readings + readings,
				usedBytes: known.usedBytes + usedBytes,
				growthBytesPerDay: known.growthBytesPerDay + (retention?.growthBytesPerDay ?? 0),
			});
		}
	}
	return [...groups.values()];
}

export function stateOf({ retention }: StoredDevice): "current" | "archived" | "deleted" {
	if (retention?.goneAt != null) return "deleted";
	return retention?.isArchived ? "archived" : "current";
}

export const deviceFacets: Facet<StoredDevice>[] = [
	{
		name: "use",
		label: t("retention"),
		options: [
			{ value: "device", label: t("itsOwn") },
			{ value: "group", label: t("ofAGroup") },
			{ value: "account", label: t("ofTheAccount") },
		],
		of: ({ retention }) => retention?.from ?? "",
	},
	{
		name: "status",
		label: t("state"),
		options: [
			{ value: "current", label: t("inUse") },
			{ value: "archived", label: t("archived") },
			{ value: "deleted", label: t("deletedNotYetGone") },
		],
		of: stateOf,
	},
];
