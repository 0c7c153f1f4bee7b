import { Button } from "@mantine/core";
import { groupedBy } from "../../../shared/base/lists";
import type { Channel } from "../../../shared/device/device";
import type { ImportPreview, ImportQuestion } from "../../../shared/log/reading-import";
import { countOf } from "../../ui/format";
import classes from "./import.module.css";
import { numberText, Question } from "./question";

type UnitsQuestion = Extract<ImportQuestion, { kind: "units" }>;
type UnitChoice = "convert" | "as-is" | "ignore";

type UnitQuestionsProps = {
	question: UnitsQuestion;
	preview: ImportPreview;
	channels: readonly Pick<Channel, "id" | "name">[];
	onUnit: (column: number, choice: UnitChoice) => void;
};

export function UnitQuestions({ question, preview, channels, onUnit }: UnitQuestionsProps) {
	return question.columns.map(({ column, channelId, columnUnit, channelUnit, canConvert, isOther, answer: result }) => {
		const name = preview.columns.find((each) => each.column === column)?.name ?? `Column ${column + 1}`;
		const channel = channels.find(({ id }) => id === channelId)?.name ?? "the channel";
		const taking: { value: UnitChoice; label: string } = canConvert
			? { value: "convert", label: `Convert ${columnUnit} into ${channelUnit}` }
			: { value: "as-is", label: `The numbers are in ${channelUnit || "the channel's unit"} already` };
		const ignoring = { value: "ignore", label: "Ignore this column" } as const;
		return (
			<Question
				key={column}
				question={`${name} is in ${columnUnit}, and ${channel} in ${channelUnit || "no unit"}. What is to be done?`}
				description={isOther ? "These units measure different things. Choose another channel below." : undefined}
				isAnswered={result !== null}
				value={result}
				choices={isOther ? [ignoring] : [taking, ignoring]}
				onChange={(choice) => onUnit(column, choice)}
			/>
		);
	});
}

type NoValues = Extract<ImportQuestion, { kind: "no-values" }>;

type NoValuesQuestionProps = {
	question: NoValues;
	preview: ImportPreview;
	readings: readonly number[];
	onReading: (value: number, isReading: boolean) => void;
	onConfirm: () => void;
};

/** Lists each number with its positions; one press accepts the proposal. */
export function NoValuesQuestion({ question, preview, readings, onReading, onConfirm }: NoValuesQuestionProps) {
	const nameOf = (column: number) => preview.columns.find((each) => each.column === column)?.name ?? `${column + 1}`;
	const values = [...groupedBy(question.values, ({ value }) => value)];
	return (
		<>
			{values.map(([value, places]) => (
				<Question
					key={value}
					question={`${numberText(value)} stands ${placesText(places, nameOf)}: no value, or a reading?`}
					description={places.some(({ isDeclared }) => isDeclared) ? "The file itself says: no value." : undefined}
					isAnswered={question.isAnswered}
					value={readings.includes(value) ? "reading" : "none"}
					choices={[
						{ value: "none", label: "No value: left out" },
						{ value: "reading", label: "A reading" },
					]}
					onChange={(choice) => onReading(value, choice === "reading")}
				/>
			))}
			{!question.isAnswered && (
				<li className={classes.confirm}>
					<Button variant="default" onClick={onConfirm}>
						{values.length === 1 ? "Confirm this" : `Confirm these ${values.length}`}
					</Button>
				</li>
			)}
		</>
	);
}

/** "12 times in Temperature, first in line 3". */
function placesText(places: NoValues["values"], nameOf: (column: number) => string): string {
	return places
		.map(({ column, count, line }) => `${countOf(count, "time")} in ${nameOf(column)}, first in line ${line}`)
		.join("; ");
}
