import * as z from "zod/mini";
import type { ApiFailure } from "../api/api-error";
import type { Author } from "../ui/form/conflict-notice";
import { t } from "../words/made/forms";

const Changer = z.object({ name: z.string(), isCaller: z.boolean() });

/** Null: no known author. */
export function authorText(changedBy: unknown): Author | null {
	const { data } = Changer.safeParse(changedBy);
	return data === undefined ? null : { author: data.isCaller ? "you" : "named", name: data.name };
}

/** The text for a change that could not be merged. Null: another error, or no known author. */
export function conflictText({ reason, changedBy }: Pick<ApiFailure, "reason" | "changedBy">): string | null {
	const author = reason === "CHANGED_MEANWHILE" ? authorText(changedBy) : null;
	return author && t("conflict.review", author);
}

export const anyAuthor: Author = { author: "other", name: "" };
