import { queryOptions } from "@tanstack/react-query";
import { withChanges } from "../../shared/device/changed-list";
import type { ArchivedFilter, DeviceListRow } from "../../shared/device/device";
import type { KnownList } from "../../shared/device/device-changes";
import { isUnknownProcedure, trpc, trpcClient } from "./trpc";

/** As last answered: what a page shows meanwhile of its own changes is not in it. */
let copy: { rows: DeviceListRow[]; known: KnownList } | null = null;

/** Requests what has changed since the copy. Of another party's backend, which may not tell that, for all. */
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

/** Rows that have not changed stay the same objects, so nothing is to be compared. */
export const deviceList = () =>
	queryOptions({
		...trpc.device.getDevices.queryOptions(),
		queryFn: loadDevices,
		structuralSharing: false,
	});

export const archivedDeviceList = () => queryOptions(trpc.device.getDevices.queryOptions({ archived: "archived" }));

export const deviceListOf = (archived: ArchivedFilter) =>
	archived === "current" ? deviceList() : archivedDeviceList();
