/** `1 device`, `1,200 devices`. */
export function counted(count: number, what: string): string {
	return `${count.toLocaleString("en-US")} ${what}${count === 1 ? "" : "s"}`;
}
