import * as z from "zod/mini";

/** 1970-01-01T00:00:00Z. */
export const earliestInstant = 0;
/** 2100-01-01T00:00:00Z: what is later is no date that anybody means. */
export const latestInstant = 4_102_444_800_000;

/** A time that comes from outside, epoch ms: always one that a Date and every zone's clock can show. */
export const Instant = z
	.int("Choose a time.")
	.check(z.minimum(earliestInstant, "Choose a later time."), z.maximum(latestInstant, "Choose an earlier time."));
export type Instant = z.infer<typeof Instant>;

type Bounds = { from?: number | undefined; to?: number | undefined };

/** Denies a span that ends before it begins, at its end. */
export const isInOrder = z.refine<Bounds>(({ from, to }) => from === undefined || to === undefined || from < to, {
	path: ["to"],
	error: "Must be after the beginning.",
});
