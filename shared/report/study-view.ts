import * as z from "zod/mini";
import { ReportId } from "../base/ids";
import { MappingStudy } from "./mapping-study";
import { type ReportPreview, ReportRun } from "./report";

/** `signed`: whose signature approves the criteria as they are. `run`: the newest that the caller sees. */
export const StudyView = z.object({
	id: ReportId,
	name: z.string(),
	version: z.number(),
	study: MappingStudy,
	signed: z.nullable(z.object({ by: z.string(), at: z.number() })),
	run: z.nullable(ReportRun),
});
export type StudyView = z.infer<typeof StudyView>;

/** Tables of the result's file. None: there are too many readings to show them at once. */
export type StudyResult = Pick<ReportPreview, "tables">;
