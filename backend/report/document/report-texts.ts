import { countDigits } from "../../../shared/formats/display-formats";
import { formatDuration } from "../../../shared/formats/duration-format";
import type { ReportLayout } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { wordsIn as sentencesIn } from "../../../shared/words/made/sentences-in";

type Language = Pick<ReportLayout, "language">;

export const signingRoles = ["madeBy", "reviewedBy", "approvedBy"] as const;

export const mostNamed = 20;

export function durationText(ms: number, { language }: Language): string {
	return formatDuration(ms, sentencesIn(language));
}

export function namesText(names: readonly string[], { language }: Language): string {
	const say = wordsIn(language);
	return names.reduce((list, next) => (list === "" ? next : say("list.next", { list, next })), "");
}

/** Names the first ones, and counts the others. */
export function listText(names: readonly string[], layout: Language, most = mostNamed): string {
	const more = names.length - most;
	const list = namesText(names.slice(0, most), layout);
	return more > 0 ? wordsIn(layout.language)("list.more", { list, count: countDigits(more) }) : list;
}

/** `wall`: a wall clock time as if it were UTC. */
export function monthName(wall: Date, language = "en", month: "short" | "narrow" = "short"): string {
	return new Intl.DateTimeFormat(language, { month, timeZone: "UTC", calendar: "gregory" }).format(wall);
}
