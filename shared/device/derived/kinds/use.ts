import * as z from "zod/mini";
import { errorKey } from "../../../base/error-key";
import type { Quantity } from "../../../formats/units";
import type { DeviceClock } from "../../../time/time-zones";
import { t } from "../../../words/made/derived";
import { type Counter, deviceDayStart } from "../counter-rises";
import type { DerivedDefinition } from "../definition";
import { formulaMessage } from "../formula";
import { derivedKind } from "../kind";

const most = 1e12;
const positive = errorKey("amount.between");
const amount = z.number(errorKey("number.missing")).check(z.positive(positive), z.maximum(most, positive));
const currencyError = errorKey("currency.form");

const Options = z
	.object({
		resets: z.enum(["never", "daily", "rollsOver"]),
		/** In the counter's unit as sent: it shows this value as 0. */
		rollsOverAt: z.optional(amount),
		mostPerHour: z.optional(amount),
		price: z.optional(amount),
		currency: z.optional(z.string().check(z.regex(/^[A-Z]{3}$/, currencyError))),
	})
	.check(
		z.refine(({ resets, rollsOverAt }) => resets !== "rollsOver" || rollsOverAt !== undefined, {
			error: errorKey("rollover.missing"),
			path: ["rollsOverAt"],
		}),
		z.refine(({ price, currency }) => price === undefined || currency !== undefined, {
			error: currencyError,
			path: ["currency"],
		}),
	);
type UseOptions = z.infer<typeof Options>;

const counted = new Set<Quantity>(["count", "energy", "volume", "rain", "weight", "level", "radiation", "other"]);

export const use = derivedKind(Options, {
	title: t("use"),
	text: t("use.text"),
	roles: [{ name: "counter", label: t("use.counter") }],
	problem: ([source]) => (source && !counted.has(source.quantity) ? errorKey("derived.counts") : null),
	fields: {
		resets: {
			label: t("use.resets"),
			input: "choice",
			choices: { never: t("use.resets.never"), daily: t("use.resets.daily"), rollsOver: t("use.resets.rollsOver") },
			text: t("use.resets.text"),
		},
		rollsOverAt: {
			label: t("use.rollsOverAt"),
			input: "number",
			unit: "source",
			isOptional: true,
			text: t("use.rollsOverAt.text"),
			isShown: ({ resets }) => resets === "rollsOver",
		},
		mostPerHour: {
			label: t("use.mostPerHour"),
			input: "number",
			unit: "source",
			isOptional: true,
			text: t("use.mostPerHour.text"),
		},
		price: { label: t("use.price"), input: "number", isOptional: true, text: t("use.price.text") },
		currency: {
			label: t("use.currency"),
			input: "text",
			isOptional: true,
			text: t("use.currency.text"),
			isShown: ({ price = "" }) => price.trim() !== "",
		},
	},
	channelOf: ([source]) => source ?? { quantity: "other", unit: "", decimals: 2 },
	formula: ([name = ""]) => [formulaMessage("use", { name })],
	// A use follows from two readings or more, so the store counts it.
	derivation: () => {
		throw new Error("A use is no function of one reading");
	},
});

/** Throws ZodError for options that the kind does not know. */
export function counterOf(definition: Pick<DerivedDefinition, "options">, clock: DeviceClock): Counter {
	const { resets, rollsOverAt = null, mostPerHour = null } = Options.parse(definition.options);
	return { resets, rollsOverAt, mostPerHour, dayStart: deviceDayStart(clock) };
}

/** `perUnit`: of the use channel's unit. */
export type UsePrice = { perUnit: number; currency: string };

export function priceOf({ kind, options }: Pick<DerivedDefinition, "kind" | "options">): UsePrice | null {
	if (kind !== "use") return null;
	const { price, currency }: UseOptions = Options.parse(options);
	return price === undefined || currency === undefined ? null : { perUnit: price, currency };
}
