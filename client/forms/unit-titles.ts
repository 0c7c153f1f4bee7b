import { ownValue } from "../../shared/base/own-value";
import { readingUnits } from "../../shared/formats/reading-units";
import { t } from "../words/made/forms";

/** No quantity has the name of these dimensions. */
const ownTitles: Record<string, string> = {
	speed: t("units.of.speed"),
	length: t("units.of.length"),
	"rain rate": t("units.of.rainRate"),
	concentration: t("units.of.concentration"),
	part: t("units.of.part"),
	time: t("units.of.time"),
};

export const titledUnits = readingUnits.map((each) => ({
	...each,
	title: ownValue(ownTitles, each.name) ?? each.title,
}));
