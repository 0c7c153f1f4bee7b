import { type Bounds, hasBounds } from "./reading-summary";

/** Limits from an instant (epoch ms) until the next span. Null: readings are not judged. */
export type LimitSpan = { from: number; bounds: Bounds | null };

export function constantLimits(bounds: Bounds): LimitSpan[] {
	return [{ from: Number.NEGATIVE_INFINITY, bounds: hasBounds(bounds) ? bounds : null }];
}

/** Spans ascend by time. */
export function limitsAt(spans: readonly LimitSpan[], at: number): Bounds | null {
	return spans.findLast(({ from }) => from <= at)?.bounds ?? null;
}

export function isEverJudged(spans: readonly LimitSpan[]): boolean {
	return spans.some(({ bounds }) => bounds !== null);
}
