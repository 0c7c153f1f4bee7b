import { Button } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef } from "react";
import type { AlertClear, AlertSeverity, AlertStatistic } from "../../../shared/alert-rule";
import type { DeviceListRow } from "../../../shared/device";
import { formatDuration } from "../../../shared/duration-format";
import { severitiesFromWorst, severityLabels } from "../../entities/labels";
import {
	type AlertValues,
	type ClearValues,
	type ConditionKind,
	type ConditionValues,
	endsPlainly,
	orderedBy,
	type TypedLevel,
} from "./alert-values";
import classes from "./alerts.module.css";
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
} from "./sentence-parts";

/** In the order in which people look for them. */
export const kindLabels: Record<ConditionKind, string> = {
	threshold: "Limit: a value is past it",
	range: "Range: a value is outside or inside it",
	levels: "Levels: the severity rises with the value",
	noData: "No data: uploads or readings stop",
	rate: "Fast change: a value rises or falls too fast",
	stuck: "Stuck value: it does not change",
	statistic: "Statistic: a mean, sum or extreme over time",
	repeated: "Repeated: several readings past a limit",
	battery: "Battery: it is low",
	signal: "Signal: it is weak",
	clockDrift: "Clock: it is wrong",
};
export const kindOptions = (Object.keys(kindLabels) as ConditionKind[]) // it has an entry for each and no other
	.map((value) => ({ value, label: kindLabels[value] }));

const root = "rule.condition";

export type ChangeAlert = (changes: Partial<AlertValues>, path: string) => void;

type RuleSentenceProps = {
	values: AlertValues;
	devices: DeviceListRow[];
	/** The part that says where the condition is looked for. */
	scope: ReactNode;
	errorAt: ErrorAt;
	onChange: ChangeAlert;
};

export function RuleSentence({ values, devices, scope, errorAt, onChange }: RuleSentenceProps) {
	const { condition, forTime, severity } = values;
	const change: ChangeCondition = (changes, path) => onChange({ condition: { ...condition, ...changes } }, path);
	return (
		<fieldset className={classes.sentences}>
			<legend className={classes.hidden}>The rule as a sentence</legend>
			<div className={classes.sentence}>
				<SentenceText>When</SentenceText>
				<ConditionParts condition={condition} devices={devices} scope={scope} errorAt={errorAt} onChange={change} />
				{condition.kind !== "noData" && (
					<>
						<SentenceText>for at least</SentenceText>
						<Span
							label="For at least"
							value={forTime}
							error={errorAt("rule.forSeconds")}
							onChange={(next) => onChange({ forTime: next }, "rule.forSeconds")}
						/>
					</>
				)}
				<SentenceText>then open</SentenceText>
				{condition.kind === "levels" ? (
					<SentenceText>an event of that level.</SentenceText>
				) : (
					<>
						<SentenceText>an event that is</SentenceText>
						<Choice
							label="Severity"
							options={severityOptions}
							value={severity}
							onChange={(next) => onChange({ severity: next }, "severity")}
						/>
					</>
				)}
			</div>
			<ClearSentence
				clear={values.clear}
				condition={condition}
				errorAt={errorAt}
				onChange={(changes, path) => onChange({ clear: { ...values.clear, ...changes } }, path)}
			/>
		</fieldset>
	);
}

const severityOptions = severitiesFromWorst.map((value) => ({
	value,
	label: severityLabels[value].label.toLowerCase(),
}));

type ChangeCondition = (changes: Partial<ConditionValues>, path: string) => void;

type ConditionPartsProps = {
	condition: ConditionValues;
	devices: DeviceListRow[];
	scope: ReactNode;
	errorAt: ErrorAt;
	onChange: ChangeCondition;
};

function ConditionParts({ condition, devices, scope, errorAt, onChange }: ConditionPartsProps) {
	const { kind, channels, comparison, limit } = condition;
	const { unit } = channels;
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
	const compared = (
		<ComparedWith
			label="Limit"
			comparison={comparison}
			limit={limit}
			channels={channels}
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
					{compared}
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
						path={`${root}.low`}
						errorAt={errorAt}
						onChange={(low, path) => onChange({ low }, path)}
					/>
					<SentenceText>to</SentenceText>
					<Limit
						label="Upper limit"
						limit={condition.high}
						unit={unit}
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
					<Typed
						label="Change"
						value={condition.by}
						error={errorAt(`${root}.by`)}
						onChange={(by) => onChange({ by }, `${root}.by`)}
					/>
					{unit !== "" && <SentenceText>{unit}</SentenceText>}
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
					{compared}
				</>
			);
		case "repeated":
			return (
				<>
					{subject}
					<SentenceText>is</SentenceText>
					{compared}
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

const mostLevels = 3;

type LevelsProps = { levels: TypedLevel[]; unit: string; errorAt: ErrorAt; onChange: ChangeCondition };

function Levels({ levels, unit, errorAt, onChange }: LevelsProps) {
	const list = useRef<HTMLSpanElement>(null);
	const path = `${root}.levels`;
	const change = (index: number, changes: Partial<TypedLevel>, at: string) =>
		onChange({ levels: levels.map((level, place) => (place === index ? { ...level, ...changes } : level)) }, at);
	const remove = (index: number) => {
		onChange({ levels: levels.filter((_, place) => place !== index) }, path);
		// What had the focus is gone.
		list.current?.querySelector<HTMLElement>("input")?.focus();
	};
	const add = () => onChange({ levels: [...levels, { severity: nextSeverity(levels), limit: emptyLimit }] }, path);
	return (
		<span ref={list} className={classes.levels}>
			{levels.map(({ severity, limit }, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: a level is its place, and its fields are controlled
				<span key={index} className={classes.together}>
					{index > 0 && <SentenceText>or</SentenceText>}
					<Limit
						label={`Level ${index + 1}`}
						limit={limit}
						unit={unit}
						path={`${path}.${index}.limit`}
						errorAt={errorAt}
						onChange={(next, at) => change(index, { limit: next }, at)}
					/>
					<Choice
						label={`Level ${index + 1}, severity`}
						options={severityOptions}
						value={severity}
						error={errorAt(`${path}.${index}.severity`)}
						onChange={(next) => change(index, { severity: next }, `${path}.${index}.severity`)}
					/>
					{levels.length > 2 && (
						<Button
							variant="subtle"
							color="red"
							size="compact-md"
							className={classes.partButton}
							leftSection={<IconTrash size={15} />}
							aria-label={`Remove level ${index + 1}`}
							onClick={() => remove(index)}
						>
							Remove
						</Button>
					)}
				</span>
			))}
			{levels.length < mostLevels && (
				<Button
					variant="subtle"
					size="compact-md"
					className={classes.partButton}
					leftSection={<IconPlus size={15} />}
					onClick={add}
				>
					Add level
				</Button>
			)}
		</span>
	);
}

const emptyLimit = { from: "value" as const, value: "", field: "" };

function nextSeverity(levels: readonly TypedLevel[]): AlertSeverity {
	const used = new Set(levels.map(({ severity }) => severity));
	return [...severitiesFromWorst].reverse().find((severity) => !used.has(severity)) ?? "critical";
}

type ClearSentenceProps = {
	clear: ClearValues;
	condition: ConditionValues;
	errorAt: ErrorAt;
	onChange: (changes: Partial<ClearValues>, path: string) => void;
};

function ClearSentence({ clear, condition, errorAt, onChange }: ClearSentenceProps) {
	const { kind, channels } = condition;
	const options = endsPlainly(kind) ? plainClearOptions : clearOptions;
	const by = options.some(({ value }) => value === clear.by) ? clear.by : "opposite";
	const unit = unitOf(kind, channels.unit);
	return (
		<div className={classes.sentence}>
			<SentenceText>It ends</SentenceText>
			<Choice
				label="How it ends"
				options={options}
				value={by}
				onChange={(next) => onChange({ by: next }, "rule.clear")}
			/>
			{by === "opposite" && !endsPlainly(kind) && (
				<span className={classes.together}>
					<SentenceText>by at least</SentenceText>
					<Typed
						label="Margin"
						placeholder="0"
						value={clear.margin}
						error={errorAt("rule.clear.hysteresis.value")}
						onChange={(margin) => onChange({ margin }, "rule.clear.hysteresis")}
					/>
					<Choice
						label="Margin, unit"
						options={[
							{ value: "absolute" as const, label: unit === "" ? "units" : unit },
							{ value: "percent" as const, label: "% of the limit" },
						]}
						value={clear.marginKind}
						onChange={(marginKind) => onChange({ marginKind }, "rule.clear.hysteresis")}
					/>
				</span>
			)}
			{by === "condition" && (
				<ComparedWith
					label="End"
					comparison={clear.comparison}
					limit={clear.limit}
					channels={{ ...channels, unit }}
					path="rule.clear"
					errorAt={errorAt}
					onChange={onChange}
				/>
			)}
			{by !== "person" && (
				<>
					<SentenceText>for</SentenceText>
					<Span
						label="Ends after"
						value={clear.clearFor}
						error={errorAt("rule.clear.clearForSeconds")}
						onChange={(clearFor) => onChange({ clearFor }, "rule.clear.clearForSeconds")}
					/>
				</>
			)}
		</div>
	);
}

function unitOf(kind: ConditionKind, unit: string): string {
	if (kind === "battery") return "%";
	return kind === "signal" ? "dBm" : unit;
}

const clearLabels: Record<AlertClear["by"], string> = {
	opposite: "once this is no longer so",
	condition: "once the value is",
	person: "when a person clears it",
};
const clearOptions = (Object.keys(clearLabels) as AlertClear["by"][]) // it has an entry for each and no other
	.map((value) => ({ value, label: clearLabels[value] }));
const plainClearOptions = clearOptions.filter(({ value }) => value !== "condition");
