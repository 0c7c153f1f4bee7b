import * as z from "zod/mini";
import { errorKey } from "./error-key";

export const earliestInstant = 0;
export const latestInstant = 4_102_444_800_000;

/** An input time, epoch ms. Date and every zone's clock can show it. */
export const Instant = z
	.int(errorKey("time.choose"))
	.check(z.minimum(earliestInstant, errorKey("time.later")), z.maximum(latestInstant, errorKey("time.earlier")));
export type Instant = z.infer<typeof Instant>;

type Bounds = { from?: number | undefined; to?: number | undefined };

/** Rejects a span that ends before it begins; the issue is at `to`. */
export const isInOrder = z.refine<Bounds>(({ from, to }) => from === undefined || to === undefined || from < to, {
	path: ["to"],
	error: errorKey("time.afterBeginning"),
});
