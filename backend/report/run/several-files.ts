import { limits } from "../../../shared/base/limits";
import type {
	GetReportFiles,
	GetYearOfFiles,
	StoredReportFile,
	StoredReportFiles,
} from "../../../shared/report/report";
import { firstInstantAt } from "../../../shared/time/time-zones";
import type { Call, MemberContext } from "../../base/context";
import { domainError } from "../../base/errors";
import { type FileRow, listFiles, type RunRow } from "../../db/report-run-rows";
import { safeFileName } from "../formats/report-file";
import { reportOrThrow } from "../report-scope";
import { listVisibleRunsOfPeriod, visibleRunsOrThrow } from "./visible-runs";

/** All or none. Throws REPORT_RUN_NOT_FOUND, REPORT_HAS_NO_FILE, REPORT_FILES_TOO_MANY. */
export function getFiles({ ctx, input }: Call<GetReportFiles>): StoredReportFiles {
	const runs = visibleRunsOrThrow(ctx, input.runIds);
	const reports = [...new Set(runs.map(({ reportId }) => reportId))].map((id) => reportOrThrow(ctx, id));
	const [only] = reports;
	return filesOf(ctx, reports.length === 1 && only ? only.name : "", runs);
}

/** Files of visible runs. Throws REPORT_NOT_FOUND, REPORT_HAS_NO_FILE, REPORT_FILES_TOO_MANY. */
export function getYearOfFiles({ ctx, input }: Call<GetYearOfFiles>): StoredReportFiles {
	const { reportId, year } = input;
	const { name, definition } = reportOrThrow(ctx, reportId);
	const startOf = (which: number) => firstInstantAt(definition.zone, Date.UTC(which, 0, 1));
	const runs = listVisibleRunsOfPeriod(ctx, { reportId, from: startOf(year), to: startOf(year + 1) });
	return filesOf(ctx, `${name} ${year}`, runs);
}

function filesOf({ db }: MemberContext, name: string, runs: RunRow[]): StoredReportFiles {
	const files = listFiles(
		db,
		runs.map(({ id }) => id),
	);
	if (files.length === 0) throw domainError("REPORT_HAS_NO_FILE", { runs: runs.length });
	const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
	if (files.length > limits.filesPerDownload || bytes > limits.bytesPerDownload) {
		throw domainError("REPORT_FILES_TOO_MANY", { files: files.length, bytes });
	}
	return { name: safeFileName(name, "reports"), files: distinctlyNamed(files) };
}

/** Distinct without case: runs of one period share a name. */
function distinctlyNamed(files: readonly FileRow[]): StoredReportFile[] {
	const taken = new Set<string>();
	return files.map(({ name, mediaType, objectKey, bytes, sha256 }) => {
		const end = name.lastIndexOf(".");
		let distinct = name;
		for (let count = 2; taken.has(distinct.toLowerCase()); count += 1) {
			distinct = `${name.slice(0, end)} (${count})${name.slice(end)}`;
		}
		taken.add(distinct.toLowerCase());
		return { name: distinct, mediaType, objectKey, bytes, sha256 };
	});
}
