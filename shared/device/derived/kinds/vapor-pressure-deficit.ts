import * as z from "zod/mini";
import { errorKey } from "../../../base/error-key";
import { t } from "../../../words/made/derived";
import { formulaMessage } from "../formula";
import { saturationPressure, vaporPressure } from "../humid-air";
import { type Air, HumidAirOptions, humidAirKind, leafRole } from "../humid-air-kind";

const offsetError = errorKey("number.fromTo", { least: "−20", most: "20" });

const Options = z.extend(HumidAirOptions, {
	leafOffset: z.number(errorKey("number.missing")).check(z.minimum(-20, offsetError), z.maximum(20, offsetError)),
});

export const vaporPressureDeficit = humidAirKind(Options, {
	name: "vaporPressureDeficit",
	title: t("vaporPressureDeficit"),
	text: t("vaporPressureDeficit.text"),
	third: leafRole,
	standards: { leafOffset: 0 },
	fields: {
		leafOffset: {
			label: t("leafOffset"),
			text: t("leafOffset.text"),
			input: "number",
			unit: "°C",
		},
	},
	result: { quantity: "vaporPressureDeficit", unit: "kPa", decimals: 2 },
	notes: ({ leafOffset }, hasLeaf) =>
		leafOffset === 0 || hasLeaf
			? []
			: [formulaMessage("leaf", { degrees: `${leafOffset < 0 ? "−" : "+"}${Math.abs(leafOffset)} °C` })],
	computation: ({ referredTo, leafOffset }, { hasThird }) => {
		const deficit = (leaf: number, celsius: number, humidity: number) =>
			(saturationPressure(leaf, referredTo) - vaporPressure(celsius, humidity, referredTo)) / 1000;
		if (hasThird) {
			const compute = ([celsius, humidity, leaf]: Air) => deficit(leaf, celsius, humidity);
			return { compute, rises: [false, false, true] };
		}
		const compute = ([celsius, humidity]: Air) => deficit(celsius + leafOffset, celsius, humidity);
		const rises = [true, false, false] as const;
		if (leafOffset === 0) return { compute, rises };
		return { compute, rises, enclose: (lowest, highest) => bounds(deficit, leafOffset, [lowest, highest]) };
	},
});

const pieces = 8;

/** With a cooler leaf, the deficit of moist air falls with the temperature and rises with it later: bounds by pieces. */
function bounds(
	deficit: (leaf: number, celsius: number, humidity: number) => number,
	leafOffset: number,
	[[coldest, driest], [warmest, wettest]]: readonly [Air, Air],
): readonly [number, number] {
	let [least, most] = [Infinity, -Infinity];
	for (let piece = 0; piece < pieces; piece += 1) {
		const from = coldest + ((warmest - coldest) * piece) / pieces;
		const to = coldest + ((warmest - coldest) * (piece + 1)) / pieces;
		least = Math.min(least, deficit(from + leafOffset, to, wettest));
		most = Math.max(most, deficit(to + leafOffset, from, driest));
	}
	return [least, most];
}
