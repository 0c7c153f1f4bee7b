import { serverLimits } from "../../../shared/base/limits";
import type { BulkProgress, ChangedDevices } from "../../../shared/device/device-inputs";
import { said } from "../../../shared/log/said";
import { createAudit } from "../../activity/audit";
import type { AccountDb, Call, IntervalWatch, Invalidations, MemberContext } from "../../base/context";
import { DomainError, InputError } from "../../base/errors";
import { createNewId } from "../../base/ids";
import type { Job } from "../../base/job";
import type { TurnQueue } from "../../base/turn-queue";
import {
	deleteBulkChange,
	findBulkChange,
	firstBulkChangeLease,
	insertBulkChange,
	insertBulkChangePart,
	listBulkChangesOf,
	listLeftBulkChanges,
	nextBulkChangePart,
	partDone,
	renewBulkChange,
} from "../../db/bulk-change-rows";
import type { BulkWhat } from "../../db/schema";
import { deleteUndosBefore, insertUndo } from "../../db/undo-rows";
import { assertRoom } from "../create-devices";
import { type BulkAct, bulkActOf } from "./bulk-acts";
import { type ChangeStore, type DeviceChange, isAnyChange } from "./device-change";
import { toUndoEntry } from "./undo-device-changes";
import { writeDeviceChanges } from "./write-device-changes";

export const devicesPerSlice = 50;
/** Longer than a slice and the yield before it. */
const leaseMs = 30_000;

type Bulk = { what: BulkWhat; items: unknown[] };
type IdentifiedBulk = Bulk & { id: string };

/**
 * Changes many devices in slices; the alarm continues them. Skips devices that were deleted or archived meanwhile.
 * Throws DEVICE_LIMIT, and like `allOrThrow` and `writeDeviceChanges`.
 */
export async function changeInBulk(ctx: MemberContext, { what, items }: Bulk): Promise<ChangedDevices> {
	const id = ctx.newId("undo");
	const changed = await changeAll(ctx, { id, what, items }, () => {});
	if (changed === 0) ctx.audit.exempt();
	return { changed, undoId: changed === 0 ? null : id };
}

export function getBulkProgress({ ctx }: Call<undefined>): BulkProgress[] {
	return listBulkChangesOf(ctx.db, ctx.user.id).map(({ id, what, changed, nextPart, itemsLeft }) => {
		const done = nextPart === null ? changed : nextPart * devicesPerSlice;
		return { id, isUndo: what.kind === "undo" || what.kind === "undoDerived", done, total: done + itemsLeft, changed };
	});
}

type Undo = { id: string; kind: "undo" | "undoDerived"; entries: unknown[] };

/** Calls `begin` in the first transaction. Returns the number of restored devices. */
export async function undoInBulk(ctx: MemberContext, { id, kind, entries }: Undo, begin: () => void): Promise<number> {
	return changeAll(ctx, { id, what: { kind }, items: entries }, begin);
}

async function changeAll(ctx: MemberContext, bulk: IdentifiedBulk, begin: () => void): Promise<number> {
	if (bulk.items.length > devicesPerSlice) return changeInSlices(ctx, bulk, begin);
	const act = bulkActOf(bulk.what);
	return ctx.db.transaction(() => {
		begin();
		forgetOldUndos(ctx);
		const changes = act.allOrThrow(ctx, bulk.items);
		assertRoom(ctx, takenIntoUse(changes));
		return write(ctx, { id: bulk.id, part: 0, act }, changes);
	});
}

function forgetOldUndos({ db, now }: MemberContext): void {
	deleteUndosBefore(db, new Date(now - serverLimits.undoMs));
}

async function changeInSlices(ctx: MemberContext, bulk: IdentifiedBulk, begin: () => void): Promise<number> {
	const { id, what, items } = bulk;
	const slices = slicesOf(items);
	await assertAllPossible(ctx, bulkActOf(what), slices);
	const { id: userId, name, scope } = ctx.user;
	ctx.db.transaction(() => {
		begin();
		forgetOldUndos(ctx);
		deleteBulkChange(ctx.db, id);
		const begunBy = { id: userId, name, scope };
		const leaseUntil = Date.now() + leaseMs;
		insertBulkChange(ctx.db, { id, what, begunBy, origin: ctx.origin, at: ctx.now, leaseUntil });
		for (const [part, slice] of slices.entries()) insertBulkChangePart(ctx.db, { changeId: id, part, items: slice });
	});
	await ctx.armAlarm();
	return goOn(ctx, ctx.turnQueue, id);
}

function slicesOf(items: unknown[]): unknown[][] {
	return Array.from({ length: Math.ceil(items.length / devicesPerSlice) }, (_, slice) =>
		items.slice(slice * devicesPerSlice, (slice + 1) * devicesPerSlice),
	);
}

async function assertAllPossible(ctx: MemberContext, act: BulkAct, slices: unknown[][]): Promise<void> {
	let taken = 0;
	for (const slice of slices) {
		await ctx.turnQueue.next();
		const changes = act.allOrThrow(ctx, slice);
		taken += takenIntoUse(changes);
		if (ctx.user.scope !== "all") assertMovesNothing(ctx, changes);
	}
	assertRoom(ctx, taken);
}

class Tried extends Error {}

/** Writes and rolls back, because only a write shows whether a filter moves a device. */
function assertMovesNothing(ctx: MemberContext, changes: DeviceChange[]): void {
	try {
		ctx.audit.change({}, () => {
			writeDeviceChanges(ctx, changes);
			throw new Tried();
		});
	} catch (error) {
		if (!(error instanceof Tried)) throw error;
	}
}

function takenIntoUse(changes: DeviceChange[]): number {
	return changes.filter(({ before, after }) => before.archivedAt !== null && after.archivedAt === null).length;
}

async function goOn(store: ChangeStore, turnQueue: TurnQueue, id: string): Promise<number> {
	let changed = 0;
	for (;;) {
		await turnQueue.next();
		const made = store.db.transaction(() => makeSlice(store, id));
		if (made === null) break;
		changed += made;
	}
	return findBulkChange(store.db, id)?.changed ?? changed;
}

function makeSlice(store: ChangeStore, id: string): number | null {
	const change = findBulkChange(store.db, id);
	const part = nextBulkChangePart(store.db, id);
	if (!change || !part) return null;
	const act = bulkActOf(change.what);
	const changed = writePossible(store, { id, part: part.part, act }, part.items);
	partDone(store.db, part, { changed, leaseUntil: Date.now() + leaseMs });
	return changed;
}

type Slice = { id: string; part: number; act: BulkAct };

function writePossible(store: ChangeStore, slice: Slice, items: unknown[]): number {
	try {
		return store.db.transaction(() => {
			const changes = slice.act.possible(store, items);
			assertRoom(store, takenIntoUse(changes));
			return write(store, slice, changes);
		});
	} catch (error) {
		// Skips a slice that a later change, such as a new filter, no longer allows.
		if (error instanceof DomainError || error instanceof InputError) return 0;
		throw error;
	}
}

/** Call within a transaction. */
function write(store: ChangeStore, { id, part, act }: Slice, changes: DeviceChange[]): number {
	const real = act.undo === null ? changes : changes.filter(isAnyChange);
	if (real.length === 0) return 0;
	act.before?.(store, real);
	const payload = writeAll(store, act, real);
	if (act.undo !== null) {
		const made = { createdBy: store.user.id, createdAt: new Date(store.now) };
		insertUndo(store.db, { id, part, kind: act.undo, payload, ...made });
	}
	return real.length;
}

function writeAll(store: ChangeStore, { undo, after }: BulkAct, changes: DeviceChange[]): unknown[] {
	if (after)
		return store.audit.change({ device: changes.map(({ before }) => before.id) }, () => {
			writeDeviceChanges(store, changes);
			return after(store, changes);
		});
	writeDeviceChanges(store, changes);
	return undo === null ? [] : changes.map(toUndoEntry);
}

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	turnQueue: TurnQueue;
	watch: IntervalWatch;
	readingStore: ChangeStore["readingStore"];
};

/** Continues changes of an object that ended, and deletes finished ones. Subject: a change id. */
export function bulkChangesWork({ db, invalidations, turnQueue, watch, readingStore }: Parts): Job {
	return {
		name: "bulk changes",
		title: said("work.is.changingMany"),
		nextDueAt: () => firstBulkChangeLease(db),
		due: (now, limit) => listLeftBulkChanges(db, now).slice(0, limit),
		run: async (id, now) => {
			deleteBulkChange(db, id);
			const change = findBulkChange(db, id);
			if (!change) return;
			renewBulkChange(db, id, now + leaseMs);
			const { at, begunBy, origin, what } = change;
			const store = { db, invalidations, readingStore, now: at, newId: createNewId(at), user: begunBy };
			const actor = { kind: "user", id: begunBy.id, name: begunBy.name } as const;
			const audit = createAudit(store, { action: bulkActOf(what).action, actor, origin });
			await goOn({ ...store, audit }, turnQueue, id);
			await watch.intervalsChanged("all");
		},
	};
}
