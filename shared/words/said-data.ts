import * as z from "zod/mini";

/** The data of a stored English text: a message of the area `lines`, and its values (`SaidValue`). */
export type Said = { key: string; params: Record<string, unknown> };

export const SaidData = z.custom<Said>();
