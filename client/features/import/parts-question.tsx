import type { Target } from "../../../shared/log/file-choices";
import type { LogDevice } from "../../../shared/log/log";
import type { DivideBy, FileFormat, ImportQuestion } from "../../../shared/log/reading-import";
import { commaList } from "../../base/comma-list";
import { pageLanguage } from "../../base/page-language";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/import";
import classes from "./import.module.css";
import { numberText, Question } from "./question";

type PartsQuestionData = Extract<ImportQuestion, { kind: "parts" }>;
type Candidate = PartsQuestionData["candidates"][number];

type PartsQuestionProps = {
	question: PartsQuestionData;
	format: FileFormat;
	device: LogDevice;
	onDivide: (candidate: Candidate | null) => void;
};

const shownParts = 4;

const allOf = new Intl.ListFormat(pageLanguage);

export function PartsQuestion({ question, format, device, onDivide }: PartsQuestionProps) {
	const { candidates, twoValues, isAnswered } = question;
	const choices = [
		...candidates.map(({ divideBy, name, parts }) => ({
			value: keyOf(divideBy),
			label: t("parts.by", { count: parts.length, name }),
			description: listed(parts.map(({ text }) => text)),
		})),
		{ value: "whole", label: t("parts.whole", { device: device.name }) },
	];
	return (
		<Question
			question={t("parts.question")}
			description={
				twoValues &&
				t("parts.twoValues", {
					lines: allOf.format(twoValues.lines.map(String)),
					values: allOf.format(twoValues.values.map(numberText)),
				})
			}
			isAnswered={isAnswered}
			value={isAnswered ? (format.divideBy ? keyOf(format.divideBy) : "whole") : null}
			choices={choices}
			onChange={(value) => onDivide(candidates.find(({ divideBy }) => keyOf(divideBy) === value) ?? null)}
		/>
	);
}

function keyOf(divideBy: DivideBy): string {
	return JSON.stringify(divideBy);
}

function listed(texts: string[]): string {
	const shown = commaList(texts.slice(0, shownParts));
	return texts.length > shownParts ? t("parts.more", { count: texts.length - shownParts, shown }) : shown;
}

type PartTargetsProps = {
	targets: readonly Target[];
	devices: readonly LogDevice[];
	stateOf: (index: number) => string;
	onDevice: (index: number, deviceId: string | null) => void;
};

export function PartTargets({ targets, devices, stateOf, onDevice }: PartTargetsProps) {
	const choices = useSteadyOptions([
		{ value: "", label: t("leaveOut") },
		...devices.map(({ id, name }) => ({ value: id, label: name })),
	]);
	const included = targets.filter(({ deviceId }) => deviceId !== null).length;
	return (
		<fieldset className={`${layout.fieldset} ${classes.group}`}>
			<legend>{t("parts.title")}</legend>
			<p className={classes.note}>{t("parts.count", { count: included })}</p>
			<ul className={`${layout.plain} ${classes.columns}`}>
				{targets.map(({ part, deviceId }, index) => (
					<li key={part}>
						<div className={classes.columnText}>
							<span>{part === "" ? t("part.noName") : part}</span>
							<small aria-live="polite">{deviceId === null ? t("part.leftOut") : stateOf(index)}</small>
						</div>
						<Select
							aria-label={t("part.device", { part: part ?? "" })}
							{...choices}
							searchable
							limit={100}
							nothingFoundMessage={t("noDevice")}
							value={deviceId ?? ""}
							onChange={(value) => onDevice(index, value === "" ? null : value)}
						/>
					</li>
				))}
			</ul>
		</fieldset>
	);
}
