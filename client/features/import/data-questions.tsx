import { groupedBy } from "../../../shared/base/lists";
import type { Channel } from "../../../shared/device/device";
import type { ImportPreview, ImportQuestion } from "../../../shared/log/reading-import";
import { PlainButton } from "../../ui/form/buttons";
import { t } from "../../words/made/import";
import { columnTitle, headingOf } from "./column-name";
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
		const name = columnTitle(preview.columns, column);
		const channel = channels.find(({ id }) => id === channelId)?.name ?? t("unit.theChannel");
		const taking: { value: UnitChoice; label: string } = canConvert
			? { value: "convert", label: t("unit.convert", { from: columnUnit, to: channelUnit }) }
			: { value: "as-is", label: channelUnit ? t("unit.asIs", { unit: channelUnit }) : t("unit.asIsOfChannel") };
		const ignoring = { value: "ignore", label: t("unit.ignore") } as const;
		return (
			<Question
				key={column}
				question={
					channelUnit
						? t("unit.question", { column: name, columnUnit, channel, channelUnit })
						: t("unit.questionWithout", { column: name, columnUnit, channel })
				}
				description={isOther ? t("unit.other") : undefined}
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
	const nameOf = (column: number) => headingOf(preview.columns, column) ?? `${column + 1}`;
	const values = [...groupedBy(question.values, ({ value }) => value)];
	return (
		<>
			{values.map(([value, places]) => (
				<Question
					key={value}
					question={t("noValue.question", { value: numberText(value), places: placesText(places, nameOf) })}
					description={places.some(({ isDeclared }) => isDeclared) ? t("noValue.declared") : undefined}
					isAnswered={question.isAnswered}
					value={readings.includes(value) ? "reading" : "none"}
					choices={[
						{ value: "none", label: t("noValue.leaveOut") },
						{ value: "reading", label: t("noValue.reading") },
					]}
					onChange={(choice) => onReading(value, choice === "reading")}
				/>
			))}
			{!question.isAnswered && (
				<li className={classes.confirm}>
					<PlainButton onClick={onConfirm}>{t("noValue.confirm", { count: values.length })}</PlainButton>
				</li>
			)}
		</>
	);
}

/** "12 times in Temperature, first in line 3". */
function placesText(places: NoValues["values"], nameOf: (column: number) => string): string {
	return places
		.map(({ column, count, line }) => t("noValue.places", { count, column: nameOf(column), line }))
		.join("; ");
}
