import type { ReportLayout } from "../../../shared/report/report";

/** The report's own, of every format that has no numbers but as text. */
export type DecimalSign = ReportLayout["csv"]["decimalSign"];

/** Of a number as programs write it. */
export function inSign(plain: string, decimalSign: DecimalSign): string {
	return decimalSign === "comma" ? plain.replace(".", ",") : plain;
}
