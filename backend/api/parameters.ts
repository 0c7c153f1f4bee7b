import * as z from "zod/mini";
import { setOf } from "../../shared/base/input-bounds";
import { Instant } from "../../shared/base/instant";
import { parseTime } from "../../shared/ingest/sent-time";

/** A repeated parameter, or values separated by commas. */
export function listOf<Item extends z.ZodMiniType<string, string>>(item: Item) {
	return z.optional(someOf(item));
}

export function someOf<Item extends z.ZodMiniType<string, string>>(item: Item) {
	return z.pipe(
		z.pipe(
			z.union([z.string(), z.array(z.string())], "This parameter is required."),
			z.transform((given) =>
				[given]
					.flat()
					.flatMap((text) => text.split(","))
					.map((text) => text.trim())
					.filter((text) => text !== ""),
			),
		),
		setOf(item, 1_000),
	);
}

/** ISO 8601 with an offset, or epoch ms. Restores a plus sign that URL decoding turned into a space. */
export const Moment = z.pipe(
	z.pipe(
		z.string().check(z.maxLength(100)),
		z.transform((text, { issues }) => {
			const given = text.trim().replace(/ (?=\d\d:?\d\d$)/, "+");
			const at = /^\d{1,15}$/.test(given) ? Number(given) : parseTime(given);
			if (typeof at === "number") return at;
			issues.push({
				code: "custom",
				message: "A time that exists, in ISO 8601 with an offset, or epoch milliseconds.",
				input: text,
			});
			return z.NEVER;
		}),
	),
	Instant,
);

export function wholeNumber(least: number, most: number) {
	const message = `A whole number from ${least} to ${most}.`;
	return z.pipe(
		z.pipe(z.string().check(z.regex(/^\d{1,9}$/, message)), z.transform(Number)),
		z.int().check(z.minimum(least, message), z.maximum(most, message)),
	);
}

export function givenParameters(search: URLSearchParams): Record<string, string | string[]> {
	const names = [...new Set(search.keys())];
	return Object.fromEntries(
		names.map((name) => {
			const [first = "", ...further] = search.getAll(name);
			return [name, further.length === 0 ? first : [first, ...further]];
		}),
	);
}
