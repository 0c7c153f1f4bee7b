import { AlertStatistic } from "../../../../shared/alert/conditions/statistic";
import type { ChannelChoice } from "../../../../shared/alert/conditions/terms";
import { formatDuration } from "../../../../shared/formats/duration-format";
import { Choice, SentenceText } from "../sentence-parts";
import { type ConditionForm, comparedOf } from "./condition-form";

type StatisticValues = { statistic: AlertStatistic; windowMinutes: string };

const labels: Record<AlertStatistic, string> = {
	min: "lowest value",
	max: "highest value",
	mean: "mean",
	sum: "sum",
	change: "change",
	use: "use",
	usePerHour: "use per hour",
	kinetic: "mean kinetic temperature",
};

function statisticOptions(current: AlertStatistic, { quantity }: ChannelChoice) {
	return AlertStatistic.options
		.filter((value) => value !== "kinetic" || value === current || quantity === "temperature")
		.map((value) => ({ value, label: labels[value] }));
}

const usualWindows = ["15", "30", "45", "60", "120", "180", "240", "360", "480", "720", "1440"];

function windowOptions(current: string) {
	const all = usualWindows.includes(current) ? usualWindows : [...usualWindows, current];
	return all.map((value) => ({ value, label: formatDuration(Number(value) * 60_000) }));
}

export const statistic: ConditionForm<"statistic", StatisticValues> = {
	label: "Statistic: a mean, sum or extreme over time",
	usual: { statistic: "mean", windowMinutes: "60" },
	valuesOf: (condition) => ({ statistic: condition.statistic, windowMinutes: String(condition.windowMinutes) }),
	conditionOf: ({ channels, windowMinutes, ...values }) => ({
		kind: "statistic",
		channels,
		statistic: values.statistic,
		windowMinutes: Number(windowMinutes),
		...comparedOf(values),
	}),
	Fields: ({ values, parts, bind }) => (
		<>
			<SentenceText>the</SentenceText>
			<Choice label="Statistic" options={statisticOptions(values.statistic, values.channels)} {...bind("statistic")} />
			<SentenceText>of</SentenceText>
			{parts.subject}
			<SentenceText>over</SentenceText>
			<Choice label="Window of time" options={windowOptions(values.windowMinutes)} {...bind("windowMinutes")} />
			<SentenceText>is</SentenceText>
			{parts.comparedWith}
		</>
	),
};
