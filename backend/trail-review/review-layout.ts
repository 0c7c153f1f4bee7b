import { type ReportLayout, standardLayout } from "../../shared/report/report";
import type { AccountRow } from "../db/account-rows";

/** A review has no form: its file is in the company's language and clock. */
export function layoutOf({ dateOrder, hourCycle, language }: AccountRow): ReportLayout {
	return { ...standardLayout, dateOrder, hourCycle, ...(language !== "en" && { language }) };
}
