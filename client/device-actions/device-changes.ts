import { toast } from "sonner";
import type { ChangedDevices, Undone } from "../../shared/device-inputs";
import { queryClient } from "../api/query-client";
import { trpc, trpcClient } from "../api/trpc";
import { undoToast } from "../forms/undo-toast";
import { countOf } from "../ui/format";
import type { ActedDevice } from "./device-action";

/** What was done: of one device with its name, of several with how many were changed. */
export type ChangeWords = { one: (name: string) => string; many: (devices: string) => string };

/** A change of some devices, and what to say when it is done. */
export type DeviceChange = { run: () => Promise<ChangedDevices>; words: ChangeWords };

/** Asks anew for what shows devices: lists, pages, groups, rules, the log. */
export async function refreshDevices(): Promise<void> {
	await Promise.all([
		queryClient.invalidateQueries(trpc.device.pathFilter()),
		queryClient.invalidateQueries(trpc.group.pathFilter()),
		queryClient.invalidateQueries(trpc.alert.pathFilter()),
		queryClient.invalidateQueries(trpc.log.pathFilter()),
	]);
}

/** Says what was changed, and offers to take it back where something was. */
export function tellChange({ changed, undoId }: ChangedDevices, devices: ActedDevice[], words: ChangeWords): void {
	const [first] = devices;
	const message = devices.length === 1 && first ? words.one(first.name) : words.many(countOf(changed, "device"));
	if (undoId === null) toast.success(message);
	else undoToast({ message, onUndo: () => undo(undoId) });
}

async function undo(undoId: string): Promise<string> {
	const undone = await trpcClient.account.undo.mutate({ undoId });
	await refreshDevices();
	return undoneWords(undone);
}

/** `Undone for 12 devices. 1 device changed again meanwhile and stays as it is.` */
export function undoneWords({ restored, skipped }: Undone): string {
	if (restored === 0 && skipped === 0) return "There was nothing to undo.";
	const others = `${countOf(skipped, "device")} changed again meanwhile`;
	if (restored === 0) return `Not undone: ${others}.`;
	const done = `Undone for ${countOf(restored, "device")}.`;
	if (skipped === 0) return done;
	return `${done} ${others} and ${skipped === 1 ? "stays as it is" : "stay as they are"}.`;
}
