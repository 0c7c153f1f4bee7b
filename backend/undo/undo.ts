import type { Undo, Undone } from "../../shared/device-inputs";
import { limits } from "../../shared/limits";
import { can } from "../../shared/permissions";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { type UndoKind, undoKinds } from "./undo-kinds";
import { deleteUndo, listUndoParts } from "./undo-rows";

/** Takes a change back, once. Throws UNDO_NOT_FOUND, also where its time is over, and NOT_PERMITTED. */
export async function undo({ ctx, input }: Verb<Undo>): Promise<Undone> {
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
