import * as z from "zod/mini";
import { ChannelId, DeviceId, ReportId } from "../base/ids";
import { ChannelUnit } from "../device/device-terms";
import { FloorPlanPosition } from "../device/floor-plan";
import { Quantity } from "../formats/units";
import { MappingStudy, StudyStage } from "./mapping-study";
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

/** `open`: it cannot be said, as a position has too few data. */
export const CriterionState = z.enum(["passed", "failed", "open"]);
export type CriterionState = z.infer<typeof CriterionState>;

export const PositionMark = z.enum(["warmest", "coldest", "mostOut"]);
export type PositionMark = z.infer<typeof PositionMark>;

/**
 * Of the whole study, in its unit; times are epoch ms. `state`: of the limits at this position. `lost`: why it has no
 * figures. `stillMs`: for how long its sensor did not change while another did; null: it is not conspicuous.
 */
export const PositionResult = z.object({
	name: z.string(),
	deviceId: DeviceId,
	channelId: ChannelId,
	at: z.nullable(FloorPlanPosition),
	state: CriterionState,
	marks: z.array(PositionMark),
	lost: z.nullable(z.enum(["gone", "unit"])),
	readings: z.number(),
	lowest: z.nullable(z.number()),
	lowestAt: z.nullable(z.number()),
	highest: z.nullable(z.number()),
	highestAt: z.nullable(z.number()),
	mean: z.nullable(z.number()),
	kinetic: z.nullable(z.number()),
	outMs: z.nullable(z.number()),
	unknownMs: z.nullable(z.number()),
	stillMs: z.nullable(z.number()),
});
export type PositionResult = z.infer<typeof PositionResult>;

/** `without`: without the marked conditions. Null: no condition is marked, or it is not judged so. */
export const CriterionResult = z.object({
	criterion: z.enum(["limits", "spread", "coverage", "duration"]),
	state: CriterionState,
	without: z.nullable(CriterionState),
});
export type CriterionResult = z.infer<typeof CriterionResult>;

/** Until now for a study that has not ended. `decimals`: the most of its channels. */
export const StudyFigures = z.object({
	criteria: z.array(CriterionResult),
	positions: z.array(PositionResult),
	decimals: z.number(),
});
export type StudyFigures = z.infer<typeof StudyFigures>;

/** `figures` null: the study has not started, or there are too many readings to show them at once. */
export type StudyResult = Pick<ReportPreview, "tables"> & {
	id: string;
	name: string;
	stage: StudyStage;
	study: MappingStudy;
	figures: StudyFigures | null;
};

/** The result as programs read it. */
export const StudyResultRow = z.object({
	id: ReportId,
	name: z.string(),
	stage: StudyStage,
	startedAt: z.nullable(z.number()),
	endedAt: z.nullable(z.number()),
	quantity: Quantity,
	unit: ChannelUnit,
	criteria: z.nullable(z.array(CriterionResult)),
	positions: z.nullable(z.array(PositionResult)),
});
export type StudyResultRow = z.infer<typeof StudyResultRow>;
