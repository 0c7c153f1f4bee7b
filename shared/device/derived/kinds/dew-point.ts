import { coldest, logVaporPressure, type Surface, saturationTemperature } from "../humid-air";
import { HumidAirOptions, humidAirKind } from "../humid-air-kind";

export const dewPoint = humidAirKind(HumidAirOptions, {
	title: "Dew point",
	text: "At which temperature the air's water condenses.",
	result: null,
	computation: ({ referredTo }) => saturationComputation(referredTo, referredTo),
});

/** `referredTo`: what the humidity refers to; `over`: what forms. */
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
