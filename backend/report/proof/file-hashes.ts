import type { AccountDb, RowStore } from "../../base/context";
import type { Job } from "../../base/job";
import { accountOrThrow } from "../../db/account-rows";
import {
	deleteDirectoryHash,
	findFileHash,
	firstHashDueAt,
	insertFileHash,
	listHashesDue,
	markHashKnown,
	saveDirectoryHash,
} from "../../db/file-hash-rows";
import type { reportFiles } from "../../db/schema";

type FileRow = typeof reportFiles.$inferSelect;

/** Call in the transaction that makes a file visible. `total`: the file that a copy was made of. */
export function recordHash({ db, now }: Omit<RowStore, "newId">, file: FileRow, total: FileRow = file): void {
	const { companyName, productName } = accountOrThrow(db);
	const { sha256, runId, kind } = file;
	const revisedAt = findFileHash(db, total.sha256)?.revisedAt ?? null;
	const times = { madeAt: now, revisedAt, signedAt: null, dueAt: now };
	insertFileHash(db, { sha256, runId, fileId: total.id, kind, companyName, productName, ...times });
}

/** Adds files to the directory for checks, or removes them. Subject: a checksum. */
export function indexHashesWork({ db, directory }: { db: AccountDb; directory: D1Database }): Job {
	return {
		name: "index file hashes",
		title: "Indexing",
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
