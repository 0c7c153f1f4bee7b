import { groupedDigits } from "../../../shared/formats/display-formats";
import type { ReportLayout } from "../../../shared/report/report";

/** The report's own, of every format that has no numbers but as text. */
export type DecimalSign = ReportLayout["csv"]["decimalSign"];

/** Of a number as programs write it, with its thousands grouped. A hyphen stays: columns are copied from a PDF. */
export function inSign(plain: string, decimalSign: DecimalSign): string {
	return groupedDigits(plain, { decimalSign }).replaceAll("−", "-");
}
