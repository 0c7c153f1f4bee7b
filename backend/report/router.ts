import { GetReport, type Report, type ReportListRow } from "../../shared/report";
import type { Verb } from "../base/context";
import { domainError } from "../base/errors";
import { procedureFor, router } from "../base/trpc";
import { findReport, listReports } from "../db/report-rows";

export const reportRouter = router({
	getReports: procedureFor("viewFleet").query(({ ctx }) => getReports({ ctx, input: undefined })),
	getReport: procedureFor("viewFleet").input(GetReport).query(getReport),
});

function getReports({ ctx }: Verb): ReportListRow[] {
	return listReports(ctx.db);
}

function getReport({ ctx, input }: Verb<GetReport>): Report {
	const report = findReport(ctx.db, input.reportId);
	if (!report) throw domainError("REPORT_NOT_FOUND", input);
	return report;
}
