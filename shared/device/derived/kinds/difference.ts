import * as z from "zod/mini";
import {
	commonQuantity,
	derivedKind,
	directionProblem,
	finestDecimals,
	inFirstUnit,
	monotonicEnclosure,
	rounded,
	unitOfDifference,
} from "../kind";

export const difference = derivedKind(z.object({}), {
	title: "Difference",
	text: "One channel less another, such as supply less return.",
	roles: [
		{ name: "first", label: "Channel" },
		{ name: "second", label: "Less" },
	],
	problem: directionProblem,
	fields: {},
	channelOf: (sources) => {
		const quantity = commonQuantity(sources);
		return {
			quantity: quantity === "pressure" ? "differentialPressure" : quantity === "door" ? "other" : quantity,
			unit: unitOfDifference(sources[0]?.unit ?? ""),
			decimals: finestDecimals(sources),
		};
	},
	formula: ([first = "", second = ""]) => `${first} − ${second}`,
	derivation: (_, circumstances) => {
		const [, convert = Number] = inFirstUnit(circumstances);
		const value = ([first = 0, second = 0]: readonly number[]) => rounded(first - convert(second));
		return { value, enclosure: monotonicEnclosure(value, (position) => position === 0), isExact: false };
	},
});
