import { quantityTitles } from "../../shared/formats/quantity-titles";
import { readingUnits } from "../../shared/formats/reading-units";
import { t } from "../words/made/forms";

export const titledUnits = readingUnits.map(({ title, ...each }) => ({
	...each,
	title: "own" in title ? t(`units.of.${title.own}`) : quantityTitles[title.quantity],
}));
