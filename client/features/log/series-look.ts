/** As many lines have colours of their own; the ones after that take them again, dashed. */
export const seriesCount = 8;

export function seriesColour(index: number): string {
	return `var(--series-${index % seriesCount})`;
}

export function isDashed(index: number): boolean {
	return index >= seriesCount;
}
