import type { Undone } from "../../shared/device-inputs";
import type { Capability } from "../../shared/permissions";
import type { MemberContext } from "../context";
import { undoDeviceChanges } from "../device/change/undo-device-changes";
import { undoGroupDeletion } from "../group/undo-group-deletion";
import type { UndoKindName } from "./create-undo";

export type UndoKind = {
	/** What the change itself asked for. */
	capability: Capability;
	/** Runs within a transaction. `entries` are as `createUndo` was given them. Throws UNDO_NOT_FOUND for what the caller may not see. */
	restore(ctx: MemberContext, entries: unknown[]): Undone;
};

export const undoKinds: Record<UndoKindName, UndoKind> = {
	devices: { capability: "editDevices", restore: undoDeviceChanges },
	mutes: { capability: "muteDevices", restore: undoDeviceChanges },
	groups: { capability: "editGroups", restore: undoGroupDeletion },
};
