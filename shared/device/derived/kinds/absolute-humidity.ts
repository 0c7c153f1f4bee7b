import { t } from "../../../words/made/derived";
import { vaporPressure } from "../humid-air";
import { HumidAirOptions, humidAirKind } from "../humid-air-kind";

const gasConstant = 461.52;

export const absoluteHumidity = humidAirKind(HumidAirOptions, {
	name: "absoluteHumidity",
	title: t("absoluteHumidity"),
	text: t("absoluteHumidity.text"),
	result: { quantity: "absoluteHumidity", unit: "g/m³", decimals: 1 },
	computation: ({ referredTo }) => ({
		compute: ([celsius, humidity]) =>
			(1000 * vaporPressure(celsius, humidity, referredTo)) / (gasConstant * (celsius + 273.15)),
		rises: [true, true, true],
	}),
});
