import type { ReactNode } from "react";
import type { AlertStatistic } from "../../../shared/alert-rule";
import { comparedAs } from "../../../shared/alert-sentence";
import type { DeviceListRow } from "../../../shared/device";
import { formatDuration } from "../../../shared/duration-format";
import { type ConditionKind, type ConditionValues, orderedBy } from "./alert-values";
import { Levels } from "./levels";
import {
	Channels,
	Choice,
	ComparedWith,
	comparisonOptions,
	type ErrorAt,
	Limit,
	SentenceText,
	Span,
	Typed,
	TypedValue,
} from "./sentence-parts";

const root = "rule.condition";

export type ChangeCondition = (changes: Partial<ConditionValues>, path: string) => void;

type ConditionPartsProps = {
	condition: ConditionValues;
	devices: DeviceListRow[];
	scope: ReactNode;
	errorAt: ErrorAt;
	onChange: ChangeCondition;
};

export function ConditionParts({ condition, devices, scope, errorAt, onChange }: ConditionPartsProps) {
	const { kind, channels, comparison, limit } = condition;
	const { unit } = channels;
	const compared = comparedAs(condition);
	const where = (
		<>
			<SentenceText>of</SentenceText>
			{scope}
		</>
	);
	const channel = (
		<Channels
			channels={channels}
			devices={devices}
			path={`${root}.channels`}
			errorAt={errorAt}
			onChange={(next) => {
				const isNewDoor = next.quantity === "door" && channels.quantity !== "door";
				const open = { comparison: "=" as const, limit: { from: "value" as const, value: "1", field: "" } };
				onChange({ channels: next, ...(isNewDoor && open) }, `${root}.channels`);
			}}
		/>
	);
	const subject = (
		<>
			{channel}
			{where}
		</>
	);
	const comparedWith = (
		<ComparedWith
			label="Limit"
			comparison={comparison}
			limit={limit}
			channels={channels}
			compared={compared}
			path={root}
			errorAt={errorAt}
			onChange={onChange}
		/>
	);
	switch (kind) {
		case "threshold":
			return (
				<>
					{subject}
					<SentenceText>is</SentenceText>
					{comparedWith}
				</>
			);
		case "range":
			return (
				<>
					{subject}
					<SentenceText>is</SentenceText>
					<Choice
						label="Inside or outside"
						options={insideOptions}
						value={condition.is}
						onChange={(is) => onChange({ is }, `${root}.is`)}
					/>
					<Limit
						label="Lower limit"
						limit={condition.low}
						unit={unit}
						compared={compared}
						path={`${root}.low`}
						errorAt={errorAt}
						onChange={(low, path) => onChange({ low }, path)}
					/>
					<SentenceText>to</SentenceText>
					<Limit
						label="Upper limit"
						limit={condition.high}
						unit={unit}
						compared={compared}
						path={`${root}.high`}
						errorAt={errorAt}
						onChange={(high, path) => onChange({ high }, path)}
					/>
				</>
			);
		case "levels":
			return (
				<>
					{subject}
					<SentenceText>is</SentenceText>
					<Choice
						label="Comparison of the levels"
						options={orderedOptions}
						value={orderedBy(comparison)}
						onChange={(next) => onChange({ comparison: next }, `${root}.levels`)}
					/>
					<Levels levels={condition.levels} unit={unit} errorAt={errorAt} onChange={onChange} />
				</>
			);
		case "rate":
			return (
				<>
					{subject}
					<Choice
						label="Direction"
						options={directionOptions}
						value={condition.direction}
						onChange={(direction) => onChange({ direction }, `${root}.direction`)}
					/>
					<SentenceText>by more than</SentenceText>
					<TypedValue
						label="Change"
						unit={unit}
						compared={compared}
						value={condition.by}
						error={errorAt(`${root}.by`)}
						onChange={(by) => onChange({ by }, `${root}.by`)}
					/>
					<SentenceText>within</SentenceText>
					<Span
						label="Within"
						value={condition.within}
						error={errorAt(`${root}.withinSeconds`)}
						onChange={(within) => onChange({ within }, `${root}.withinSeconds`)}
					/>
				</>
			);
		case "stuck":
			return (
				<>
					{subject}
					<SentenceText>has not changed for</SentenceText>
					<AfterSpan condition={condition} errorAt={errorAt} onChange={onChange} />
				</>
			);
		case "statistic":
			return (
				<>
					<SentenceText>the</SentenceText>
					<Choice
						label="Statistic"
						options={statisticOptions}
						value={condition.statistic}
						onChange={(statistic) => onChange({ statistic }, `${root}.statistic`)}
					/>
					<SentenceText>of</SentenceText>
					{subject}
					<SentenceText>over</SentenceText>
					<Choice
						label="Window of time"
						options={windowOptions(condition.windowMinutes)}
						value={condition.windowMinutes}
						error={errorAt(`${root}.windowMinutes`)}
						onChange={(windowMinutes) => onChange({ windowMinutes }, `${root}.windowMinutes`)}
					/>
					<SentenceText>is</SentenceText>
					{comparedWith}
				</>
			);
		case "repeated":
			return (
				<>
					{subject}
					<SentenceText>is</SentenceText>
					{comparedWith}
					<Typed
						label="How many times"
						value={condition.count}
						error={errorAt(`${root}.count`)}
						onChange={(count) => onChange({ count }, `${root}.count`)}
					/>
					<SentenceText>times</SentenceText>
					<Choice
						label="In a row or within a time"
						options={repeatOptions}
						value={condition.isInRow ? "row" : "within"}
						onChange={(chosen) => onChange({ isInRow: chosen === "row" }, `${root}.withinSeconds`)}
					/>
					{!condition.isInRow && (
						<Span
							label="Within"
							value={condition.within}
							error={errorAt(`${root}.withinSeconds`)}
							onChange={(within) => onChange({ within }, `${root}.withinSeconds`)}
						/>
					)}
				</>
			);
		case "noData":
			return (
				<>
					<Choice
						label="What is missing"
						options={missingOptions}
						value={condition.isWholeDevice ? "upload" : "readings"}
						onChange={(chosen) => onChange({ isWholeDevice: chosen === "upload" }, `${root}.channels`)}
					/>
					{!condition.isWholeDevice && (
						<>
							<SentenceText>of</SentenceText>
							{channel}
						</>
					)}
					{where}
					<SentenceText>came</SentenceText>
					<Choice
						label="How long it is missing"
						options={silenceOptions}
						value={condition.isAfterOffline ? "offline" : "span"}
						onChange={(chosen) => onChange({ isAfterOffline: chosen === "offline" }, `${root}.afterSeconds`)}
					/>
					{!condition.isAfterOffline && <AfterSpan condition={condition} errorAt={errorAt} onChange={onChange} />}
				</>
			);
		case "battery":
		case "signal":
			return (
				<>
					<SentenceText>the {kind}</SentenceText>
					{where}
					<SentenceText>is below</SentenceText>
					<Typed
						label={kind === "battery" ? "Battery below" : "Signal below"}
						value={condition[kind]}
						error={errorAt(`${root}.below`)}
						onChange={(below) => onChange({ [kind]: below }, `${root}.below`)}
					/>
					<SentenceText>{kind === "battery" ? "%" : "dBm"}</SentenceText>
				</>
			);
		case "clockDrift":
			return (
				<>
					<SentenceText>the clock</SentenceText>
					{where}
					<SentenceText>is wrong by more than</SentenceText>
					<Span
						label="Wrong by more than"
						value={condition.over}
						error={errorAt(`${root}.overSeconds`)}
						onChange={(over) => onChange({ over }, `${root}.overSeconds`)}
					/>
				</>
			);
	}
}

const insideOptions = [
	{ value: "outside", label: "outside" },
	{ value: "inside", label: "inside" },
] as const;

const orderedOptions = comparisonOptions.flatMap(({ value, label }) =>
	value === "=" || value === "≠" ? [] : { value, label },
);

const directionOptions = [
	{ value: "rise", label: "rises" },
	{ value: "fall", label: "falls" },
	{ value: "either", label: "changes" },
] as const;

const statisticLabels: Record<AlertStatistic, string> = {
	min: "lowest value",
	max: "highest value",
	mean: "mean",
	sum: "sum",
	change: "change",
};
const statisticOptions = (Object.keys(statisticLabels) as AlertStatistic[]) // it has an entry for each and no other
	.map((value) => ({ value, label: statisticLabels[value] }));

const usualWindows = ["15", "30", "45", "60", "120", "180", "240", "360", "480", "720", "1440"];

function windowOptions(current: string) {
	const all = usualWindows.includes(current) ? usualWindows : [...usualWindows, current];
	return all.map((value) => ({ value, label: formatDuration(Number(value) * 60_000) }));
}

const repeatOptions = [
	{ value: "row", label: "in a row" },
	{ value: "within", label: "within" },
] as const;

const missingOptions = [
	{ value: "upload", label: "no upload" },
	{ value: "readings", label: "no reading" },
] as const;

const silenceOptions = [
	{ value: "offline", label: "until the device counts as offline" },
	{ value: "span", label: "for" },
] as const;

type PartsProps = Pick<ConditionPartsProps, "condition" | "errorAt" | "onChange">;

function AfterSpan({ condition, errorAt, onChange }: PartsProps) {
	return (
		<Span
			label="For how long"
			value={condition.after}
			error={errorAt(`${root}.afterSeconds`)}
			onChange={(after) => onChange({ after }, `${root}.afterSeconds`)}
		/>
	);
}

export function unitOf(kind: ConditionKind, unit: string): string {
	if (kind === "battery") return "%";
	return kind === "signal" ? "dBm" : unit;
}
