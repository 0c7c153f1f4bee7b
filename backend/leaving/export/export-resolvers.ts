import type { ArchiveFiles, DataExportTarget, GetArchiveFiles, Leaving } from "../../../shared/account/leaving";
import { said } from "../../../shared/log/said";
import { addConfigEvent } from "../../activity/log-events";
import type { Call, MemberContext } from "../../base/context";
import { domainError } from "../../base/errors";
import { accountOrThrow } from "../../db/account-rows";
import {
	changeDataExport,
	type DataExportRow,
	findDataExport,
	forgetOldExports,
	insertDataExport,
	listDataExports,
	listExportFiles,
} from "../../db/data-export-rows";
import { countAllDevices } from "../../db/device-rows";
import { getLeaving } from "../get-leaving";
import { safeName } from "./plan-files";

const keptExports = 10;
const filesPerPage = 1_000;

/** Starts an export and deletes the files of the previous one. Throws DATA_EXPORT_RUNNING. */
export function startDataExport({ ctx }: Call): Leaving {
	const { db, now, user } = ctx;
	const id = ctx.newId("dataExport");
	ctx.audit.change({}, () => {
		const before = listDataExports(db);
		if (before.some(({ state }) => state === "running")) throw domainError("DATA_EXPORT_RUNNING");
		for (const { id: ready } of before.filter(({ state }) => state === "ready")) {
			changeDataExport(db, ready, { state: "expired", dueAt: now });
		}
		forgetOldExports(db, keptExports);
		insertDataExport(db, {
			id,
			state: "running",
			requestedById: user.id,
			requestedBy: user.name,
			createdAt: now,
			dueAt: now,
			stage: "about",
			devices: countAllDevices(db),
			archives: [],
		});
		ctx.audit.makes();
		ctx.audit.act({ account: [ctx.accountId] }, { export: id });
		addConfigEvent(ctx, null, said("export.begun"));
	});
	ctx.invalidations.changed("account", "all");
	return getLeaving({ ctx, input: undefined });
}

/** Throws DATA_EXPORT_NOT_FOUND for an export that has ended. */
export function cancelDataExport({ ctx, input }: Call<DataExportTarget>): Leaving {
	ctx.audit.change({}, () => {
		if (exportOrThrow(ctx, input.exportId).state !== "running") throw notFound(input);
		changeDataExport(ctx.db, input.exportId, { state: "canceled", finishedAt: ctx.now, dueAt: ctx.now });
		ctx.audit.act({ account: [ctx.accountId] }, { export: input.exportId });
	});
	ctx.invalidations.changed("account", "all");
	return getLeaving({ ctx, input: undefined });
}

/** Throws DATA_EXPORT_NOT_FOUND if the export is not ready or has expired. */
export function getArchiveFiles({ ctx, input }: Call<GetArchiveFiles>): ArchiveFiles {
	const { exportId, archive, after } = input;
	const { state, archives, createdAt, expiresAt } = exportOrThrow(ctx, exportId);
	const isThere = state === "ready" && (expiresAt ?? 0) > ctx.now && archive <= archives.length;
	if (!isThere) throw notFound(input);
	const rows = listExportFiles(ctx.db, { exportId, archive, after, limit: filesPerPage });
	const day = new Date(createdAt).toISOString().slice(0, 10);
	const part = archives.length === 1 ? "" : ` ${archive} of ${archives.length}`;
	return {
		name: `${safeName(accountOrThrow(ctx.db).companyName)} ${day}${part}.zip`,
		files: rows.map(({ path, crc, bytes, objects }) => ({ path, crc, bytes, objects })),
		next: rows.length < filesPerPage ? null : (rows.at(-1)?.number ?? null),
	};
}

function exportOrThrow({ db }: MemberContext, exportId: string): DataExportRow {
	const found = findDataExport(db, exportId);
	if (!found) throw notFound({ exportId });
	return found;
}

function notFound({ exportId }: DataExportTarget): Error {
	return domainError("DATA_EXPORT_NOT_FOUND", { exportId });
}
