import * as z from "zod/mini";
import type { ApiFailure } from "../api/api-error";

const Author = z.object({ name: z.string(), isCaller: z.boolean() });

/** `Tomás Ferreira has`; null: no known author. */
export function authorText(changedBy: unknown): string | null {
	const { data } = Author.safeParse(changedBy);
	if (data === undefined) return null;
	return data.isCaller ? "You, in another tab, have" : `${data.name} has`;
}

/** For a change that could not be merged. Null: another error, or no known author. */
export function conflictText({ reason, changedBy }: Pick<ApiFailure, "reason" | "changedBy">): string | null {
	const author = reason === "CHANGED_MEANWHILE" ? authorText(changedBy) : null;
	return author && `${author} changed this in the meantime. Review the change first.`;
}

export const anyAuthor = "Somebody else has";
