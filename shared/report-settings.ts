import * as z from "zod/mini";
import { dayMs } from "./durations";

/**
 * What a company decides of all its reports, in one list; first in each what it begins with. `reportRetention`: how long
 * files of runs stay. `reportMail`: `links` sends no file, whatever a report says. `fileCheck`: whether /verify knows
 * the company's files.
 */
export const reportSettingChoices = {
	reportRetention: ["400d", "2y", "5y", "11y"],
	reportMail: ["asSaved", "links"],
	fileCheck: ["on", "off"],
} as const;

export type ReportSetting = keyof typeof reportSettingChoices;
export const reportSettingNames = Object.keys(reportSettingChoices) as ReportSetting[]; // keys of a const object are its keyof

export type ReportSettings = { [Name in ReportSetting]: (typeof reportSettingChoices)[Name][number] };

export const reportSettings = {
	reportRetention: z.enum(reportSettingChoices.reportRetention),
	reportMail: z.enum(reportSettingChoices.reportMail),
	fileCheck: z.enum(reportSettingChoices.fileCheck),
} satisfies Record<ReportSetting, z.ZodMiniType>;

/** Years with a leap day each, so that no file goes before its anniversary. */
const retentionDays: Record<ReportSettings["reportRetention"], number> = {
	"400d": 400,
	"2y": 2 * 366,
	"5y": 5 * 366,
	"11y": 11 * 366,
};

export function reportRetentionMs(setting: ReportSettings["reportRetention"]): number {
	return retentionDays[setting] * dayMs;
}
