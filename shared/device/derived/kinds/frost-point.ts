import { t } from "../../../words/made/derived";
import { HumidAirOptions, humidAirKind } from "../humid-air-kind";
import { saturationComputation } from "./dew-point";

export const frostPoint = humidAirKind(HumidAirOptions, {
	title: t("frostPoint"),
	text: t("frostPoint.text"),
	result: null,
	computation: ({ referredTo }) => saturationComputation(referredTo, "ice"),
});
