import type { AlertRule } from "../../../shared/alert/alert-rule";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";

const channels: ChannelChoice = { quantity: "temperature", unit: "°C", name: null };
const clear: AlertRule["clear"] = { by: "opposite", hysteresis: null, clearForSeconds: 0 };
const common = { forSeconds: 0, clear, schedule: null };

/** A limit that no reading reaches: the bench measures evaluation and writes no events. */
const limit = { from: "value", value: 1_000 } as const;

const dayMinutes = 24 * 60;
const hourMinutes = 60;

function threshold(): AlertRule {
	return { ...common, condition: { kind: "threshold", channels, comparison: ">", limit } };
}

function rate(): AlertRule {
	return { ...common, condition: { kind: "rate", channels, direction: "either", by: 1_000, withinSeconds: 900 } };
}

function stuck(): AlertRule {
	return { ...common, condition: { kind: "stuck", channels, afterSeconds: 86_400 } };
}

function silence(): AlertRule {
	return { ...common, condition: { kind: "noData", channels: null, afterSeconds: null } };
}

function window(windowMinutes: number): AlertRule {
	return {
		...common,
		condition: { kind: "statistic", channels, statistic: "mean", windowMinutes, comparison: ">", limit },
	};
}

function near(): AlertRule {
	const limit = { from: "value", value: 8 } as const;
	return { ...common, condition: { kind: "threshold", channels, comparison: ">", limit } };
}

const mixed = [threshold, threshold, () => window(hourMinutes), rate, stuck, silence];

export type RuleMix = "mixed" | "near" | "windows of a day" | "silence";

export function benchRulesOn(names: readonly string[], count: number): AlertRule[] {
	const watching = [threshold, () => window(hourMinutes), rate, stuck];
	return Array.from({ length: count }, (_, position) => {
		const { condition, ...rule } = (watching[Math.floor(position / names.length) % watching.length] ?? threshold)();
		return {
			...rule,
			condition: { ...condition, channels: { ...channels, name: names[position % names.length] ?? null } },
		};
	});
}

export function benchRules(mix: RuleMix, count: number): AlertRule[] {
	if (mix === "windows of a day") return Array.from({ length: count }, () => window(dayMinutes));
	if (mix === "near") return Array.from({ length: count }, near);
	if (mix === "silence") return Array.from({ length: count }, silence);
	return Array.from({ length: count }, (_, position) => (mixed[position % mixed.length] ?? threshold)());
}
