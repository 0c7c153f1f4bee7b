import { said } from "../../../shared/log/said";
import type { PrintedPages } from "../../../shared/report/verify-file";
import type { AccountDb, RowStore } from "../../base/context";
import type { Job } from "../../base/job";
import { accountOrThrow } from "../../db/account-rows";
import {
	deleteDirectoryHash,
	type FileHashRow,
	findFileHash,
	firstHashDueAt,
	insertFileHash,
	listHashesDue,
	markHashKnown,
	saveDirectoryHash,
} from "../../db/file-hash-rows";
import type { reportFiles } from "../../db/schema";

type FileRow = typeof reportFiles.$inferSelect;
type Store = Omit<RowStore, "newId">;

/** Call in the transaction that makes a file visible. `total`: the file that a copy was made of. */
export function recordHash(store: Store, file: FileRow, total: FileRow = file): void {
	const { sha256, kind } = file;
	insertHash(store, { sha256, kind, printed: null }, total);
}

export function recordPrinted(store: Store, { sha256, report }: PrintedPages, file: FileRow): void {
	insertHash(store, { sha256, kind: "printed", printed: report }, file);
}

type Known = Pick<FileHashRow, "sha256" | "kind" | "printed">;

function insertHash({ db, now }: Store, known: Known, { id: fileId, runId, sha256 }: FileRow): void {
	const { companyName, productName } = accountOrThrow(db);
	const revisedAt = findFileHash(db, sha256)?.revisedAt ?? null;
	const times = { madeAt: now, revisedAt, signedAt: null, dueAt: now };
	insertFileHash(db, { ...known, runId, fileId, companyName, productName, ...times });
}

/** Adds files to the directory for checks, or removes them. Subject: a checksum. */
export function indexHashesWork({ db, directory }: { db: AccountDb; directory: D1Database }): Job {
	return {
		name: "index file hashes",
		title: said("work.is.indexing"),
		describe: (sha256) => ({ name: `the file ${sha256.slice(0, 12)}`, deviceId: null }),
		nextDueAt: () => firstHashDueAt(db),
		due: (now, limit) => listHashesDue(db, now, limit),
		run: async (sha256) => {
			const row = findFileHash(db, sha256);
			if (!row) return;
			const { id: accountId, fileCheck } = accountOrThrow(db);
			if (fileCheck === "on") await saveDirectoryHash(directory, { ...row, accountId });
			else await deleteDirectoryHash(directory, { sha256, accountId });
			markHashKnown(db, row);
		},
	};
}
