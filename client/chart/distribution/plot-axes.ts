import { axisLabels } from "../value-axis";

export type Tick = { value: number; text: string };

export function roundTicks([low, high]: [number, number], most: number): Tick[] {
	const rough = (high - low) / Math.max(most, 1);
	if (!(rough > 0) || !Number.isFinite(rough)) return axisLabels([low], 1).map((text) => ({ value: low, text }));
	// One tick alone gives no scale: then twice as many as there is room for.
	const usual = ticksOf([low, high], roundStep(rough));
	const { step, values } = usual.values.length > 1 ? usual : ticksOf([low, high], roundStep(rough / 2));
	const texts = axisLabels(values, step);
	return values.map((value, index) => ({ value, text: texts[index] ?? "" }));
}

/** 1, 2 or 5 times a power of ten, at least `rough`. */
function roundStep(rough: number): number {
	const power = 10 ** Math.floor(Math.log10(rough));
	return power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
}

function ticksOf([low, high]: [number, number], step: number): { step: number; values: number[] } {
	const first = Math.ceil(low / step);
	const count = Math.floor(high / step) - first + 1;
	return { step, values: Array.from({ length: count }, (_, index) => (first + index) * step) };
}

/** The range with limits that are near it: those further than three ranges away would flatten the picture. */
export function rangeWithLimits([low, high]: [number, number], limits: readonly (number | null)[]): [number, number] {
	const reach = 3 * Math.max(high - low, Math.abs(high) * 0.01, 1e-9);
	let [bottom, top] = [low, high];
	for (const limit of limits) {
		if (limit === null || limit < low - reach || limit > high + reach) continue;
		bottom = Math.min(bottom, limit);
		top = Math.max(top, limit);
	}
	const air = (top - bottom) * 0.05 || Math.max(Math.abs(top) * 0.05, 0.5);
	return [bottom - air, top + air];
}
