import * as z from "zod/mini";
import { daySeconds, duration, finite } from "./terms";
import { conditionModule, limitLine, spanText, valueText } from "./words";

export const battery = belowOf("battery", "%");
export const signal = belowOf("signal", "dBm");

function belowOf<Kind extends "battery" | "signal">(kind: Kind, unit: string) {
	return conditionModule({
		schema: z.object({ kind: z.literal(kind), below: finite }),
		channels: () => [{ quantity: kind, unit, name: null }],
		measure: () => "unconverted",
		sentence: ({ below }, shown) =>
			shown.say(kind === "battery" ? "rule.battery" : "rule.signal", { limit: valueText(below, shown) }),
		limit: ({ below }, shown) => shown.say("compared.below.value", { limit: valueText(below, shown) }),
		lines: ({ below }, shown) => limitLine({ from: "value", value: below }, "min", shown),
	});
}

/** An event's value is the error of the clock. */
export const clockDrift = conditionModule({
	schema: z.object({ kind: z.literal("clockDrift"), overSeconds: duration(60, 30 * daySeconds) }),
	channels: () => [],
	measure: () => "seconds",
	sentence: ({ overSeconds }, shown) => shown.say("rule.clock", { span: spanText(overSeconds, shown) }),
	limit: ({ overSeconds }, shown) => shown.say("rule.clockLimit", { span: spanText(overSeconds, shown) }),
	lines: () => [],
});
