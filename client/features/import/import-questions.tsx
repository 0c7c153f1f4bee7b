import type { Channel } from "../../../shared/device/device";
import {
	type FileChoices,
	openQuestions,
	questionsAs,
	shownFormat,
	targetsForParts,
	targetsOf,
	wholeFile,
	withAnswer,
	withColumns,
	withDivision,
	withEncoding,
	withFormat,
	withNoValuesConfirmed,
	withReading,
	withTarget,
	withTargetChange,
	withUnit,
} from "../../../shared/log/file-choices";
import type { LogDevice } from "../../../shared/log/log";
import type { FileFormat, ImportPreview, ImportQuestion } from "../../../shared/log/reading-import";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/import";
import { NoValuesQuestion, UnitQuestions } from "./data-questions";
import {
	ClockQuestion,
	DateOrderQuestion,
	DecimalSignQuestion,
	EncodingQuestion,
	SkippedHourQuestion,
	TimeColumnQuestion,
	ZoneQuestion,
} from "./header-questions";
import classes from "./import.module.css";
import { PartsQuestion } from "./parts-question";

type ImportQuestionsProps = {
	choices: FileChoices;
	index: number;
	preview: ImportPreview;
	isBehind: boolean;
	/** `device`: whose readings are shown; `owner`: the device that the file was chosen for. */
	device: LogDevice;
	owner: LogDevice;
	devices: readonly LogDevice[];
	channels: readonly Pick<Channel, "id" | "name">[];
	onChange: (choices: FileChoices) => void;
};

export function ImportQuestions(props: ImportQuestionsProps) {
	const { choices, index, preview, isBehind } = props;
	const questions = isBehind ? questionsAs(choices, index, preview) : preview.questions;
	if (questions.length === 0) return null;
	const open = openQuestions({ questions }).length;
	return (
		<section className={`${layout.fieldset} ${classes.group}`} aria-label={t("questions")}>
			<h3>{open === 0 ? t("questions.answered") : t("questions.open", { count: open })}</h3>
			<ol className={`${layout.plain} ${classes.questions}`}>
				{questions.map((question) => (
					<OneQuestion key={question.kind} {...props} question={question} />
				))}
			</ol>
		</section>
	);
}

function OneQuestion({ question, ...props }: ImportQuestionsProps & { question: ImportQuestion }) {
	const { choices, index, preview, device, owner, devices, channels, onChange } = props;
	const format = shownFormat(choices, preview.format);
	const result = (change: Partial<FileFormat>) =>
		onChange(withAnswer(withFormat(choices, preview.format, change), question.kind));
	const common = { preview, format, device, onAnswer: result };
	switch (question.kind) {
		case "encoding":
			return (
				<EncodingQuestion
					question={question}
					format={format}
					onEncoding={(encoding) => onChange(withEncoding(owner.id, encoding))}
				/>
			);
		case "time-column":
			return <TimeColumnQuestion question={question} {...common} />;
		case "date-order":
			return <DateOrderQuestion question={question} {...common} />;
		case "clock":
			return <ClockQuestion question={question} {...common} />;
		case "zone":
			return <ZoneQuestion question={question} {...common} />;
		case "skipped-hour":
			return (
				<SkippedHourQuestion
					question={question}
					format={format}
					device={device}
					onZone={(zone) => onChange(withAnswer(withFormat(choices, preview.format, { zone }), "zone"))}
					onKeep={() => result({ zone: question.zone })}
				/>
			);
		case "decimal-sign":
			return <DecimalSignQuestion question={question} {...common} />;
		case "parts":
			return (
				<PartsQuestion
					question={question}
					format={format}
					device={owner}
					onDivide={(candidate) =>
						onChange(
							withDivision(choices, preview.format, {
								divideBy: candidate?.divideBy ?? null,
								targets: candidate ? targetsForParts(candidate.parts, devices) : [wholeFile(owner.id)],
							}),
						)
					}
				/>
			);
		case "units":
			return (
				<UnitQuestions
					question={question}
					preview={preview}
					channels={channels}
					onUnit={(column, unit) => {
						const columns = choices.targets[index]?.columns ?? targetsOf(preview);
						const known = columns.some((one) => one.column === column)
							? columns
							: withTarget(columns, column, question.columns.find((one) => one.column === column)?.channelId ?? null);
						const next = unit === "ignore" ? withTarget(known, column, null) : withUnit(known, column, unit);
						onChange(
							unit === "ignore"
								? withColumns(choices, index, next)
								: withTargetChange(choices, index, { columns: next }),
						);
					}}
				/>
			);
		case "no-values":
			return (
				<NoValuesQuestion
					question={question}
					preview={preview}
					readings={choices.readings}
					onReading={(value, isReading) => onChange(withReading(choices, preview.format, value, isReading))}
					onConfirm={() => {
						const wanted = question.values.map(({ value }) => value);
						onChange(withNoValuesConfirmed(choices, preview.format, { index, asked: wanted }));
					}}
				/>
			);
	}
}
