import { type Capability, can } from "../../shared/account/permissions";
import { serverLimits } from "../../shared/base/limits";
import { Undo, type Undone } from "../../shared/device/device-inputs";
import type { UndoKindName } from "../activity/create-undo";
import type { Call, MemberContext } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { deleteUndo, listUndoParts } from "../db/undo-rows";
import { undoInBulk } from "../device/change/bulk-change";
import { seesDevices } from "../device/change/undo-device-changes";
import { usesOfAdded } from "../device/derived/undo-derived";
import { undoOverride } from "../duty/edit-rosters";
import { seesPlacements, undoPlacements } from "../floor-plan/place-device";
import { undoGroupDeletion } from "../group/delete-groups";
import { groupsInScope } from "../group/scope";

/** Each kind of undo requires the capability of its change. */
export const undoRouter = router({
	undo: procedureFor("viewFleet").input(Undo).mutation(undo),
});

/** Works once. Throws UNDO_NOT_FOUND (also if expired or not visible), NOT_PERMITTED and DEVICE_LIMIT. */
async function undo({ ctx, input }: Call<Undo>): Promise<Undone> {
	const parts = listUndoParts(ctx.db, input.undoId);
	const [first] = parts;
	if (!first || first.createdAt.getTime() <= ctx.now - serverLimits.undoMs) throw domainError("UNDO_NOT_FOUND", input);
	const { capability, isVisible, restore } = kindOf(first.kind);
	const entries = parts.flatMap(({ payload }) => (Array.isArray(payload) ? payload : []));
	// Checked first: another error would reveal that the undo exists.
	if (!isVisible(ctx, entries)) throw domainError("UNDO_NOT_FOUND", input);
	if (!can(ctx.user.role, capability)) throw domainError("NOT_PERMITTED", { capability });
	// `restore` records its own changes.
	ctx.audit.exempt();
	const undone = await restore(ctx, { id: input.undoId, entries });
	await ctx.watch.intervalsChanged("all");
	return undone;
}

function kindOf(name: string): UndoKind {
	const kind = Object.entries(undoKinds).find(([known]) => known === name)?.[1];
	if (!kind) throw new Error(`An undo of an unknown kind: ${name}`);
	return kind;
}

type UndoKind = {
	capability: Capability;
	/** Whether the caller sees everything it would change. `entries`: the input of `createUndo`. */
	isVisible(ctx: MemberContext, entries: unknown[]): boolean;
	restore(ctx: MemberContext, undo: StoredUndo): Promise<Undone>;
};

type StoredUndo = { id: string; entries: unknown[] };

function take({ db }: MemberContext, undoId: string): void {
	if (listUndoParts(db, undoId).length === 0) throw domainError("UNDO_NOT_FOUND", { undoId });
	deleteUndo(db, undoId);
}

async function restoreDevices(ctx: MemberContext, { id, entries }: StoredUndo): Promise<Undone> {
	const restored = await undoInBulk(ctx, { id, kind: "undo", entries }, () => take(ctx, id));
	return { restored, skipped: entries.length - restored };
}

async function removeDerivedAgain(ctx: MemberContext, { id, entries }: StoredUndo): Promise<Undone> {
	const usedBy = usesOfAdded(ctx, entries);
	const restored = await undoInBulk(ctx, { id, kind: "undoDerived", entries }, () => take(ctx, id));
	return { restored, skipped: entries.length - restored, usedBy };
}

async function restoreGroups(ctx: MemberContext, { id, entries }: StoredUndo): Promise<Undone> {
	return undoGroupDeletion(ctx, entries, () => take(ctx, id));
}

const undoKinds: Record<UndoKindName, UndoKind> = {
	devices: { capability: "editDevices", isVisible: seesDevices, restore: restoreDevices },
	derived: { capability: "editDevices", isVisible: seesDevices, restore: removeDerivedAgain },
	mutes: { capability: "muteDevices", isVisible: seesDevices, restore: restoreDevices },
	overrides: {
		capability: "editRosters",
		isVisible: (ctx) => groupsInScope(ctx) === "all",
		restore: async (ctx, { id, entries }) => undoOverride(ctx, entries, () => take(ctx, id)),
	},
	placements: {
		capability: "editGroups",
		isVisible: seesPlacements,
		restore: async (ctx, { id, entries }) => undoPlacements(ctx, entries, () => take(ctx, id)),
	},
	groups: { capability: "editGroups", isVisible: (ctx) => groupsInScope(ctx) === "all", restore: restoreGroups },
};
