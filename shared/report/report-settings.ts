import * as z from "zod/mini";
import { dayMs } from "../base/durations";

/**
 * Settings for all reports of a company; the first of each is the default. `reportRetention`: of run files.
 * `evidenceRetention`: of the audit log and delivery log. `reportMail`: `links` never attaches a file.
 * `signing`: `separate` has each file reviewed before it is approved, by different people, neither of them its author.
 * `trailReview`: whether the audit log of each month is due for a review.
 * `assessments`: `each` shows excursions without an assessment on the dashboard.
 */
export const reportSettingChoices = {
	reportRetention: ["400d", "2y", "5y", "11y"],
	evidenceRetention: ["400d", "2y", "5y", "11y"],
	reportMail: ["asSaved", "links"],
	fileCheck: ["on", "off"],
	signing: ["anyone", "separate"],
	trailReview: ["off", "monthly"],
	assessments: ["optional", "each"],
} as const;

export type ReportSetting = keyof typeof reportSettingChoices;
export const reportSettingNames = Object.keys(reportSettingChoices) as ReportSetting[]; // keys of a const object are its keyof

export type ReportSettings = { [Name in ReportSetting]: (typeof reportSettingChoices)[Name][number] };

export const reportSettings = {
	reportRetention: z.enum(reportSettingChoices.reportRetention),
	evidenceRetention: z.enum(reportSettingChoices.evidenceRetention),
	reportMail: z.enum(reportSettingChoices.reportMail),
	fileCheck: z.enum(reportSettingChoices.fileCheck),
	signing: z.enum(reportSettingChoices.signing),
	trailReview: z.enum(reportSettingChoices.trailReview),
	assessments: z.enum(reportSettingChoices.assessments),
} satisfies Record<ReportSetting, z.ZodMiniType>;

export type PaperRetention = ReportSettings["reportRetention" | "evidenceRetention"];

/** 366 days a year, so that nothing is deleted before its anniversary. */
const retentionDays: Record<PaperRetention, number> = {
	"400d": 400,
	"2y": 2 * 366,
	"5y": 5 * 366,
	"11y": 11 * 366,
};

export function retentionMs(setting: PaperRetention): number {
	return retentionDays[setting] * dayMs;
}

/** Omitted: preview of pending deletions. Null result: nothing is deleted. */
export const PreviewEvidence = z.optional(z.object({ evidenceRetention: reportSettings.evidenceRetention }));
export type PreviewEvidence = z.infer<typeof PreviewEvidence>;

export const EvidenceCut = z.object({
	/** Time of the deletion, which affects what is older than `olderThan`, epoch ms. */
	removedAt: z.number(),
	olderThan: z.number(),
	changes: z.number(),
	messages: z.number(),
});
export type EvidenceCut = z.infer<typeof EvidenceCut>;
