import { ownValue } from "../../shared/base/own-value";
import { type DisplayFormats, type FormatName, formatChoices } from "../../shared/formats/display-formats";
import { instantTexts } from "../../shared/time/time-zones";
import { pageLanguage } from "../base/page-language";
import { t } from "../words/made/entities";
import { weekdayNames } from "./clock-labels";

const sampleAt = Date.UTC(2026, 10, 7, 17, 4);

const [monday = "", , , , , saturday = "", sunday = ""] = weekdayNames("long");

type Labels = { [Name in FormatName]: Record<DisplayFormats[Name], string> };

export const formatLabels: Labels = {
	hourCycle: { "12": timeText("12"), "24": timeText("24") },
	dateOrder: { ...dateTexts(), year: "2026-11-07" },
	weekStart: { monday, sunday, saturday },
	decimalSign: { point: "1,234.5", comma: "1.234,5" },
	temperatureUnit: { stored: t("asMeasured"), "°C": "°C", "°F": "°F" },
};

function timeText(hourCycle: DisplayFormats["hourCycle"]): string {
	return instantTexts(sampleAt, 0, { hourCycle, dateOrder: "month", language: pageLanguage }).minutes;
}

/** Names of months have two orders in English alone. Digits have them in every language. */
function dateTexts() {
	if (!pageLanguage.startsWith("en")) return { month: "11/07/2026", day: "07.11.2026" };
	const textBy = (dateOrder: "month" | "day") =>
		instantTexts(sampleAt, 0, { hourCycle: "12", dateOrder, language: pageLanguage }).dateWithYear;
	return { month: textBy("month"), day: textBy("day") };
}

type Choice<Name extends FormatName> = { value: DisplayFormats[Name]; label: string };

export function formatOptions<Name extends FormatName>(name: Name): Choice<Name>[] {
	const choices: readonly string[] = formatChoices[name];
	const labels: Record<string, string> = formatLabels[name];
	return choices.map((value) => ({ value: value as DisplayFormats[Name], label: ownValue(labels, value) ?? value })); // one of its choices
}
