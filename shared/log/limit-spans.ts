/** A reading on a limit is within it, unless `isMinOut` or `isMaxOut` is set, as for a rule "at least 8". */
export type Bounds = {
	min?: number | null | undefined;
	max?: number | null | undefined;
	isMinOut?: boolean | undefined;
	isMaxOut?: boolean | undefined;
};

/** Limits from `from` on (epoch ms) until the next span. `bounds` null: no limits, so nothing is judged. */
export type LimitSpan = { from: number; bounds: Bounds | null };

export function isOutOf({ min, max, isMinOut, isMaxOut }: Bounds, value: number): boolean {
	if (value > (max ?? Number.POSITIVE_INFINITY) || value < (min ?? Number.NEGATIVE_INFINITY)) return true;
	return (isMaxOut === true && value === max) || (isMinOut === true && value === min);
}

export function hasBounds({ min, max }: Bounds): boolean {
	return (min ?? max ?? null) !== null;
}

export function beyond({ min, max }: Bounds, value: number): number {
	return Math.max(value - (max ?? Number.POSITIVE_INFINITY), (min ?? Number.NEGATIVE_INFINITY) - value);
}

export function limitsAlways(bounds: Bounds): LimitSpan[] {
	return [{ from: Number.NEGATIVE_INFINITY, bounds: hasBounds(bounds) ? bounds : null }];
}

/** Null: nothing is judged at that time. `spans` ascend. */
export function boundsAt(spans: readonly LimitSpan[], at: number): Bounds | null {
	let found: Bounds | null = null;
	for (const { from, bounds } of spans) {
		if (from > at) break;
		found = bounds;
	}
	return found !== null && hasBounds(found) ? found : null;
}

export function isAnyJudged(spans: readonly LimitSpan[]): boolean {
	return spans.some(({ bounds }) => bounds !== null && hasBounds(bounds));
}

export function cutByLimits(
	spans: readonly LimitSpan[],
	{ from, to }: { from: number; to: number },
	each: (part: { from: number; to: number; bounds: Bounds | null }) => void,
): void {
	let start = from;
	for (const span of spans) {
		if (span.from <= start) continue;
		if (span.from >= to) break;
		each({ from: start, to: span.from, bounds: boundsAt(spans, start) });
		start = span.from;
	}
	if (start < to) each({ from: start, to, bounds: boundsAt(spans, start) });
}
