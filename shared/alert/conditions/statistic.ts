import * as z from "zod/mini";
import { errorKey } from "../../base/error-key";
import { isDirection } from "../../formats/units";
import { ChannelChoice, comparing } from "./terms";
import { comparedLines, comparedText, conditionModule, type Measure, spanText, subjectOf } from "./words";

const WindowMinutes = z.int(errorKey("minutes.whole")).check(
	z.minimum(15, errorKey("minutes.atLeast", { least: 15 })),
	z.maximum(24 * 60, errorKey("hours.atMost", { most: 24 })),
	// Not `multipleOf`, whose code every screen would load.
	z.refine((minutes) => minutes % 15 === 0, { error: errorKey("minutes.multiple") }),
);

/** `kinetic`: the mean kinetic temperature. `use`: a counter's use, of its own or its derived channel. */
export const AlertStatistic = z.enum(["min", "max", "mean", "sum", "change", "use", "usePerHour", "kinetic"]);
export type AlertStatistic = z.infer<typeof AlertStatistic>;

const measures: Record<AlertStatistic, Measure> = {
	min: "value",
	max: "value",
	mean: "value",
	sum: "unconverted",
	change: "difference",
	use: "difference",
	usePerHour: "perHour",
	kinetic: "value",
};

export const statistic = conditionModule({
	schema: z
		.object({
			kind: z.literal("statistic"),
			channels: ChannelChoice,
			statistic: AlertStatistic,
			windowMinutes: WindowMinutes,
			...comparing,
		})
		.check(
			z.refine(({ channels }) => !isDirection(channels.quantity), {
				path: ["statistic"],
				error: errorKey("condition.directionOverTime"),
			}),
		),
	channels: ({ channels }) => [channels],
	measure: (condition) => measures[condition.statistic],
	sentence: (condition, shown) => {
		const span = spanText(condition.windowMinutes * 60, shown);
		const params = { subject: subjectOf(condition.channels, shown), span, compared: comparedText(condition, shown) };
		return shown.say(`statistic.${condition.statistic}`, params);
	},
	limit: comparedText,
	// A sum or a change has no height in a chart of readings.
	lines: (condition, shown) => (measures[condition.statistic] === "value" ? comparedLines(condition, shown) : []),
});
