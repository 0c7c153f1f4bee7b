/** The element of a result, for the field to point at; `index` counts through all groups. */
export function resultId(index: number): string {
	return `search-result-${index}`;
}
