/** `Nov 07, 2026`, on the viewer's calendar: for dates whose time of day says nothing. */
export function formatDate(date: Date): string {
	return date.toLocaleDateString("en-US", { month: "short", day: "2-digit", year: "numeric" });
}
