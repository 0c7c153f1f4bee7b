const longest = 200;

/** Whatever looks like a key, a token or a signature: a run that no word and no id of ours is as long as. */
const secretForm = /\b(?:aq[a-z]_\S+|Bearer\s+\S+|eyJ[\w-]+\.\S+|[\w+/=-]{48,})/gi;

/** What went wrong in one line that people may see: shortened, and without anything that could be a secret. */
export function errorText(error: unknown): string {
	const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
	return text.replace(secretForm, "…").replace(/\s+/g, " ").slice(0, longest);
}
