import * as z from "zod/mini";
import { errorKey } from "../../errors/error-key";
import { isDirection } from "../../formats/units";
import { ChannelChoice, comparing } from "./terms";
import { comparedLines, comparedText, conditionModule, type Measure, spanText, subjectOf } from "./words";

const WindowMinutes = z.int(errorKey("minutes.whole")).check(
	z.minimum(15, errorKey("minutes.atLeast", { least: 15 })),
	z.maximum(24 * 60, errorKey("hours.atMost", { most: 24 })),
	// Not `multipleOf`, whose code every screen would load.
	z.refine((minutes) => minutes % 15 === 0, { error: errorKey("minutes.multiple") }),
);

/** `kinetic`: the mean kinetic temperature. `use`: what a counter used, of its own channel or of the one that derives from it. */
export const AlertStatistic = z.enum(["min", "max", "mean", "sum", "change", "use", "usePerHour", "kinetic"]);
export type AlertStatistic = z.infer<typeof AlertStatistic>;

const words: Record<AlertStatistic, string> = {
	min: "Lowest",
	max: "Highest",
	mean: "Mean",
	sum: "Sum of",
	change: "Change of",
	use: "Use of",
	usePerHour: "Use per hour of",
	kinetic: "Mean kinetic temperature of",
};

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
	channels: ({ channels }) => channels,
	measure: (condition) => measures[condition.statistic],
	sentence: (condition, shown) => {
		const over = spanText(condition.windowMinutes * 60);
		const subject = `${words[condition.statistic]} ${subjectOf(condition.channels)} over ${over}`;
		return `${subject} is ${comparedText(condition, shown)}`;
	},
	limit: comparedText,
	// A sum or a change has no height in a chart of readings.
	lines: (condition, shown) => (measures[condition.statistic] === "value" ? comparedLines(condition, shown) : []),
	note: "Evaluated only where at least half of the usual readings of that time came.",
});
