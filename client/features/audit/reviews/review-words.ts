import type { TrailReview } from "../../../../shared/account/trail-review";
import { pageLanguage } from "../../../base/page-language";
import type { ChipTone } from "../../../ui/feedback/status-chip";
import { t } from "../../../words/made/reviews";

export const reviewStates: Record<TrailReview["state"], { label: string; tone: ChipTone }> = {
	open: { label: t("state.open"), tone: "info" },
	making: { label: t("state.making"), tone: "info" },
	made: { label: t("state.made"), tone: "warn" },
	changed: { label: t("state.changed"), tone: "warn" },
	signed: { label: t("state.signed"), tone: "ok" },
};

const months = new Intl.DateTimeFormat(pageLanguage, { month: "long", year: "numeric", timeZone: "UTC" });

/** `month`: such as 2026-10. */
export function monthName(month: string): string {
	return months.format(new Date(`${month}-01T00:00:00Z`));
}
