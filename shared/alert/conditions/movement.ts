import * as z from "zod/mini";
import { errorKey } from "../../errors/error-key";
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
	channels: ({ channels }) => channels,
	measure: () => "difference",
	sentence: (condition, shown) => {
		const verb = { rise: "rises", fall: "falls", either: "changes" }[condition.direction];
		return `${subjectOf(condition.channels)} ${verb} by ${moveText(condition, shown)}`;
	},
	limit: moveText,
	lines: () => [],
});

function moveText({ by, withinSeconds }: z.infer<typeof Rate>, shown: Shown): string {
	return `more than ${valueText(by, shown)} within ${spanText(withinSeconds)}`;
}

export const stuck = conditionModule({
	schema: z.object({
		kind: z.literal("stuck"),
		channels: ChannelChoice,
		afterSeconds: duration(60, 30 * daySeconds),
	}),
	channels: ({ channels }) => channels,
	measure: () => "seconds",
	sentence: ({ channels, afterSeconds }) => `${subjectOf(channels)} has not changed for ${spanText(afterSeconds)}`,
	limit: ({ afterSeconds }) => `longer than ${spanText(afterSeconds)}`,
	lines: () => [],
});
