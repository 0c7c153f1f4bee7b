import type { ReadingImport, UndoImport, UndoImportBatch, UndoneBatch } from "../../shared/log/reading-import";
import { said } from "../../shared/log/said";
import { describeUndone } from "../../shared/log/undone-import";
import { addConfigEvent } from "../activity/log-events";
import { noteChangedSources } from "../alert/reread-events";
import { forgetImportedEvents } from "../alert/write-events";
import type { AccountContext, Call, MemberContext } from "../base/context";
import { domainError, reasonOf } from "../base/errors";
import type { Job } from "../base/job";
import { addCatchUp } from "../db/alert-event-rows";
import { allDerivedChannels, derivedIdsOf } from "../db/derived-channel-rows";
import {
	findImport,
	firstMergeAt,
	type ImportRow,
	importsToMerge,
	listBatch,
	toReadingImport,
	updateImport,
} from "../db/import-rows";
import { isDeviceInScope } from "../group/scope";
import { watchedRuns } from "../report/run/watched-runs";

const undonePerCall = 20;

/** Removes an import and restores hidden readings. Readings that another upload also brought stay. Idempotent. */
export async function undoImport({ ctx, input }: Call<UndoImport>): Promise<ReadingImport> {
	const row = importOrThrow(ctx, input.importId);
	if (row.undoneAt) return toReadingImport(row);
	const isOver = row.settledAt !== null || row.settlesAt.getTime() <= ctx.now;
	if (isOver) throw domainError("IMPORT_SETTLED", { importId: row.id });
	if (ctx.readingStore.heldDevices(ctx.now)(row.deviceId))
		throw domainError("REPORT_READS_DEVICE", { importId: row.id });
	const runs = watchedRuns(ctx.db, row);
	const left = await ctx.readingStore.undoImport(row.id, runs);
	if (left === null) {
		const meanwhile = importOrThrow(ctx, row.id);
		if (meanwhile.undoneAt) return toReadingImport(meanwhile);
		// An earlier release stored imports without new readings.
		if (row.accepted > 0) throw domainError("IMPORT_SETTLED", { importId: row.id });
	}
	const { removed, restored, kept } = left ?? { removed: 0, restored: 0, kept: [] };
	const others = kept.flatMap(({ importId }) => (importId === null ? [] : (findImport(ctx.db, importId) ?? [])));
	const nameOf = (importId: string | null) => others.find(({ id }) => id === importId)?.fileName ?? null;
	const named = kept.map((each) => ({ ...each, fileName: nameOf(each.importId) }));
	const undone = { removed, restored, kept: named };
	const within = left?.within ?? {};
	const undoneAt = new Date(ctx.now);
	ctx.audit.change({ readingImport: [row.id] }, () => {
		updateImport(ctx.db, row.id, { undoneAt, undone: { ...undone, runs: within } });
		forgetImportedEvents(ctx, row.id);
		for (const other of others) evaluateCommon(ctx, row, other);
		const text = `Import of ${row.fileName} undone by ${ctx.user.name}: ${describeUndone(undone)}`;
		noteUndone(ctx, row, text);
		addConfigEvent(ctx, row.deviceId, text);
	});
	return toReadingImport({ ...row, undoneAt, undone });
}

/** Undoes the imports of a batch that the caller sees, newest first. Throws IMPORT_NOT_FOUND. Idempotent. */
export async function undoImportBatch({ ctx, input: { batchId } }: Call<UndoImportBatch>): Promise<UndoneBatch> {
	const rows = listBatch(ctx.db, batchId).filter(({ deviceId }) => isDeviceInScope(ctx, deviceId));
	if (rows.length === 0) throw domainError("IMPORT_NOT_FOUND", { importId: batchId });
	const batch: UndoneBatch = { imports: [], left: [], isMore: false };
	let undone = 0;
	for (const { id, fileName, undoneAt } of rows) {
		if (undoneAt === null && undone === undonePerCall) return { ...batch, isMore: true };
		try {
			batch.imports.push(await undoImport({ ctx, input: { importId: id } }));
			if (undoneAt === null) undone += 1;
		} catch (error) {
			const reason = reasonOf(error);
			if (reason !== "IMPORT_SETTLED" && reason !== "REPORT_READS_DEVICE") throw error;
			batch.left.push({ importId: id, fileName, reason });
		}
	}
	return batch;
}

/** The next reading decides about open events of channels that derive from the removed ones. */
function noteUndone(ctx: MemberContext, { deviceId, to }: ImportRow, text: string): void {
	const all = allDerivedChannels(ctx.db);
	for (const channelId of derivedIdsOf(ctx.db, deviceId)) {
		const reachMs = (all.get(channelId)?.shape.toleranceSeconds ?? 0) * 1000;
		noteChangedSources(ctx, [channelId], { deviceId, until: (to ?? 0) + reachMs, text });
	}
}

/** Events of remaining readings belong to the undone import, so evaluate the other import again. */
function evaluateCommon({ db, now }: MemberContext, undone: ImportRow, other: ImportRow): void {
	const from = Math.max(undone.from ?? 0, other.from ?? 0);
	const to = Math.min(undone.to ?? 0, other.to ?? 0);
	addCatchUp(db, { deviceId: other.deviceId, importId: other.id, from, to, dueAt: now });
}

/** Throws IMPORT_NOT_FOUND, also outside the caller's scope. */
function importOrThrow(ctx: MemberContext, importId: string): ImportRow {
	const row = findImport(ctx.db, importId);
	if (!row || !isDeviceInScope(ctx, row.deviceId)) throw domainError("IMPORT_NOT_FOUND", { importId });
	return row;
}

/** Merges imports after their undo time. Subject: an import id. */
export function mergeImportsWork({ db, readingStore }: Pick<AccountContext, "db" | "readingStore">): Job {
	return {
		name: "settle imports",
		title: said("work.is.settling"),
		describe: (importId) => {
			const row = findImport(db, importId);
			return { name: row?.fileName ?? importId, deviceId: row?.deviceId ?? null };
		},
		nextDueAt: () => firstMergeAt(db)?.getTime() ?? null,
		due: (now, limit) => importsToMerge(db, new Date(now), limit),
		run: async (importId, now) => {
			const row = findImport(db, importId);
			if (!row || row.settledAt || row.undoneAt) return;
			await readingStore.mergeImport(importId);
			updateImport(db, importId, { settledAt: new Date(now) });
		},
	};
}
