import type { FileFormat } from "../../shared/reading-import";

export type DecimalSign = FileFormat["decimalSign"];

const emptyForm = /^(?:[-–—.*]*|null|nil|n\/?a|#n\/a|nan|none|no data)$/i;
const unitForm =
	/ ?(?:°[cfk]?|[cfk]|% ?(?:rh)?|ppm|ppb|[hk]?pa|m?bar|psi|[mµ]?v|[mµ]?a|[mk]?w|lu?x|[mc]?m|l\/min|m\/s|dbm)$/i;
const forms: Record<DecimalSign, RegExp> = {
	".": /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d*)?(?:e[+-]?\d{1,3})?$/i,
	",": /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d*)?(?:e[+-]?\d{1,3})?$/i,
};

export function isEmptyCell(text: string): boolean {
	return emptyForm.test(text);
}

/** Without thousands separators and usual units; null: no number. Always finite; minus zero becomes zero. */
export function parseNumber(text: string, decimalSign: DecimalSign): number | null {
	const bare = text.replace("−", "-").replace(unitForm, "");
	if (!/\d/.test(bare) || !forms[decimalSign].test(bare)) return null;
	const plain = decimalSign === "," ? bare.replaceAll(".", "").replace(",", ".") : bare.replaceAll(",", "");
	const value = Number(plain);
	if (!Number.isFinite(value)) return null;
	return value === 0 ? 0 : value;
}
