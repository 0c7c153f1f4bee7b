import * as z from "zod/mini";
import { daySeconds, duration, finite } from "./terms";
import { conditionModule, limitLine, spanText, valueText } from "./words";

export const battery = belowOf("battery", { title: "Battery", unit: "%" });
export const signal = belowOf("signal", { title: "Signal", unit: "dBm" });

function belowOf<Kind extends "battery" | "signal">(kind: Kind, { title, unit }: { title: string; unit: string }) {
	return conditionModule({
		schema: z.object({ kind: z.literal(kind), below: finite }),
		channels: () => ({ quantity: kind, unit, name: null }),
		measure: () => "unconverted",
		sentence: ({ below }, shown) => `${title} is below ${valueText(below, shown)}`,
		limit: ({ below }, shown) => `below ${valueText(below, shown)}`,
		lines: ({ below }, shown) => limitLine({ from: "value", value: below }, "min", shown),
	});
}

/** An event's value is the error of the clock. */
export const clockDrift = conditionModule({
	schema: z.object({ kind: z.literal("clockDrift"), overSeconds: duration(60, 30 * daySeconds) }),
	channels: () => null,
	measure: () => "seconds",
	sentence: ({ overSeconds }) => `Clock is wrong by more than ${spanText(overSeconds)}`,
	limit: ({ overSeconds }) => `more than ${spanText(overSeconds)}`,
	lines: () => [],
});
