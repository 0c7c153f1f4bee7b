import { groupedDigits } from "../../../shared/formats/display-formats";
import type { ReportLayout } from "../../../shared/report/report";

export type DecimalSign = ReportLayout["csv"]["decimalSign"];

/** Groups thousands. Keeps the hyphen, because people copy columns from a PDF. */
export function inSign(plain: string, decimalSign: DecimalSign): string {
	return groupedDigits(plain, { decimalSign }).replaceAll("−", "-");
}
