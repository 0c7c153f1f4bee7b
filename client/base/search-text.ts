/** Links and saved views from before these were renamed still name them so. */
const renamed: Record<string, string> = { shelf: "archived" };

/** Plain text, so that a link reads `?status=late,offline&q=10421`. Each route's schema turns the text into types. */
export function parseSearch(text: string): Record<string, string> {
	return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [renamed[name] ?? name, value]));
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
