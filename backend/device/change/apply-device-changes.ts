import type { ChangedDevices } from "../../../shared/device-inputs";
import type { MemberContext } from "../../context";
import { createUndo, type UndoKindName } from "../../undo/create-undo";
import { type DeviceChange, isAnyChange } from "./device-change";
import { toUndoEntry } from "./device-undo-entry";
import { writeDeviceChanges } from "./write-device-changes";

/**
 * Writes changes of devices, and what takes them back, within the caller's transaction. What would change nothing is
 * left out. Throws NOT_PERMITTED as `writeDeviceChanges` does.
 */
export function applyDeviceChanges(ctx: MemberContext, kind: UndoKindName, changes: DeviceChange[]): ChangedDevices {
	const real = changes.filter(isAnyChange);
	if (real.length === 0) return { changed: 0, undoId: null };
	writeDeviceChanges(ctx, real);
	return { changed: real.length, undoId: createUndo(ctx, { kind, entries: real.map(toUndoEntry) }) };
}
