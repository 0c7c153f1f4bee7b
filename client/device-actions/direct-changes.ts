import { toast } from "sonner";
import type { DeviceListRow } from "../../shared/device";
import { sentenceFor } from "../api/api-error";
import { reportQueryFailure } from "../api/error-funnel";
import { queryClient } from "../api/query-client";
import { trpc, trpcClient } from "../api/trpc";
import type { ActedDevice } from "./device-action";
import { type DeviceChange, refreshDevices, tellChange } from "./device-changes";

const currentList = () => trpc.device.getDevices.queryOptions().queryKey;
const archivedList = () => trpc.device.getDevices.queryOptions({ shelf: "archived" }).queryKey;
const idsOf = (devices: ActedDevice[]) => devices.map(({ id }) => id);

type ListChange = DeviceChange & {
	listKey: ReturnType<typeof currentList>;
	/** The rows as they will be. */
	change: (rows: DeviceListRow[]) => DeviceListRow[];
	onDone: (() => void) | undefined;
};

/** What needs no question first: the list shows it at once, and goes back where it fails. Ends when screens show it. */
async function changeAtOnce(devices: ActedDevice[], { listKey, change, run, words, onDone }: ListChange) {
	await queryClient.cancelQueries({ queryKey: listKey, exact: true });
	const before = queryClient.getQueryData(listKey);
	if (before) queryClient.setQueryData(listKey, change(before));
	try {
		tellChange(await run(), devices, words);
		onDone?.();
		await refreshDevices();
	} catch (error) {
		queryClient.setQueryData(listKey, before);
		reportQueryFailure(error, true);
		toast.error(sentenceFor(error));
	}
}

const without = (devices: ActedDevice[]) => (rows: DeviceListRow[]) => {
	const ids = new Set(idsOf(devices));
	return rows.filter(({ id }) => !ids.has(id));
};

export function archiving(devices: ActedDevice[]): DeviceChange {
	return {
		run: () => trpcClient.device.archiveDevices.mutate({ deviceIds: idsOf(devices) }),
		words: { one: (name) => `${name} is archived.`, many: (count) => `${count} archived` },
	};
}

export async function archiveDevices(devices: ActedDevice[], onDone?: () => void): Promise<void> {
	await changeAtOnce(devices, { ...archiving(devices), listKey: currentList(), change: without(devices), onDone });
}

export async function restoreDevices(devices: ActedDevice[], onDone?: () => void): Promise<void> {
	await changeAtOnce(devices, {
		listKey: archivedList(),
		change: without(devices),
		run: () => trpcClient.device.restoreDevices.mutate({ deviceIds: idsOf(devices) }),
		words: { one: (name) => `${name} is restored.`, many: (count) => `${count} restored` },
		onDone,
	});
}

export async function unmuteDevices(devices: ActedDevice[], onDone?: () => void): Promise<void> {
	const ids = new Set(idsOf(devices));
	const unmuted = ({ mutedUntil: _, alertState, ...row }: DeviceListRow): DeviceListRow =>
		alertState === undefined || alertState === "muted" ? row : { ...row, alertState };
	await changeAtOnce(devices, {
		listKey: currentList(),
		change: (rows) => rows.map((row) => (ids.has(row.id) ? unmuted(row) : row)),
		run: () => trpcClient.device.muteDevices.mutate({ deviceIds: [...ids], until: null }),
		words: { one: (name) => `${name} is no longer muted.`, many: (count) => `${count} no longer muted` },
		onDone,
	});
}
