import { t } from "../../../words/made/derived";
import { coldest, logVaporPressure, type Surface, saturationTemperature } from "../humid-air";
import { HumidAirOptions, humidAirKind } from "../humid-air-kind";

export const dewPoint = humidAirKind(HumidAirOptions, {
	name: "dewPoint",
	title: t("dewPoint"),
	text: t("dewPoint.text"),
	result: null,
	computation: ({ referredTo }) => saturationComputation(referredTo, referredTo),
});

export function saturationComputation(referredTo: Surface, over: Surface) {
	return {
		compute: ([celsius, humidity]: readonly number[]) => {
			if (celsius === undefined || humidity === undefined || humidity <= 0) return null;
			const found = saturationTemperature(logVaporPressure(celsius, humidity, referredTo), over);
			return found >= coldest ? found : null;
		},
		rises: [true, true, true] as const,
	};
}

export const frostPoint = humidAirKind(HumidAirOptions, {
	name: "frostPoint",
	title: t("frostPoint"),
	text: t("frostPoint.text"),
	result: null,
	computation: ({ referredTo }) => saturationComputation(referredTo, "ice"),
});
