import type { ReportFormat } from "../../../shared/report";

export const formatWords: Record<ReportFormat, string> = { csv: "CSV", xlsx: "Excel", pdf: "PDF", json: "JSON" };

export function scheduleWords(schedule: string): string {
	return schedule || "By hand only";
}
