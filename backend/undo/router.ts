import { Undo, type Undone } from "../../shared/device-inputs";
import { limits } from "../../shared/limits";
import { type Capability, can } from "../../shared/permissions";
import type { MemberContext, Verb } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { deleteUndo, listUndoParts } from "../db/undo-rows";
import { undoDeviceChanges } from "../device/change/undo-device-changes";
import { undoGroupDeletion } from "../group/delete-groups";
import type { UndoKindName } from "../journal/create-undo";

/** Any member may call it; each undo requires the capability of its change. */
export const undoRouter = router({
	undo: procedureFor("viewFleet").input(Undo).mutation(undo),
});

/** Works once. Throws UNDO_NOT_FOUND, also if expired, and NOT_PERMITTED. */
async function undo({ ctx, input }: Verb<Undo>): Promise<Undone> {
	const undone = ctx.db.transaction(() => {
		const parts = listUndoParts(ctx.db, input.undoId);
		const [first] = parts;
		if (!first || first.createdAt.getTime() <= ctx.now - limits.undoMs) throw domainError("UNDO_NOT_FOUND", input);
		const { capability, restore } = kindOf(first.kind);
		if (!can(ctx.user.role, capability)) throw domainError("NOT_PERMITTED", { capability });
		deleteUndo(ctx.db, input.undoId);
		return restore(
			ctx,
			parts.flatMap(({ payload }) => (Array.isArray(payload) ? payload : [])),
		);
	});
	await ctx.watch.intervalsChanged();
	return undone;
}

function kindOf(name: string): UndoKind {
	const kind = Object.entries(undoKinds).find(([known]) => known === name)?.[1];
	if (!kind) throw new Error(`An undo of an unknown kind: ${name}`);
	return kind;
}

type UndoKind = {
	capability: Capability;
	/**
	 * Runs within a transaction. `entries` are those given to `createUndo`. Throws UNDO_NOT_FOUND for what the caller may
	 * not see.
	 */
	restore(ctx: MemberContext, entries: unknown[]): Undone;
};

const undoKinds: Record<UndoKindName, UndoKind> = {
	devices: { capability: "editDevices", restore: undoDeviceChanges },
	mutes: { capability: "muteDevices", restore: undoDeviceChanges },
	groups: { capability: "editGroups", restore: undoGroupDeletion },
};
