import { dataExportKeptMs } from "../../../shared/account/leaving";
import { said } from "../../../shared/log/said";
import type { AccountDb, Invalidations } from "../../base/context";
import { createNewId } from "../../base/ids";
import type { Job } from "../../base/job";
import { findUser, listActiveOwners } from "../../db/account-rows";
import {
	addExportFiles,
	changeDataExport,
	type DataExportRow,
	deleteExportFiles,
	findDataExport,
	findOpenFile,
	listDueExports,
	nextExportDueAt,
} from "../../db/data-export-rows";
import { isDefinedSince } from "../../db/derived-channel-rows";
import { queueMessage } from "../../message/queue-message";
import { addReportFile, addSlice } from "./add-slice";
import { makeSlice, type SliceParts } from "./make-slice";
import { sumOf } from "./manifest";
import { planFiles } from "./plan-files";

export const exportWorkName = "data export";
const rowsRemoved = 2_000;
const keysRemoved = 1_000;

type Parts = SliceParts & { invalidations: Invalidations; prefix: string };

/** Each slice is followed by an equal pause. A subject is an export's id and step number. */
export function dataExportWork(parts: Parts): Job {
	const { db } = parts;
	return {
		name: exportWorkName,
		title: said("work.is.exportingAll"),
		describe: () => ({ name: "the account", deviceId: null }),
		nextDueAt: () => nextExportDueAt(db),
		due: (now, limit) =>
			listDueExports(db, now)
				.slice(0, limit)
				.map(({ id, step }) => `${id}:${step}`),
		run: async (subject) => {
			const exported = findDataExport(db, subject.split(":")[0] ?? "");
			if (exported === null || subject !== `${exported.id}:${exported.step}`) return;
			const began = Date.now();
			const isDone = exported.state === "running" ? await goOn(parts, exported) : await remove(parts, exported);
			const tookMs = Date.now() - began;
			const { dueAt = null } = findDataExport(db, exported.id) ?? {};
			const step = exported.step + 1;
			changeDataExport(
				db,
				exported.id,
				isDone ? { step } : { step, dueAt: dueAt === null ? null : began + 2 * tookMs + 1 },
			);
		},
	};
}

async function goOn(parts: Parts, exported: DataExportRow): Promise<boolean> {
	const { db } = parts;
	if (exported.stage === "clearing") return beginAnew(parts, exported);
	if (isDefinedSince(db, exported.createdAt)) {
		changeDataExport(db, exported.id, { stage: "clearing" });
		return false;
	}
	const file = findOpenFile(db, exported.id);
	if (file !== null) {
		const slice = await makeSlice(parts, exported, file);
		if (slice === null) await addReportFile(parts, file);
		else await addSlice(parts, file, slice);
		return false;
	}
	if (exported.stage === "whole") {
		finish(parts, exported);
		return true;
	}
	const { files, ...progress } = await planFiles({ ...parts, now: Date.now() }, exported);
	db.transaction(() => {
		const { state, stage } = findDataExport(db, exported.id) ?? exported;
		if (state !== "running" || stage !== exported.stage) return;
		addExportFiles(db, exported.id, files);
		changeDataExport(db, exported.id, progress);
	});
	return false;
}

function finish({ db, invalidations }: Parts, { id, requestedById, archives }: DataExportRow): void {
	const now = Date.now();
	const expiresAt = now + dataExportKeptMs;
	db.transaction(() => {
		if (findDataExport(db, id)?.state !== "running") return;
		changeDataExport(db, id, { state: "ready", finishedAt: now, expiresAt, dueAt: expiresAt });
		const facts = {
			files: sumOf(archives, "files"),
			bytes: sumOf(archives, "bytes"),
			archives: archives.length,
			expiresAt,
		};
		for (const userId of notifiedOwners(db, requestedById)) {
			const recipient = { to: "user", userId, channel: "email" } as const;
			queueMessage({ db, now, newId: createNewId(now) }, { cause: "dataExport", about: id, recipient, facts });
		}
	});
	invalidations.changed("account", "all");
}

/** The member who started it, or all owners if that member is no longer one. */
function notifiedOwners(db: AccountDb, requestedById: string): string[] {
	const user = findUser(db, requestedById);
	const isOwner = user?.status === "active" && user.role === "owner";
	return isOwner ? [requestedById] : listActiveOwners(db).map(({ id }) => id);
}

async function beginAnew(parts: Parts, { id }: DataExportRow): Promise<boolean> {
	if (!(await isCleared(parts, id)) || findDataExport(parts.db, id)?.state !== "running") return false;
	const begun = { afterId: "", devicesDone: 0, archives: [], createdAt: Date.now() };
	changeDataExport(parts.db, id, { stage: "about", ...begun });
	return false;
}

async function remove(parts: Parts, { id, state }: DataExportRow): Promise<boolean> {
	const { db, invalidations } = parts;
	if (state === "ready") changeDataExport(db, id, { state: "expired" });
	if (!(await isCleared(parts, id))) return false;
	changeDataExport(db, id, { dueAt: null });
	invalidations.changed("account", "all");
	return true;
}

/** Removes objects, then rows, some at a time. Keeps files of reports. */
async function isCleared({ db, bucket, prefix }: Parts, id: string): Promise<boolean> {
	const { objects } = await bucket.list({ prefix: `${prefix}/${id}/`, limit: keysRemoved });
	if (objects.length > 0) {
		await bucket.delete(objects.map(({ key }) => key));
		return false;
	}
	return !deleteExportFiles(db, id, rowsRemoved);
}
