import { t } from "../../../words/made/derived";
import { coldest, standardPressure, vaporPressure, wetBulbTemperature } from "../humid-air";
import { HumidAirOptions, humidAirKind, pressureRole } from "../humid-air-kind";

export const wetBulb = humidAirKind(HumidAirOptions, {
	name: "wetBulb",
	title: t("wetBulb"),
	text: t("wetBulb.text"),
	third: pressureRole,
	isByAltitude: true,
	result: null,
	computation: ({ referredTo }, { altitude, hasThird }) => {
		const standard = standardPressure(altitude);
		return {
			compute: ([celsius, humidity, pressure]) => {
				const vapor = vaporPressure(celsius, humidity, referredTo);
				const found = wetBulbTemperature(celsius, vapor, hasThird ? pressure : standard);
				return found === null || found < coldest ? null : found;
			},
			rises: [true, true, true],
		};
	},
});
