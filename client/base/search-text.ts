import { ownValue } from "../../shared/base/own-value";

/** Older links and saved views use these names. */
const renamed: Record<string, string> = { shelf: "archived" };

/** Plain text, such as `?status=late,offline&q=10421`. Each route's schema turns the text into types. */
export function parseSearch(text: string): Record<string, string> {
	return Object.fromEntries(
		[...new URLSearchParams(text)].map(([name, value]) => [ownValue(renamed, name) ?? name, value]),
	);
}

export function stringifySearch(search: Record<string, unknown>): string {
	const parameters = new URLSearchParams();
	for (const [name, value] of Object.entries(search)) {
		if (value === undefined || value === null || value === "") continue;
		parameters.set(name, Array.isArray(value) ? value.join(",") : String(value));
	}
	// Commas are legal in a query and keep lists readable.
	const text = parameters.toString().replaceAll("%2C", ",");
	return text === "" ? "" : `?${text}`;
}

export type SearchTexts<Name extends string> = { [Each in Name]?: string | undefined };

/** Reads parameters of an address as texts. No schema: every page would load the schema library with it. */
export function searchTexts<const Name extends string>(names: readonly Name[]) {
	return (search: Record<string, unknown>): SearchTexts<Name> => {
		const read: SearchTexts<Name> = {};
		for (const name of names) {
			const value = ownValue(search, name);
			if (typeof value === "string") read[name] = value;
		}
		return read;
	};
}
