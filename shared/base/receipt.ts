import * as z from "zod/mini";

const Receipt = z.int().check(z.minimum(0));

/**
 * Of who follows a list by when its rows were written, whatever time they are of. `since`: what they have; absent:
 * nothing, and the list is answered in its own order. `until`: of the page before.
 */
export const ByReceipt = z.object({ since: z.optional(Receipt), until: z.optional(Receipt) });
export type ByReceipt = z.infer<typeof ByReceipt>;

/** Up to where a page answers: what to ask with next time. Only for who follows. */
export const ReceivedUntil = z.optional(Receipt);
