import { HumidAirOptions, humidAirKind } from "../humid-air-kind";
import { saturationComputation } from "./dew-point";

export const frostPoint = humidAirKind(HumidAirOptions, {
	title: "Frost point",
	text: "At which temperature the air's water becomes frost. Above 0 °C it is the dew point.",
	result: null,
	computation: ({ referredTo }) => saturationComputation(referredTo, "ice"),
});
