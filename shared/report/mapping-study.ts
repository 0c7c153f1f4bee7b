import * as z from "zod/mini";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId, FloorPlanId, GroupId, ReportId, ReportRunId } from "../base/ids";
import { setOf } from "../base/input-bounds";
import { Instant, isInOrder } from "../base/instant";
import { lineText, nameText, paragraphText } from "../base/name-text";
import { ChannelUnit } from "../device/device-terms";
import { FloorPlanPosition } from "../device/floor-plan";
import { isDeviceFact, isDirection, Quantity } from "../formats/units";

export const studyLimits = { positions: 60, conditions: 20, spans: 100, days: 366 } as const;

const mostMinutes = studyLimits.days * 24 * 60;
const mostHours = studyLimits.days * 24;
const finite = z.number(errorKey("number.missing")).check(z.minimum(-1e9), z.maximum(1e9));
const from = (least: number, most: number) => [
	z.minimum(least, errorKey("number.atLeast", { least })),
	z.maximum(most, errorKey("number.atMost", { most })),
];

export const StudyConditionKind = z.enum(["empty", "loaded", "door", "power", "summer", "winter", "other"]);

const condition = { kind: StudyConditionKind, text: lineText(200) };

export const StudyCondition = z.object(condition);
export type StudyCondition = z.infer<typeof StudyCondition>;

export const StudySpan = z.object({ ...condition, from: Instant, to: Instant }).check(isInOrder);
export type StudySpan = z.infer<typeof StudySpan>;

/** `at`: on the study's floor plan, as it was taken over. */
export const StudyPosition = z.object({
	name: nameText(errorKey("name.missing")),
	deviceId: DeviceId,
	channelId: ChannelId,
	at: z.nullable(FloorPlanPosition),
});
export type StudyPosition = z.infer<typeof StudyPosition>;

/** Limits are in the unit of the positions. `outMinutes`: in all, at each position. `coverage`: percent of the time. */
export const StudyCriteria = z
	.object({
		min: z.nullable(finite),
		max: z.nullable(finite),
		outMinutes: z.int(errorKey("number.whole")).check(...from(0, mostMinutes)),
		spread: z.nullable(z.number(errorKey("number.missing")).check(...from(0, 1e9))),
		hours: z.nullable(z.number(errorKey("number.missing")).check(...from(0, mostHours))),
		coverage: z.number(errorKey("number.missing")).check(...from(1, 100)),
	})
	.check(
		z.refine(({ min, max }) => min !== null || max !== null, { path: ["min"], error: errorKey("report.limit") }),
		z.refine(({ min, max }) => min === null || max === null || min < max, {
			path: ["max"],
			error: errorKey("report.limitOrder"),
		}),
	);
export type StudyCriteria = z.infer<typeof StudyCriteria>;

const protocol = {
	purpose: paragraphText(2_000, errorKey("study.purpose")),
	planId: z.nullable(FloorPlanId),
	positions: z
		.array(StudyPosition)
		.check(
			z.minLength(1, errorKey("study.position")),
			z.maxLength(studyLimits.positions, errorKey("study.positions", { most: studyLimits.positions })),
		),
	criteria: StudyCriteria,
	conditions: z.array(StudyCondition).check(z.maxLength(studyLimits.conditions)),
};

const signature = { by: z.string().check(z.maxLength(300)), at: z.number() };

/** `positions`: those that become permanent. */
export const StudyDecision = z.object({
	positions: setOf(nameText(errorKey("name.missing")), studyLimits.positions),
	text: paragraphText(2_000, errorKey("study.decision")),
});

/** A mapping study as its report's definition holds it. Times are epoch ms. */
export const MappingStudy = z.object({
	groupId: GroupId,
	groupName: z.string().check(z.maxLength(300)),
	...protocol,
	quantity: Quantity,
	unit: ChannelUnit,
	repeats: z.nullable(z.object({ id: ReportId, name: z.string().check(z.maxLength(300)) })),
	/** The signed version before this one, whose criteria or positions differ. */
	replaces: z.nullable(z.object({ version: z.int(), ...signature })),
	/** Whose signature let it start, on which file. Null: it has not started. */
	signed: z.nullable(z.object({ version: z.int(), ...signature, sha256: z.string().check(z.maxLength(64)) })),
	startedAt: z.nullable(z.number()),
	endedAt: z.nullable(z.number()),
	spans: z.array(StudySpan).check(z.maxLength(studyLimits.spans)),
	decision: z.nullable(z.extend(StudyDecision, { by: z.string().check(z.maxLength(300)) })),
});
export type MappingStudy = z.infer<typeof MappingStudy>;

export const StudyStage = z.enum(["draft", "running", "ended"]);
export type StudyStage = z.infer<typeof StudyStage>;

export function stageOf({ startedAt, endedAt }: Pick<MappingStudy, "startedAt" | "endedAt">): StudyStage {
	if (startedAt === null) return "draft";
	return endedAt === null ? "running" : "ended";
}

/** Returns whether a lowest, a highest and a mean say something of it. */
export function isMappable(quantity: Quantity): boolean {
	return quantity !== "door" && !isDirection(quantity) && !isDeviceFact(quantity);
}

/** `version`: of the report that it changes. Null: it makes one. */
export const SaveStudy = z.object({
	reportId: z.nullable(ReportId),
	version: z.nullable(z.int()),
	groupId: GroupId,
	name: nameText(errorKey("name.missing")),
	...protocol,
	repeats: z.nullable(ReportId),
});
export type SaveStudy = z.infer<typeof SaveStudy>;

export const StudyTarget = z.object({ reportId: ReportId, version: z.int() });
export type StudyTarget = z.infer<typeof StudyTarget>;

/** Additions of people after the start. Once it has ended, a file of the result follows. */
export const RecordStudy = z.object({
	reportId: ReportId,
	version: z.int(),
	spans: z.array(StudySpan).check(z.maxLength(studyLimits.spans, errorKey("study.spans", { most: studyLimits.spans }))),
	decision: z.nullable(StudyDecision),
	format: z.enum(["pdf", "csv"]),
});
export type RecordStudy = z.infer<typeof RecordStudy>;

export const GetStudies = z.object({ groupId: z.optional(GroupId) });
export type GetStudies = z.infer<typeof GetStudies>;

export const PreviewStudy = z.object({ reportId: ReportId, version: z.optional(z.int()) });
export type PreviewStudy = z.infer<typeof PreviewStudy>;

/** `runId`: of the file that it makes. Null: none. */
export const SavedStudy = z.object({ reportId: ReportId, version: z.number(), runId: z.nullable(ReportRunId) });
export type SavedStudy = z.infer<typeof SavedStudy>;
