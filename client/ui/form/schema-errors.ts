import type * as z from "zod/mini";
import { errorSentence } from "../../../shared/errors/error-sentence";

/** Keyed by path (`channels.0.name`), as in Mantine's forms; the first error of each path. */
export function errorsFrom(schema: z.ZodMiniType, value: unknown): Record<string, string> {
	const parsed = schema.safeParse(value);
	if (parsed.success) return {};
	const errors: Record<string, string> = {};
	for (const { path, message } of parsed.error.issues) errors[path.map(String).join(".")] ??= errorSentence(message);
	return errors;
}
