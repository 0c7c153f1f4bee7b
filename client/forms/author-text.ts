import * as z from "zod/mini";

const Author = z.object({ name: z.string(), isCaller: z.boolean() });

/** As a sentence begins: `Tomás Ferreira has`; null: nobody is known. */
export function authorText(changedBy: unknown): string | null {
	const { data } = Author.safeParse(changedBy);
	if (data === undefined) return null;
	return data.isCaller ? "You, in another tab, have" : `${data.name} has`;
}

export const anyAuthor = "Somebody else has";
