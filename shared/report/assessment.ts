import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { AlertEventId, AttachmentId, ReportId, ReportRunId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { lineText, paragraphText } from "../base/name-text";

const mostFiles = 5;
const mostQuantity = 1e12;

const details = {
	product: lineText(200, errorKey("assessment.product")),
	quantity: z
		.number(errorKey("number.missing"))
		.check(
			z.positive(errorKey("assessment.quantity")),
			z.maximum(mostQuantity, errorKey("number.atMost", { most: mostQuantity })),
		),
	/** Empty: pieces. */
	quantityUnit: lineText(40),
	decision: paragraphText(2_000, errorKey("assessment.decision")),
};

/** A person's assessment of one excursion, as stored in a report's definition. `files`: as they were attached. */
export const Assessment = z.object({
	eventId: AlertEventId,
	...details,
	files: z
		.array(
			z.object({
				id: AttachmentId,
				name: lineText(300),
				sha256: z.string().check(z.regex(/^[\da-f]{64}$/)),
			}),
		)
		.check(z.maxLength(mostFiles)),
});
export type Assessment = z.infer<typeof Assessment>;

/** `version`: of the assessment that it changes. Null: the event has none. */
export const SaveAssessment = z.object({
	eventId: AlertEventId,
	version: z.nullable(z.int()),
	...details,
	attachmentIds: setOf(AttachmentId, mostFiles, { tooMany: errorKey("assessment.files", { most: mostFiles }) }),
});
export type SaveAssessment = z.infer<typeof SaveAssessment>;

export const SavedAssessment = z.object({ reportId: ReportId, runId: ReportRunId });
export type SavedAssessment = z.infer<typeof SavedAssessment>;

export const GetAssessment = z.object({ eventId: AlertEventId });
export type GetAssessment = z.infer<typeof GetAssessment>;

/** `language`: the reader's. Absent: that of the file. */
export const PreviewAssessment = z.extend(GetAssessment, {
	language: z.optional(z.string().check(z.regex(/^[A-Za-z0-9-]{1,35}$/, errorKey("choose.one")))),
});
export type PreviewAssessment = z.infer<typeof PreviewAssessment>;

/** The table of figures in the future file. No rows: there are too many readings to show them at once. */
export const AssessmentFigures = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.string())) });
export type AssessmentFigures = z.infer<typeof AssessmentFigures>;

/** `open`: the excursion is not over. `noReadings`: the alert is about no channel of one device. */
export const NotAssessable = z.enum(["open", "noReadings", "drill", "deviceGone"]);
export type NotAssessable = z.infer<typeof NotAssessable>;

/** `run`: the newest that the caller sees. `isRevised`: its readings changed after it. */
export const EventAssessment = z.object({
	denial: z.nullable(NotAssessable),
	/** Whether the account wants one of each excursion, and this has none. */
	isMissing: z.boolean(),
	report: z.nullable(
		z.object({
			id: ReportId,
			version: z.number(),
			details: Assessment,
			run: z.nullable(
				z.object({ id: ReportRunId, state: z.string(), isRevised: z.boolean(), signed: z.array(z.string()) }),
			),
		}),
	),
});
export type EventAssessment = z.infer<typeof EventAssessment>;
