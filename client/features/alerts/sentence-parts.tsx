import { Autocomplete, TextInput } from "@mantine/core";
import { type ReactNode, type Ref, useMemo } from "react";
import type { comparedAs } from "../../../shared/alert/alert-sentence";
import { type ChannelChoice, Comparison, isBeyond } from "../../../shared/alert/conditions/terms";
import { comparisonLabels } from "../../../shared/alert/conditions/words";
import type { DeviceListRow } from "../../../shared/device/device";
import { measureKey, measuresAsRead, measureTitle, offeredChannels } from "../../entities/channel-choices";
import { severitiesFromWorst } from "../../entities/labels";
import { markedName } from "../../entities/marked-name";
import { durationUnits } from "../../forms/duration-inputs";
import { type TypedDuration, typedNumber } from "../../forms/typed-setting";
import { useTypedValue } from "../../forms/value-input";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/alerts";
import classes from "./sentence-parts.module.css";

export type TypedLimit = { from: "value" | "field" | "min" | "max"; value: string; field: string };

export type ErrorAt = (path: string) => string | undefined;

export function SentenceText({ children }: { children: ReactNode }) {
	return <span className={classes.words}>{children}</span>;
}

export const words = (text: ReactNode) => <SentenceText>{text}</SentenceText>;

export function Sentence({ children }: { children: ReactNode }) {
	return <div className={classes.sentence}>{children}</div>;
}

export function Together({ children, ...own }: { children: ReactNode; ref?: Ref<HTMLSpanElement> }) {
	return (
		<span className={classes.together} {...own}>
			{children}
		</span>
	);
}

const part = { root: classes.part, error: classes.partError, section: classes.section, input: classes.token };

/** In characters, for browsers that do not know `field-sizing`. */
function textWidth(text = ""): string {
	return String(Math.max(text.length, 3));
}

type ChoiceProps<Value extends string> = {
	label: string;
	options: readonly { value: Value; label: string }[];
	value: Value;
	error?: string | undefined;
	onChange: (value: Value) => void;
};

export function Choice<Value extends string>({ label, options, value, error, onChange }: ChoiceProps<Value>) {
	return (
		<Select
			classNames={part}
			aria-label={label}
			data={options}
			inputSize={textWidth(options.find((option) => option.value === value)?.label)}
			comboboxProps={{ width: "max-content", position: "bottom-start" }}
			value={value}
			error={error}
			onChange={onChange}
		/>
	);
}

type TypedProps = {
	label: string;
	value: string;
	placeholder?: string;
	isText?: boolean;
	error?: string | undefined;
	onChange: (value: string) => void;
};

export function Typed({ label, value, placeholder, isText = false, error, onChange }: TypedProps) {
	return (
		<TextInput
			classNames={part}
			aria-label={label}
			placeholder={placeholder}
			inputMode={isText ? "text" : "decimal"}
			inputSize={textWidth(value || placeholder)}
			autoComplete="off"
			value={value}
			error={error}
			onChange={(event) => onChange(event.currentTarget.value)}
		/>
	);
}

export type Measured = { channels: ChannelChoice; compared: ReturnType<typeof comparedAs> };

const unmeasured = { quantity: "other", unit: "" } as const;

type TypedValueProps = Omit<TypedProps, "isText" | "placeholder"> & Measured;

export function TypedValue({ channels, compared, value, onChange, ...field }: TypedValueProps) {
	const isDifference = compared === "difference";
	const typed = useTypedValue({ value, measure: compared === null ? unmeasured : channels, isDifference, onChange });
	const shown = compared === null ? channels.unit : typed.unit;
	return (
		<>
			<Typed {...field} value={typed.text} onChange={typed.change} />
			{shown !== "" && <SentenceText>{shown}</SentenceText>}
		</>
	);
}

type SpanProps = {
	label: string;
	value: TypedDuration;
	error?: string | undefined;
	onChange: (value: TypedDuration) => void;
};

const unitOptions = durationUnits.map(({ value }) => ({ value, label: t(`unit.${value}`) }));

export function Span({ label, value, error, onChange }: SpanProps) {
	const isNumber = !Number.isNaN(typedNumber(value.amount));
	return (
		<Together>
			<Typed
				label={t("span.length", { label })}
				value={value.amount}
				error={error && !isNumber ? t("span.noNumber") : error}
				onChange={(amount) => onChange({ ...value, amount })}
			/>
			<Choice
				label={t("span.unit", { label })}
				options={unitOptions}
				value={value.unit}
				onChange={(unit) => onChange({ ...value, unit })}
			/>
		</Together>
	);
}

export const severityOptions = severitiesFromWorst.map((value) => ({
	value,
	label: t(`severity.${value}`),
}));

export const raisedOptions = severitiesFromWorst.map((value) => ({ value, label: t(`raise.${value}`) }));

export const comparisonOptions = Comparison.options.map((value) => ({ value, label: comparisonLabels[value] }));

const limitSources: { value: TypedLimit["from"]; label: string }[] = [
	{ value: "value", label: t("limit.fromValue") },
	{ value: "field", label: t("limit.fromField") },
	{ value: "min", label: t("limit.fromMin") },
	{ value: "max", label: t("limit.fromMax") },
];

type LimitProps = {
	label: string;
	limit: TypedLimit;
	path: string;
	errorAt: ErrorAt;
	onChange: (limit: TypedLimit, path: string) => void;
};

export function Limit({ label, limit, channels, compared, path, errorAt, onChange }: LimitProps & Measured) {
	const change = (changes: Partial<TypedLimit>) => onChange({ ...limit, ...changes }, path);
	const error = errorAt(`${path}.${limit.from === "field" ? "field" : "value"}`) ?? errorAt(path);
	return (
		<Together>
			<Choice
				label={t("limit.takenFrom", { label })}
				options={limitSources}
				value={limit.from}
				error={limit.from === "min" || limit.from === "max" ? error : undefined}
				onChange={(from) => change({ from })}
			/>
			{limit.from === "value" && (
				<TypedValue
					label={label}
					channels={channels}
					compared={compared}
					value={limit.value}
					error={error}
					onChange={(value) => change({ value })}
				/>
			)}
			{limit.from === "field" && (
				<Typed
					label={t("limit.fieldName", { label })}
					isText
					placeholder={t("limit.fieldName.example")}
					value={limit.field}
					error={error}
					onChange={(field) => change({ field })}
				/>
			)}
		</Together>
	);
}

type Compared = { comparison: Comparison; limit: TypedLimit };

type ComparedProps = Compared & {
	label: string;
	channels: ChannelChoice;
	compared: Measured["compared"];
	path: string;
	errorAt: ErrorAt;
	onChange: (changes: Partial<Compared>, path: string) => void;
};

const stateOptions = [
	{ value: "open", label: t("door.open") },
	{ value: "closed", label: t("door.closed") },
] as const;

/** A door is open or closed, so it has no number to compare. */
export function ComparedWith({ label, comparison, limit, channels, compared, path, ...rest }: ComparedProps) {
	const { errorAt, onChange } = rest;
	if (channels.quantity === "door" && limit.from === "value") {
		const isMeantWhen = (state: number) => isBeyond(state, comparison, typedNumber(limit.value));
		return (
			<Choice
				label={t("door.state")}
				options={stateOptions}
				value={isMeantWhen(1) && !isMeantWhen(0) ? "open" : "closed"}
				onChange={(state) =>
					onChange({ comparison: "=", limit: { ...limit, value: state === "open" ? "1" : "0" } }, path)
				}
			/>
		);
	}
	return (
		<>
			<Choice
				label={t("comparison.of", { label })}
				options={comparisonOptions}
				value={comparison}
				onChange={(chosen) => onChange({ comparison: chosen }, `${path}.comparison`)}
			/>
			<Limit
				label={label}
				limit={limit}
				channels={channels}
				compared={compared}
				path={`${path}.limit`}
				errorAt={errorAt}
				onChange={(next, at) => onChange({ limit: next }, at)}
			/>
		</>
	);
}

type ChannelsProps = {
	channels: ChannelChoice;
	devices: DeviceListRow[];
	path: string;
	errorAt: ErrorAt;
	onChange: (channels: ChannelChoice) => void;
};

/** Channels are chosen by quantity, and by name if a device measures it at several positions. */
export function Channels({ channels, devices, path, errorAt, onChange }: ChannelsProps) {
	const offered = useMemo(() => offeredChannels(devices), [devices]);
	const key = measureKey(channels);
	const current = { value: key, label: measureTitle(channels), channels };
	const measures = offered.measures.some(({ value }) => value === key)
		? offered.measures
		: [current, ...offered.measures];
	const style = useValueStyle();
	const options = useSteadyOptions(measuresAsRead(measures, style));
	const names = offered.namesByMeasure.get(key) ?? [];
	const derived = new Set(names.flatMap(({ name, isDerived }) => (isDerived ? name : [])));
	return (
		<>
			<Select
				classNames={part}
				aria-label={t("channel.measured")}
				searchable
				comboboxProps={{ width: "max-content", position: "bottom-start" }}
				{...options}
				value={key}
				error={errorAt(`${path}.quantity`) ?? errorAt(`${path}.unit`)}
				onChange={(chosen) => {
					const measure = measures.find(({ value }) => value === chosen);
					if (measure) onChange({ ...measure.channels, name: null });
				}}
			/>
			<Autocomplete
				classNames={part}
				aria-label={t("channel.name")}
				placeholder={t("channel.any")}
				comboboxProps={{ width: "max-content", position: "bottom-start" }}
				data={names.map(({ name }) => name)}
				renderOption={({ option: { value } }) => markedName(value, derived.has(value))}
				value={channels.name ?? ""}
				error={errorAt(`${path}.name`)}
				onChange={(name) => onChange({ ...channels, name: name === "" ? null : name })}
			/>
		</>
	);
}
