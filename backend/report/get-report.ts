import type { GetReport, Report } from "../../shared/report";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { findReport } from "./report-rows";

export function getReport({ ctx, input }: Verb<GetReport>): Report {
	const report = findReport(ctx.db, input.reportId);
	if (!report) throw domainError("REPORT_NOT_FOUND", input);
	return report;
}
