import { queryOptions } from "@tanstack/react-query";
import { withChanges } from "../../shared/device/changed-list";
import type { ArchivedFilter, DeviceListRow } from "../../shared/device/device";
import type { KnownList } from "../../shared/device/device-changes";
import { isUnknownProcedure, trpc, trpcClient } from "./trpc";

/** The list as last loaded, without this page's optimistic changes. */
let copy: { rows: DeviceListRow[]; known: KnownList } | null = null;

/** Loads the changes since the copy, or the whole list from a backend that cannot report changes. */
async function loadDevices(): Promise<DeviceListRow[]> {
	const before = copy;
	try {
		const changes = await trpcClient.device.getDeviceChanges.query(before ? { since: before.known } : {});
		const rows = withChanges(before?.rows ?? [], changes);
		copy = { rows, known: changes.known };
		return rows;
	} catch (error) {
		if (!isUnknownProcedure(error)) throw error;
		return trpcClient.device.getDevices.query();
	}
}

/** Unchanged rows stay the same objects, so no deep comparison is needed. */
export const deviceList = () =>
	queryOptions({
		...trpc.device.getDevices.queryOptions(),
		queryFn: loadDevices,
		structuralSharing: false,
	});

export const archivedDeviceList = () => queryOptions(trpc.device.getDevices.queryOptions({ archived: "archived" }));

export const deviceListOf = (archived: ArchivedFilter) =>
	archived === "current" ? deviceList() : archivedDeviceList();
