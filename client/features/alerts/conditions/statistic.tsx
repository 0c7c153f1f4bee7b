import { AlertStatistic } from "../../../../shared/alert/conditions/statistic";
import type { ChannelChoice } from "../../../../shared/alert/conditions/terms";
import { formatDuration } from "../../../../shared/formats/duration-format";
import { rich, t } from "../../../words/made/alerts";
import { Choice, words } from "../sentence-parts";
import { type ConditionForm, comparedOf } from "./condition-form";

type StatisticValues = { statistic: AlertStatistic; windowMinutes: string };

function statisticOptions(current: AlertStatistic, { quantity }: ChannelChoice) {
	return AlertStatistic.options
		.filter((value) => value !== "kinetic" || value === current || quantity === "temperature")
		.map((value) => ({ value, label: t(`statistic.${value}`) }));
}

const usualWindows = ["15", "30", "45", "60", "120", "180", "240", "360", "480", "720", "1440"];

function windowOptions(current: string) {
	const all = usualWindows.includes(current) ? usualWindows : [...usualWindows, current];
	return all.map((value) => ({ value, label: formatDuration(Number(value) * 60_000) }));
}

export const statistic: ConditionForm<"statistic", StatisticValues> = {
	label: t("kind.statistic"),
	usual: { statistic: "mean", windowMinutes: "60" },
	valuesOf: (condition) => ({ statistic: condition.statistic, windowMinutes: String(condition.windowMinutes) }),
	conditionOf: ({ channels, windowMinutes, ...values }) => ({
		kind: "statistic",
		channels,
		statistic: values.statistic,
		windowMinutes: Number(windowMinutes),
		...comparedOf(values),
	}),
	Fields: ({ values, parts, bind }) =>
		rich("form.statistic", {
			words,
			subject: parts.subject,
			compared: parts.comparedWith,
			statistic: (
				<Choice
					label={t("statistic.label")}
					options={statisticOptions(values.statistic, values.channels)}
					{...bind("statistic")}
				/>
			),
			window: (
				<Choice
					label={t("statistic.window")}
					options={windowOptions(values.windowMinutes)}
					{...bind("windowMinutes")}
				/>
			),
		}),
};
