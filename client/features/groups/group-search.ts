import * as z from "zod/mini";

// Its own file: every screen loads the search parameters of all routes.

/** `copy` is a group to begin from, `filter` the criteria of a list of devices as JSON. */
export const NewGroupSearch = z.object({ copy: z.optional(z.string()), filter: z.optional(z.string()) });
