import { dayMs } from "../../../shared/base/durations";
import type { AccountDb } from "../../base/context";
import type { ReadingHistory } from "../../base/reading-store";
import { listAttachmentsAfter } from "../../db/attachment-rows";
import { listBrandImageHashes } from "../../db/brand-rows";
import type { DataExportRow, ExportFileRow } from "../../db/data-export-rows";
import { type DeviceRow, findDeviceAfter } from "../../db/device-rows";
import { type ExportStage, exportStages } from "../../db/leaving-schema";
import { listFilesAfter } from "../../db/report-run-rows";
import { exportedTables } from "./exported-tables";
import { paths } from "./readme";

type Store = { db: AccountDb; readingStore: ReadingHistory; now: number };
type PlannedFile = Pick<ExportFileRow, "path" | "source"> & { reportKey?: string };
type Progress = Pick<DataExportRow, "stage" | "afterId" | "devicesDone">;

export type Planned = Progress & { files: PlannedFile[] };

const reportFilesAtOnce = 200;

export async function planFiles(store: Store, exported: DataExportRow): Promise<Planned> {
	const { db } = store;
	const { stage, afterId, devicesDone } = exported;
	const next: Progress = { stage: stageAfter(stage), afterId: "", devicesDone };
	switch (stage) {
		case "about":
			return { ...next, files: [{ path: paths.readme, source: { kind: "readme" } }] };
		case "tables":
			return { ...next, files: [...tableFiles(), ...imageFiles(db)] };
		case "devices": {
			const device = findDeviceAfter(db, afterId);
			if (device === null) return { ...next, files: [] };
			const files = await monthFiles(store, device);
			return { stage, afterId: device.id, devicesDone: devicesDone + 1, files };
		}
		case "reports": {
			const found = listFilesAfter(db, afterId, reportFilesAtOnce);
			const last = found.at(-1);
			if (last === undefined) return { ...next, files: [] };
			const files = found.map(({ id, name, objectKey, bytes, sha256 }): PlannedFile => {
				return {
					path: `reports/${id}/${safeName(name)}`,
					source: { kind: "reportFile", bytes, sha256 },
					reportKey: objectKey,
				};
			});
			return { stage, afterId: last.id, devicesDone, files };
		}
		case "attachments": {
			const found = listAttachmentsAfter(db, afterId, reportFilesAtOnce);
			const last = found.at(-1);
			if (last === undefined) return { ...next, files: [] };
			const files = found.map(({ id, name, objectKey, bytes, sha256 }): PlannedFile => {
				const path = `attachments/${id}/${safeName(name)}`;
				return { path, source: { kind: "reportFile", bytes, sha256 }, reportKey: objectKey };
			});
			return { stage, afterId: last.id, devicesDone, files };
		}
		case "manifest":
			return { ...next, files: [{ path: paths.manifest, source: { kind: "manifest" } }] };
		case "clearing":
		case "whole":
			return { stage, afterId, devicesDone, files: [] };
	}
}

function stageAfter(stage: ExportStage): ExportStage {
	return exportStages[exportStages.indexOf(stage) + 1] ?? "whole";
}

function tableFiles(): PlannedFile[] {
	return [
		...exportedTables.map(({ name, file }): PlannedFile => {
			return { path: `data/${file}.json`, source: { kind: "table", name } };
		}),
		// Before the archive: older rows may move there during the export.
		{ path: paths.audit, source: { kind: "audit" } },
		{ path: paths.archivedAudit, source: { kind: "archivedAudit" } },
		{ path: paths.archivedMessages, source: { kind: "archivedMessages" } },
	];
}

function imageFiles(db: AccountDb): PlannedFile[] {
	return listBrandImageHashes(db).map((hash) => ({ path: `images/${hash}.png`, source: { kind: "image", hash } }));
}

/** Months that may have readings, without reading them. */
async function monthFiles({ readingStore, now }: Store, { id: deviceId, name }: DeviceRow): Promise<PlannedFile[]> {
	const usage = await readingStore.deviceUsage(deviceId, now);
	if (usage?.oldestReadingAt == null || usage.newestReadingAt === null) return [];
	const folder = `readings/${safeName(name)}-${deviceId.slice(deviceId.indexOf("_") + 1)}`;
	const files: PlannedFile[] = [];
	for (let from = monthAt(usage.oldestReadingAt); from <= usage.newestReadingAt; from = monthAt(from + 32 * dayMs)) {
		const to = monthAt(from + 32 * dayMs);
		const path = `${folder}/${new Date(from).toISOString().slice(0, 7)}.csv`;
		files.push({ path, source: { kind: "readings", deviceId, from, to } });
	}
	return files;
}

function monthAt(at: number): number {
	const date = new Date(at);
	return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

const longestName = 60;
/** Device names on Windows. */
const reservedName = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** Removes separators, reserved characters, and dots and spaces at an end. Keeps the extension. */
export function safeName(name: string): string {
	const plain = name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}._ -]+/gu, "_");
	const ending = /\.[a-z0-9]{1,5}$/i.exec(plain)?.[0] ?? "";
	const letters = [...plain.slice(0, plain.length - ending.length)].slice(0, longestName - ending.length);
	const safe = `${letters.join("")}${ending}`.replace(/^[. ]+|[. ]+$/g, "") || "unnamed";
	return reservedName.test(safe) ? `_${safe}` : safe;
}
