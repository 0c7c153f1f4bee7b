import * as z from "zod/mini";
import { t } from "../../../words/made/derived";
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
	title: t("difference"),
	text: t("difference.text"),
	roles: [
		{ name: "first", label: t("channel") },
		{ name: "second", label: t("difference.less") },
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
	formula: ([first = "", second = ""]) => [`${first} − ${second}`],
	derivation: (_, circumstances) => {
		const [, convert = Number] = inFirstUnit(circumstances);
		const value = ([first = 0, second = 0]: readonly number[]) => rounded(first - convert(second));
		return { value, enclosure: monotonicEnclosure(value, (position) => position === 0), isExact: false };
	},
});
