import { withoutSecrets } from "../../shared/secret-text";

const longest = 200;

/** What went wrong in one line that people may see: shortened, and without anything that could be a secret. */
export function errorText(error: unknown): string {
	const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return withoutSecrets(text).replace(/\s+/g, " ").slice(0, longest);
}
