import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { isDirection } from "../../formats/units";
import { ChannelChoice, daySeconds, duration, finite } from "./terms";
import { conditionModule, type Shown, spanText, subjectOf, valueText } from "./words";

const Rate = z
	.object({
		kind: z.literal("rate"),
		channels: ChannelChoice,
		direction: z.enum(["rise", "fall", "either"]),
		by: finite.check(z.positive(errorKey("number.moreThanZero"))),
		withinSeconds: duration(60, daySeconds),
	})
	.check(
		z.refine(({ channels }) => !isDirection(channels.quantity), {
			path: ["direction"],
			error: errorKey("condition.directionMoves"),
		}),
	);

export const rate = conditionModule({
	schema: Rate,
	channels: ({ channels }) => [channels],
	measure: () => "difference",
	sentence: (condition, shown) => {
		const { channels, direction } = condition;
		const key = ({ rise: "rule.rises", fall: "rule.falls", either: "rule.changes" } as const)[direction];
		return shown.say(key, { subject: subjectOf(channels, shown), ...moveOf(condition, shown) });
	},
	limit: (condition, shown) => shown.say("rule.moreWithin", moveOf(condition, shown)),
	lines: () => [],
});

function moveOf({ by, withinSeconds }: z.infer<typeof Rate>, shown: Shown) {
	return { by: valueText(by, shown), span: spanText(withinSeconds, shown) };
}

export const stuck = conditionModule({
	schema: z.object({
		kind: z.literal("stuck"),
		channels: ChannelChoice,
		afterSeconds: duration(60, 30 * daySeconds),
	}),
	channels: ({ channels }) => [channels],
	measure: () => "seconds",
	sentence: ({ channels, afterSeconds }, shown) =>
		shown.say("rule.stuck", { subject: subjectOf(channels, shown), span: spanText(afterSeconds, shown) }),
	limit: ({ afterSeconds }, shown) => shown.say("rule.longer", { span: spanText(afterSeconds, shown) }),
	lines: () => [],
});
