import { t } from "../words/made/first-screen";

/** `Dew point (computed)`, for places that take plain text only. */
export function markedName(name: string, isDerived = false, isSaturated = false): string {
	if (isSaturated) return t("saturatedName", { name });
	return isDerived ? t("computedName", { name }) : name;
}
