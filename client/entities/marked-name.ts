/** `Dew point (computed)`, for places that take plain text only. */
export function markedName(name: string, isDerived = false): string {
	return isDerived ? `${name} (computed)` : name;
}
