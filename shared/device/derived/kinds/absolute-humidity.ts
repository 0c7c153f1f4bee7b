import { vaporPressure } from "../humid-air";
import { HumidAirOptions, humidAirKind } from "../humid-air-kind";

const gasConstant = 461.52;

export const absoluteHumidity = humidAirKind(HumidAirOptions, {
	title: "Absolute humidity",
	text: "Grams of water in a cubic meter of air.",
	result: { quantity: "absoluteHumidity", unit: "g/m³", decimals: 1 },
	computation: ({ referredTo }) => ({
		compute: ([celsius, humidity]) =>
			(1000 * vaporPressure(celsius, humidity, referredTo)) / (gasConstant * (celsius + 273.15)),
		rises: [true, true, true],
	}),
});
