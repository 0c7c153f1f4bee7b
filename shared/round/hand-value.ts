import type { RoundResult } from "./round";

/** Reads a typed value: `4,2`, `4.2` or `−18`. Null: no number. */
export function readHandValue(text: string): number | null {
	const plain = text.trim().replace(/[−–]/g, "-").replace(",", ".");
	if (!/^[+-]?(\d{1,9}(\.\d{0,9})?|\.\d{1,9})$/.test(plain)) return null;
	const value = Number(plain);
	return value === 0 ? 0 : value;
}

type Limits = { low: number | null; high: number | null };

export function isBeyond({ low, high }: Limits, value: number | null): boolean {
	return value !== null && ((low !== null && value < low) || (high !== null && value > high));
}

export function isOutOfLimits(result: RoundResult): boolean {
	if (result.kind === "hand") return isBeyond(result, result.value);
	return isBeyond(result, result.lowest) || isBeyond(result, result.highest);
}
