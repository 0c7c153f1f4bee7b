import * as z from "zod/mini";

/** `group` is a group's id, `period` is 24h or 7d. */
export const DashboardSearch = z.object({ group: z.optional(z.string()), period: z.optional(z.string()) });
export type DashboardSearch = z.infer<typeof DashboardSearch>;
