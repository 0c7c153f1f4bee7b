import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { ChannelId } from "../../base/ids";
import { isRecordOf } from "../device-terms";

/** `use` is the rise of a counter. */
export const DerivedKind = z.enum([
	"dewPoint",
	"frostPoint",
	"wetBulb",
	"heatIndex",
	"absoluteHumidity",
	"vaporPressureDeficit",
	"difference",
	"sum",
	"mean",
	"lowest",
	"highest",
	"linear",
	"use",
]);
export type DerivedKind = z.infer<typeof DerivedKind>;

export const mostDerivedSources = 8;
export const mostDerivedOfDevice = 8;
const mostOptions = 12;
export const longestTolerance = 3600;

/** `role`: the input of the kind, e.g. "temperature". Kinds with any number of sources call each of them "source". */
export const DerivedSource = z.object({ role: z.string().check(z.regex(/^[a-zA-Z]{1,32}$/)), channelId: ChannelId });
export type DerivedSource = z.infer<typeof DerivedSource>;

const OptionName = z.string().check(z.maxLength(32));
const OptionValue = z.union([z.number(), z.string().check(z.maxLength(64))]);

const DerivedOptions = z
	.custom<Record<string, number | string>>(
		isRecordOf(
			(value) => OptionValue.safeParse(value).success,
			(name) => OptionName.safeParse(name).success,
		),
		{ error: errorKey("option.form"), params: { key: OptionName, value: OptionValue, most: mostOptions } },
	)
	.check(
		z.refine(
			(options) => Object.keys(options).length <= mostOptions,
			errorKey("option.tooMany", { most: mostOptions }),
		),
	);

/**
 * There is a value at each time of `driver` if every other source has a reading at most `toleranceSeconds` away. The
 * nearest reading is used, or the earlier of two. All sources belong to the channel's device, and none is derived. The
 * kind validates `options`.
 */
export const DerivedDefinition = z.object({
	kind: DerivedKind,
	/** In the order of the kind's roles. */
	sources: z.array(DerivedSource).check(z.minLength(1), z.maxLength(mostDerivedSources)),
	driver: ChannelId,
	toleranceSeconds: z.int().check(z.minimum(0), z.maximum(longestTolerance)),
	options: DerivedOptions,
});
export type DerivedDefinition = z.infer<typeof DerivedDefinition>;

/** The computation of a definition. Arrays have one value for each of its sources, in order, in the source's unit. */
export type Derivation = {
	/** Null: these values make none. An absent optional source is not in the definition. */
	value(sources: readonly number[]): number | null;
	/** Lowest and highest value that sources within these bounds can make. Null: none. */
	enclosure(lowest: readonly number[], highest: readonly number[]): readonly [number, number] | null;
	/** With one source: the source's minimum, maximum, first and last value give those of the result. */
	isExact: boolean;
	/** Whether a value of these sources is computed at 100 % humidity, instead of more. Absent: never. */
	isSaturated?(sources: readonly number[]): boolean;
};
