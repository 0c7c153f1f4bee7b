/** A channel as a column's title: `Air (°C)`. */
export function channelTitle({ name, unit }: { name: string; unit: string }): string {
	return unit === "" ? name : `${name} (${unit})`;
}
