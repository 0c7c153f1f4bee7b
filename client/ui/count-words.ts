/** `1 device`, `1,204 devices`: for nouns that take an s. */
export function countOf(count: number, noun: string): string {
	return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
