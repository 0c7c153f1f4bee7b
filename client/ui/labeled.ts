import { t } from "../words/made/common";

/** `Air: 4 °C`, with the colon as the page's language writes it. */
export function labeled(label: string, text: string): string {
	return t("labeled", { label, text });
}
