import type { ReadingImport, UndoImport } from "../../shared/reading-import";
import { forgetImportedEvents } from "../alert/write-events";
import type { AccountContext, MemberContext, Verb } from "../base/context";
import type { DueWork } from "../base/due-work";
import { domainError } from "../base/errors";
import {
	findImport,
	firstMergeAt,
	type ImportRow,
	importsToMerge,
	toReadingImport,
	updateImport,
} from "../db/import-rows";
import { isDeviceInScope } from "../group/scope";
import { addConfigEvent } from "../journal/log-events";

/** Removes an import and restores what it hid. Idempotent. */
export async function undoImport({ ctx, input }: Verb<UndoImport>): Promise<ReadingImport> {
	const row = importOrThrow(ctx, input.importId);
	if (row.undoneAt) return toReadingImport(row);
	const isOver = row.settledAt !== null || row.settlesAt.getTime() <= ctx.now;
	if (isOver) throw domainError("IMPORT_SETTLED", { importId: row.id });
	if ((await ctx.log.undoImport(row.id)) === null) {
		const meanwhile = importOrThrow(ctx, row.id);
		if (meanwhile.undoneAt) return toReadingImport(meanwhile);
		if (!isWithoutNews(row)) throw domainError("IMPORT_SETTLED", { importId: row.id });
	}
	const undoneAt = new Date(ctx.now);
	ctx.audit.change({ readingImport: [row.id] }, () => {
		updateImport(ctx.db, row.id, { undoneAt });
		forgetImportedEvents(ctx, row.id);
		addConfigEvent(ctx, row.deviceId, `Import of ${row.fileName} undone by ${ctx.user.name}`);
	});
	return toReadingImport({ ...row, undoneAt });
}

function isWithoutNews({ accepted, duplicates, rejected }: ImportRow): boolean {
	return accepted === 0 && duplicates + rejected > 0;
}

/** Throws IMPORT_NOT_FOUND, also outside the caller's scope. */
function importOrThrow(ctx: MemberContext, importId: string): ImportRow {
	const row = findImport(ctx.db, importId);
	if (!row || !isDeviceInScope(ctx, row.deviceId)) throw domainError("IMPORT_NOT_FOUND", { importId });
	return row;
}

/** Merges imports after their undo time. Subject: an import's id. */
export function mergeImportsWork({ db, log }: Pick<AccountContext, "db" | "log">): DueWork {
	return {
		name: "settle imports",
		title: "Settling",
		describe: (importId) => {
			const row = findImport(db, importId);
			return { name: row?.fileName ?? importId, deviceId: row?.deviceId ?? null };
		},
		nextDueAt: () => firstMergeAt(db)?.getTime() ?? null,
		due: (now, limit) => importsToMerge(db, new Date(now), limit),
		run: async (importId, now) => {
			const row = findImport(db, importId);
			if (!row || row.settledAt || row.undoneAt) return;
			await log.mergeImport(importId);
			updateImport(db, importId, { settledAt: new Date(now) });
		},
	};
}
