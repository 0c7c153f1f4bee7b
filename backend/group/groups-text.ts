const namedAtMost = 10;

/** `Group A`, `Groups A and B`, `Groups A, B and 7 others`: a sentence may be long, but not a thousand names. */
export function groupsText(groups: { name: string }[]): string {
	const names = groups.slice(0, namedAtMost).map(({ name }) => name);
	const others = groups.length - names.length;
	if (others > 0) return `Groups ${names.join(", ")} and ${others} ${others === 1 ? "other" : "others"}`;
	const last = names.pop() ?? "";
	return names.length === 0 ? `Group ${last}` : `Groups ${names.join(", ")} and ${last}`;
}
