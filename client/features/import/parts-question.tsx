import type { LogDevice } from "../../../shared/log/log";
import type { DivideBy, FileFormat, ImportQuestion } from "../../../shared/log/reading-import";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { countOf } from "../../ui/format";
import type { Target } from "./file-choices";
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

export function PartsQuestion({ question, format, device, onDivide }: PartsQuestionProps) {
	const { candidates, twoValues, isAnswered } = question;
	const choices = [
		...candidates.map(({ divideBy, name, parts }) => ({
			value: keyOf(divideBy),
			label: `By ${name}: each of these ${parts.length} has readings of its own`,
			description: listed(parts.map(({ text }) => text)),
		})),
		{ value: "whole", label: `All rows are of ${device.name}` },
	];
	return (
		<Question
			question="The rows of this file belong to several devices. Which ones?"
			description={
				twoValues &&
				`Lines ${twoValues.lines.join(" and ")} have one time and two values: ${twoValues.values.map(numberText).join(" and ")}.`
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
	const shown = texts.slice(0, shownParts).join(", ");
	return texts.length > shownParts ? `${shown} and ${texts.length - shownParts} more` : shown;
}

type PartTargetsProps = {
	targets: readonly Target[];
	devices: readonly LogDevice[];
	stateOf: (index: number) => string;
	onDevice: (index: number, deviceId: string | null) => void;
};

export function PartTargets({ targets, devices, stateOf, onDevice }: PartTargetsProps) {
	const choices = useSteadyOptions([
		{ value: "", label: "Leave out" },
		...devices.map(({ id, name }) => ({ value: id, label: name })),
	]);
	const included = targets.filter(({ deviceId }) => deviceId !== null).length;
	return (
		<fieldset className={classes.group}>
			<legend>Devices of this file</legend>
			<p className={classes.note}>{countOf(included, "import")}, one for each part that has a device.</p>
			<ul className={classes.columns}>
				{targets.map(({ part, deviceId }, index) => (
					<li key={part}>
						<div className={classes.columnText}>
							<span>{part === "" ? "Rows without a name" : part}</span>
							<small aria-live="polite">{deviceId === null ? "Left out" : stateOf(index)}</small>
						</div>
						<Select
							aria-label={`Device for ${part}`}
							{...choices}
							searchable
							limit={100}
							nothingFoundMessage="No device of this name"
							value={deviceId ?? ""}
							onChange={(value) => onDevice(index, value === "" ? null : value)}
						/>
					</li>
				))}
			</ul>
		</fieldset>
	);
}
