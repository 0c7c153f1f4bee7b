import { t } from "../words/made/entities";

/** A stored label such as `Firefox on Windows` in the page's language. Names of browsers and systems stay. */
export function browserText(label: string): string {
	const [browser = label, system] = label.split(" on ");
	if (label === "Unknown browser") return t("browser.unknown");
	if (system === undefined) return label;
	return browser === "A browser" ? t("browser.any", { system }) : t("browser.on", { browser, system });
}
