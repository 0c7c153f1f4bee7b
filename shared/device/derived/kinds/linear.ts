import * as z from "zod/mini";
import { errorKey } from "../../../base/error-key";
import { Quantity, quantities } from "../../../formats/units";
import { t } from "../../../words/made/derived";
import { ChannelUnit } from "../../device-terms";
import { formulaMessage } from "../formula";
import { derivedKind, monotonicEnclosure, rounded } from "../kind";

const most = 1e12;
const outOfBounds = errorKey("factor.between");
const bounded = z.number(errorKey("number.missing")).check(z.minimum(-most, outOfBounds), z.maximum(most, outOfBounds));

const Options = z.object({
	factor: bounded.check(z.refine((factor) => Math.abs(factor) >= 1e-12, errorKey("number.notZero"))),
	addend: bounded,
	quantity: Quantity,
	unit: ChannelUnit,
});

export const linear = derivedKind(Options, {
	title: t("linear"),
	text: t("linear.text"),
	roles: [{ name: "source", label: t("channel") }],
	fields: {
		factor: { label: t("linear.factor"), input: "number" },
		addend: { label: t("linear.plus"), input: "number" },
		quantity: { label: t("linear.quantity"), input: "quantity" },
		unit: { label: t("linear.unit"), input: "unit" },
	},
	channelOf: (_, { quantity, unit }) => ({ quantity, unit, decimals: quantities[quantity].decimals }),
	formula: ([name = ""], { factor, addend, unit }) => {
		const scaled = `${signed(factor)} × ${name}`;
		const sum = addend === 0 ? scaled : `${scaled} ${addend < 0 ? "−" : "+"} ${Math.abs(addend)}`;
		return unit === "" ? [sum] : [sum, formulaMessage("inUnit", { unit })];
	},
	derivation: (_definition, _circumstances, { factor, addend }) => {
		const value = ([source = 0]: readonly number[]) => rounded(source * factor + addend);
		return { value, enclosure: monotonicEnclosure(value, () => factor > 0), isExact: true };
	},
});

function signed(value: number): string {
	return `${value < 0 ? "−" : ""}${Math.abs(value)}`;
}
