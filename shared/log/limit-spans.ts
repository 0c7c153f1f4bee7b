import { type Bounds, hasBounds } from "./reading-summary";

/** Limits from an instant (epoch ms) until the next span. Null: readings are not judged. */
export type LimitSpan = { from: number; bounds: Bounds | null };

export function limitsAlways(bounds: Bounds): LimitSpan[] {
	return [{ from: Number.NEGATIVE_INFINITY, bounds: hasBounds(bounds) ? bounds : null }];
}

export function boundsAt(spans: readonly LimitSpan[], at: number): Bounds | null {
	return spans.findLast(({ from }) => from <= at)?.bounds ?? null;
}

export function isAnyJudged(spans: readonly LimitSpan[]): boolean {
	return spans.some(({ bounds }) => bounds !== null);
}
