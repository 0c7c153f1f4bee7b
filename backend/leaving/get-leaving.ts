import type { DataExport, Leaving } from "../../shared/account/leaving";
import type { Call, MemberContext } from "../base/context";
import { findAccountDeletion } from "../db/account-deletion-rows";
import { findBilling } from "../db/billing-rows";
import { type DataExportRow, listDataExports } from "../db/data-export-rows";

export function getLeaving({ ctx }: Call): Leaving {
	const planned = findAccountDeletion(ctx.db);
	return {
		deletion: planned && {
			requestedBy: planned.requestedBy,
			requestedAt: new Date(planned.requestedAt),
			endsAt: new Date(planned.endsAt),
		},
		exports: listDataExports(ctx.db).map((row) => toDataExport(ctx, row)),
		hasSubscription: findBilling(ctx.db)?.subscriptionId != null,
	};
}

function toDataExport({ failedWork }: MemberContext, row: DataExportRow): DataExport {
	const { id, state, requestedBy, devices, devicesDone, stage } = row;
	const archives = row.archives.map(({ files, bytes }) => ({ files, bytes }));
	const failed = failedWork.list().find(({ subject }) => subject.startsWith(`${id}:`));
	return {
		id,
		state,
		requestedBy,
		devices: Math.max(devices, devicesDone),
		// The last started device is still being read.
		devicesDone: stage === "devices" ? Math.max(0, devicesDone - 1) : devicesDone,
		createdAt: new Date(row.createdAt),
		finishedAt: row.finishedAt === null ? null : new Date(row.finishedAt),
		expiresAt: row.expiresAt === null ? null : new Date(row.expiresAt),
		files: archives.reduce((sum, { files }) => sum + files, 0),
		bytes: archives.reduce((sum, { bytes }) => sum + bytes, 0),
		error: state === "running" ? (failed?.error ?? null) : null,
		archives: state === "ready" ? archives : [],
	};
}
