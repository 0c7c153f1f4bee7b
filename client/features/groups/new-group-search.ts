import * as z from "zod/mini";

/**
 * `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. In a file of its own: every screen
 * loads the routes' search parameters.
 */
export const NewGroupSearch = z.object({ copy: z.optional(z.string()), filter: z.optional(z.string()) });
