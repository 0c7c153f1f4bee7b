import { toast } from "sonner";
import type { DeviceListRow } from "../../shared/device/device";
import type { ChangedDevices, Undone } from "../../shared/device/device-inputs";
import { archivedDeviceList, deviceList } from "../api/device-list";
import { queryClient } from "../api/query-client";
import { trpc, trpcClient } from "../api/trpc";
import { toastFailure } from "../forms/toast-failure";
import { undoToast } from "../forms/undo-toast";
import { t } from "../words/made/device";
import { changeToItsEnd, undoToItsEnd } from "./long-changes";

export type ActedDevice = Pick<DeviceListRow, "id" | "name" | "groupIds" | "tags" | "timezoneOffset" | "timeZoneRule"> &
	Partial<Pick<DeviceListRow, "latest" | "serialNumber">>;

export type NamedDevice = Pick<ActedDevice, "id" | "name">;

export type DeviceActionKind =
	| "rename"
	| "groups"
	| "tags"
	| "intervals"
	| "clock"
	| "retention"
	| "derive"
	| "labels"
	| "mute"
	| "planMute"
	| "archive"
	| "delete";

export type DeviceAction = { kind: DeviceActionKind; devices: ActedDevice[] };

export type ChangeMessages = { one: (name: string) => string; many: (count: number) => string };

export type DeviceChange = { run: () => Promise<ChangedDevices>; messages: ChangeMessages };

const currentList = () => deviceList().queryKey;
const archivedList = () => archivedDeviceList().queryKey;
const idsOf = (devices: ActedDevice[]) => devices.map(({ id }) => id);

export async function restoreDevices(devices: ActedDevice[]): Promise<void> {
	await changeAtOnce(devices, {
		listKey: archivedList(),
		change: without(devices),
		run: () => trpcClient.device.restoreDevices.mutate({ deviceIds: idsOf(devices) }),
		messages: { one: (device) => t("restored", { device }), many: (count) => t("restored.many", { count }) },
	});
}

export async function unmuteDevices(devices: ActedDevice[]): Promise<void> {
	const ids = new Set(idsOf(devices));
	const unmuted = ({ mutedUntil: _, alertState, ...row }: DeviceListRow): DeviceListRow =>
		alertState === undefined || alertState === "muted" ? row : { ...row, alertState };
	await changeAtOnce(devices, {
		listKey: currentList(),
		change: (rows) => rows.map((row) => (ids.has(row.id) ? unmuted(row) : row)),
		run: () => trpcClient.device.muteDevices.mutate({ deviceIds: [...ids], until: null }),
		messages: { one: (device) => t("unmuted", { device }), many: (count) => t("unmuted.many", { count }) },
	});
}

export async function setIntervals(device: ActedDevice, intervals: Intervals): Promise<void> {
	await changeAtOnce([device], {
		listKey: currentList(),
		change: (rows) => rows,
		run: () => trpcClient.device.changeDevices.mutate({ deviceIds: [device.id], ...intervals }),
		messages: {
			one: (device) => t("intervalsChanged", { device }),
			many: (count) => t("changed.intervals.many", { count }),
		},
	});
}

export async function setSendsChanges(device: ActedDevice): Promise<void> {
	await changeAtOnce([device], {
		listKey: currentList(),
		change: (rows) => rows,
		run: () => trpcClient.device.changeDevices.mutate({ deviceIds: [device.id], sends: "changes" }),
		messages: { one: (device) => t("sendsChanges", { device }), many: (count) => t("sendsChanges.many", { count }) },
	});
}

export type Intervals = { loggingIntervalSeconds?: number; uploadIntervalSeconds?: number };

export function archiveChange(devices: ActedDevice[]): DeviceChange {
	return {
		run: () => trpcClient.device.archiveDevices.mutate({ deviceIds: idsOf(devices) }),
		messages: { one: (device) => t("archived", { device }), many: (count) => t("archived.many", { count }) },
	};
}

type ListChange = DeviceChange & {
	listKey: ReturnType<typeof currentList>;
	change: (rows: DeviceListRow[]) => DeviceListRow[];
};

/** The list shows the change at once and restores the rows on failure. Resolves after the refetch. */
async function changeAtOnce(devices: ActedDevice[], { listKey, change, run, messages }: ListChange) {
	await queryClient.cancelQueries({ queryKey: listKey, exact: true });
	const before = queryClient.getQueryData(listKey);
	if (before) queryClient.setQueryData(listKey, change(before));
	try {
		reportChange(await changeToItsEnd(devices.length, run), devices, messages);
		await refreshDevices();
	} catch (error) {
		queryClient.setQueryData(listKey, before);
		toastFailure(error);
	}
}

const without = (devices: ActedDevice[]) => (rows: DeviceListRow[]) => {
	const ids = new Set(idsOf(devices));
	return rows.filter(({ id }) => !ids.has(id));
};

export function reportChange(
	{ changed, undoId }: ChangedDevices,
	devices: NamedDevice[],
	messages: ChangeMessages,
): void {
	const [first] = devices;
	const message = devices.length === 1 && first ? messages.one(first.name) : messages.many(changed);
	if (undoId === null) toast.success(message);
	else undoToast({ message, onUndo: () => undo(undoId) });
}

async function undo(undoId: string): Promise<string> {
	return undoneMessage(await undoChange(undoId));
}

export async function undoChange(undoId: string): Promise<Undone> {
	const undone = await undoToItsEnd(undoId, () => trpcClient.account.undo.mutate({ undoId }));
	await refreshDevices();
	return undone;
}

/** `12 devices restored. 1 device changed again meanwhile and stays as it is.` */
export function undoneMessage({ restored, skipped }: Undone): string {
	if (restored === 0 && skipped === 0) return t("undo.nothing");
	if (restored === 0) return t("undo.none", { count: skipped });
	return skipped === 0 ? t("undo.done", { count: restored }) : t("undo.partly", { restored, skipped });
}

export async function refreshDevices(): Promise<void> {
	await Promise.all([
		queryClient.invalidateQueries(trpc.device.pathFilter()),
		queryClient.invalidateQueries(trpc.group.pathFilter()),
		queryClient.invalidateQueries(trpc.alert.pathFilter()),
		queryClient.invalidateQueries(trpc.log.pathFilter()),
		queryClient.invalidateQueries(trpc.billing.pathFilter()),
	]);
}
