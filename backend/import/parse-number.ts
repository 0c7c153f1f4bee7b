import { knownUnit } from "../../shared/formats/unit-spellings";
import { isReadingValue } from "../../shared/ingest/reading-value";
import type { FileFormat } from "../../shared/log/reading-import";

export type DecimalSign = FileFormat["decimalSign"];

const plainForm = /^-?\d+(?:\.\d+)?$/;
const withUnit = /^([+\-−]?[\d.,' \u00a0\u202f’]*\d[.,]?(?:e[+-]?\d{1,3})?)\s?([^\d\s].*)$/i;
const forms: Record<DecimalSign, RegExp> = {
	".": /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:[ '\u00a0\u202f’]\d{3})+)?(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i,
	",": /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:[ '\u00a0\u202f’]\d{3})+)?(?:,\d*)?(?:e[+-]?\d{1,3})?$/i,
};

export type CellNumber = { value: number; unit: string | null };

/** Null without a number, or with a text that is not a unit. */
export function readNumber(text: string, decimalSign: DecimalSign): CellNumber | null {
	if (decimalSign === "." && text.length < 16 && plainForm.test(text)) return { value: Number(text) + 0, unit: null };
	const bare = numberOf(text.replace("−", "-"), decimalSign);
	if (bare !== null) return { value: bare, unit: null };
	const parts = text.length > 60 ? null : withUnit.exec(text);
	const unit = parts?.[2] ?? "";
	const value =
		parts === null || !isCellUnit(unit) ? null : numberOf((parts[1] ?? "").replace("−", "-").trim(), decimalSign);
	return value === null ? null : { value, unit: unit === "°" ? null : unit };
}

function isCellUnit(text: string): boolean {
	return text === "°" || text === "º" || knownUnit(text) !== null;
}

function numberOf(text: string, decimalSign: DecimalSign): number | null {
	if (!/\d/.test(text) || !forms[decimalSign].test(text)) return null;
	const digits = text.replace(/[ '\u00a0\u202f’]/g, "");
	const plain = decimalSign === "," ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "");
	const value = Number(plain);
	if (!isReadingValue(value)) return null;
	return value === 0 ? 0 : value;
}

export function parseNumber(text: string, decimalSign: DecimalSign): number | null {
	return readNumber(text, decimalSign)?.value ?? null;
}
