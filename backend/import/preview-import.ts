import type { ImportPreview } from "../../shared/reading-import";
import type { Verb } from "../context";
import type { ImportInput } from "./import-input";
import { type PlannedImport, planImport } from "./plan-import";
import { refuseExpired } from "./refuse-expired";
import { spanOf } from "./span-of";

const shownRows = 8;

/** What a file would do to a device's log. Stores nothing. */
export async function previewImport({ ctx, input }: Verb<ImportInput>): Promise<ImportPreview> {
	const planned = planImport(ctx, input);
	const { file, format, channelIds, judged, upload } = planned;
	const { accepted, duplicates, replaced, expired } = await ctx.log.tryImport(upload);
	refuseExpired(judged, expired);
	return {
		format,
		isDateOrderSure: file.isDateOrderSure,
		columns: file.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null })),
		rows: firstRows(planned),
		readings: accepted,
		duplicates,
		replaced,
		rejectedCount: judged.refusals.count,
		rejected: judged.refusals.told,
		...spanOf(upload.at),
	};
}

function firstRows({ file, channelIds, judged }: PlannedImport): ImportPreview["rows"] {
	const shown = file.values.filter(({ column }) => channelIds.has(column)).toSorted((a, b) => a.column - b.column);
	return file.line.slice(0, shownRows).map((line, row) => ({
		line,
		at: judged.rowAt[row] ?? null,
		values: shown.map(({ cells }) => numberOrNull(cells[row])),
	}));
}

function numberOrNull(cell: unknown): number | null {
	return typeof cell === "number" ? cell : null;
}
