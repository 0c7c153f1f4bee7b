import type { RoundResult } from "./round";

type Limits = { low: number | null; high: number | null };

export function isBeyond({ low, high }: Limits, value: number | null): boolean {
	return value !== null && ((low !== null && value < low) || (high !== null && value > high));
}

export function isOutOfLimits(result: RoundResult): boolean {
	if (result.kind === "hand") return isBeyond(result, result.value);
	return isBeyond(result, result.lowest) || isBeyond(result, result.highest);
}
