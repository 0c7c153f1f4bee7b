import * as z from "zod/mini";

const Receipt = z.int().check(z.minimum(0));

/** `since`: the last known receipt; absent: the list in its own order. `until`: value of the previous page. */
export const ByReceipt = z.object({ since: z.optional(Receipt), until: z.optional(Receipt) });
export type ByReceipt = z.infer<typeof ByReceipt>;

/** The next `since`. Only for calls with `byReceipt`. */
export const ReceivedUntil = z.optional(Receipt);
