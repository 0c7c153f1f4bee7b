import * as z from "zod/mini";
import { ReportId } from "./ids";

export const ReportFormat = z.enum(["csv", "xlsx", "pdf", "json"]);
export type ReportFormat = z.infer<typeof ReportFormat>;

export const ReportListRow = z.object({
	id: ReportId,
	name: z.string(),
	isEnabled: z.boolean(),
	format: ReportFormat,
	/** One English sentence; empty if it runs on demand only. */
	schedule: z.string(),
	nextRunAt: z.nullable(z.date()),
	lastRunAt: z.nullable(z.date()),
});
export type ReportListRow = z.infer<typeof ReportListRow>;

export const Report = z.extend(ReportListRow, {
	description: z.string(),
	contactIds: z.array(z.string()),
	createdAt: z.date(),
});
export type Report = z.infer<typeof Report>;

export const GetReport = z.object({ reportId: ReportId });
export type GetReport = z.infer<typeof GetReport>;
