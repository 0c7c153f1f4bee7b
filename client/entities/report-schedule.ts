import type { ReportListRow } from "../../shared/report/report";
import { scheduleSentence } from "../../shared/report/schedule-sentence";
import { displayFormats } from "../ui/display-formats";
import { t } from "../words/made/entities";

export function scheduleLabel({ schedule, plan, zone }: Pick<ReportListRow, "schedule" | "plan" | "zone">): string {
	if (plan) return scheduleSentence(plan, zone, displayFormats());
	return schedule || t("onDemand");
}
