import { limits } from "../../shared/limits";
import type { ReadingImport } from "../../shared/reading-import";
import type { MemberContext, Verb } from "../context";
import { hasDevice } from "../device/device-rows";
import { domainError, InputError } from "../errors";
import { addConfigEvent } from "../log/events/add-config-event";
import type { ImportResult } from "../log/log-store";
import { tooManyImportsError } from "./file-problem";
import type { ImportInput } from "./import-input";
import { countApart, deleteImport, type ImportRow, insertImport, toReadingImport, updateImport } from "./import-rows";
import { type PlannedImport, planImport } from "./plan-import";
import { refuseExpired } from "./refuse-expired";
import { spanOf } from "./span-of";

/** Takes a file's readings into a device's log, apart for a day, so that undoing it restores what was there. */
export async function importReadings({ ctx, input }: Verb<ImportInput>): Promise<ReadingImport> {
	const planned = planImport(ctx, input);
	const { upload, judged } = planned;
	if (upload.at.length === 0) throw new InputError({ file: "No column with readings leads to a channel." });
	if (countApart(ctx.db, planned.device.id) >= limits.importsApart) throw tooManyImportsError();
	// A form ends in `planImport`; the type does not know.
	const fileName = input instanceof FormData ? "" : input.fileName;
	const row = newRow(ctx, planned, fileName);
	const { accepted, duplicates, replaced, expired } = await store(ctx, row, planned);
	refuseExpired(judged, expired);
	const counts = { accepted, duplicates, replaced, rejected: judged.refusals.count };
	updateImport(ctx.db, row.id, counts);
	const readings = `${accepted.toLocaleString("en-US")} reading${accepted === 1 ? "" : "s"}`;
	addConfigEvent(ctx, row.deviceId, `Imported ${readings} from ${fileName} by ${ctx.user.name}`);
	return toReadingImport({ ...row, ...counts });
}

function newRow(ctx: MemberContext, { device, upload }: PlannedImport, fileName: string): ImportRow {
	return {
		id: ctx.newId("readingImport"),
		deviceId: device.id,
		fileName,
		accepted: 0,
		duplicates: 0,
		replaced: 0,
		rejected: 0,
		...spanOf(upload.at),
		createdAt: new Date(ctx.now),
		createdBy: ctx.user.name,
		settlesAt: new Date(ctx.now + limits.importUndoMs),
		settledAt: null,
		undoneAt: null,
	};
}

/** The row stands before the readings do: whatever interrupts this, an import that is apart is known and will settle. */
async function store({ db, log }: MemberContext, row: ImportRow, { upload }: PlannedImport): Promise<ImportResult> {
	insertImport(db, row);
	try {
		const result = await log.appendImport(row.id, upload);
		if (hasDevice(db, row.deviceId)) return result;
	} catch (error) {
		deleteImport(db, row.id);
		throw error;
	}
	// It went for good while the archive was asked: what was written of it since goes too.
	await log.deleteDevice(row.deviceId);
	deleteImport(db, row.id);
	throw domainError("DEVICE_NOT_FOUND", { deviceId: row.deviceId });
}
