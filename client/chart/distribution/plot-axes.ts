import { axisLabels } from "../value-axis";

export type Tick = { value: number; text: string };

export function roundTicks([low, high]: [number, number], most: number): Tick[] {
	const rough = (high - low) / Math.max(most, 1);
	if (!(rough > 0) || !Number.isFinite(rough)) return axisLabels([low], 1).map((text) => ({ value: low, text }));
	const power = 10 ** Math.floor(Math.log10(rough));
	const step = power * ([1, 2, 5].find((factor) => factor * power >= rough) ?? 10);
	const first = Math.ceil(low / step);
	const values = Array.from({ length: Math.floor(high / step) - first + 1 }, (_, index) => (first + index) * step);
	const texts = axisLabels(values, step);
	return values.map((value, index) => ({ value, text: texts[index] ?? "" }));
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
