import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { ChannelChoice, comparing, daySeconds, duration } from "./terms";
import { comparedLines, comparedText, conditionModule, spanText, subjectOf } from "./words";

/** Several readings past a limit. `withinSeconds` null: in a row. */
export const repeated = conditionModule({
	schema: z.object({
		kind: z.literal("repeated"),
		channels: ChannelChoice,
		...comparing,
		count: z
			.int()
			.check(z.minimum(2, errorKey("number.atLeastTwo")), z.maximum(1_000, errorKey("number.atMost", { most: 1_000 }))),
		withinSeconds: z.nullable(duration(60, daySeconds)),
	}),
	channels: ({ channels }) => [channels],
	measure: ({ withinSeconds }) => (withinSeconds === null ? "value" : "times"),
	sentence: ({ channels, count, withinSeconds, ...compared }, shown) => {
		const params = { subject: subjectOf(channels, shown), compared: comparedText(compared, shown), count };
		return withinSeconds === null
			? shown.say("rule.inRow", params)
			: shown.say("rule.often", { ...params, span: spanText(withinSeconds, shown) });
	},
	limit: comparedText,
	// A count of readings has no height in the chart.
	lines: (condition, shown) => (condition.withinSeconds === null ? comparedLines(condition, shown) : []),
});
