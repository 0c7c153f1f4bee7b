import type { AccountDb, EvidenceArchive } from "../../base/context";
import type { PageTurns } from "../../base/page-turns";
import type { ReadingHistory } from "../../base/reading-store";
import { accountOrThrow } from "../../db/account-rows";
import { brandImageKey } from "../../db/brand-rows";
import type { DataExportRow, ExportFileRow } from "../../db/data-export-rows";
import { auditEvidence } from "../../evidence/audit-evidence";
import { exportedTables } from "./exported-tables";
import { type Slice, textSlice } from "./json-slices";
import { manifestSlice } from "./manifest";
import { readingSlice } from "./reading-slices";
import { readmeText } from "./readme";
import { archivedSlice, auditSlice, exportedMessages, tableSlice } from "./row-slices";

export type SliceParts = {
	db: AccountDb;
	readingStore: ReadingHistory;
	pageTurns: PageTurns;
	evidence: EvidenceArchive;
	bucket: R2Bucket;
};

export async function makeSlice(
	parts: SliceParts,
	exported: DataExportRow,
	file: ExportFileRow,
): Promise<Slice | null> {
	const { db, pageTurns } = parts;
	const { source } = file;
	switch (source.kind) {
		case "readme": {
			const { id: accountId, companyName } = accountOrThrow(db);
			return textSlice(readmeText({ accountId, companyName, now: exported.createdAt }), 0, null);
		}
		case "manifest":
			return manifestSlice(db, exported, file);
		case "table": {
			const table = exportedTables.find(({ name }) => name === source.name);
			if (!table) return textSlice("[]\n", 0, null);
			return pageTurns(async () => tableSlice(db, table, file));
		}
		case "audit":
			return pageTurns(async () => auditSlice(db, file));
		case "archivedAudit":
			return pageTurns(() => archivedSlice(parts, auditEvidence, file));
		case "archivedMessages":
			return pageTurns(() => archivedSlice(parts, exportedMessages, file));
		case "readings":
			return readingSlice(parts, source, file);
		case "image": {
			const image = await parts.bucket.get(brandImageKey(source.hash));
			const bytes = image === null ? new Uint8Array() : new Uint8Array(await image.arrayBuffer());
			return { bytes, rows: 0, cursor: null };
		}
		case "reportFile":
			return null;
	}
}
