import type { ReportListRow } from "../../shared/report";
import type { Verb } from "../context";
import { listReports } from "./report-rows";

export function getReports({ ctx }: Verb): ReportListRow[] {
	return listReports(ctx.db);
}
