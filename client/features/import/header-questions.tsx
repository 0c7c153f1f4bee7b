import { Code, TextInput } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { LogDevice } from "../../../shared/log/log";
import type {
	FileEncoding,
	FileFormat,
	ImportPreview,
	ImportQuestion,
	QuestionKind,
} from "../../../shared/log/reading-import";
import { formatOffset, parseDeviceZone, type Zone } from "../../../shared/time/time-zones";
import { pageLanguage } from "../../base/page-language";
import { encodingNames } from "../../forms/file-import/encoding-names";
import { rich, t } from "../../words/made/import";
import { headingOf } from "./column-name";
import { numberText, Question } from "./question";
import { zoneLabel } from "./zone-labels";

type Of<Kind extends QuestionKind> = Extract<ImportQuestion, { kind: Kind }>;

type HeaderQuestionProps<Kind extends QuestionKind> = {
	question: Of<Kind>;
	preview: ImportPreview;
	format: FileFormat;
	device: LogDevice;
	onAnswer: (change: Partial<FileFormat>) => void;
};

type EncodingQuestionProps = Pick<HeaderQuestionProps<"encoding">, "question" | "format"> & {
	onEncoding: (encoding: FileEncoding) => void;
};

export function EncodingQuestion({ question, format, onEncoding }: EncodingQuestionProps) {
	return (
		<Question
			question={t("encoding.question", { line: question.line })}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? format.encoding : null}
			choices={question.candidates.map(({ encoding, text }) => ({
				value: encoding,
				label: text,
				description: encodingNames[encoding],
			}))}
			onChange={onEncoding}
		/>
	);
}

export function TimeColumnQuestion({ question, format, onAnswer }: HeaderQuestionProps<"time-column">) {
	const choices = question.candidates.map(({ timeColumns, name, sample }) => ({
		value: JSON.stringify(timeColumns),
		label: name,
		description: sample,
	}));
	return (
		<Question
			question={t("timeColumn.question")}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? JSON.stringify(format.timeColumns) : null}
			choices={choices}
			onChange={(value) => {
				const chosen = question.candidates.find(({ timeColumns }) => JSON.stringify(timeColumns) === value);
				if (chosen) onAnswer({ timeColumns: chosen.timeColumns });
			}}
		/>
	);
}

const code = (text: ReactNode) => <Code>{text}</Code>;

const oneOf = new Intl.ListFormat(pageLanguage, { type: "disjunction" });

export function DateOrderQuestion({ question, format, onAnswer }: HeaderQuestionProps<"date-order">) {
	const choices = question.orders.map(({ dateOrder, firstWallAt }) => ({
		value: dateOrder,
		label: t(`order.${dateOrder}`, { date: dateText(firstWallAt) }),
	}));
	const dates = oneOf.format(question.orders.map(({ firstWallAt }) => dateText(firstWallAt)));
	return (
		<Question
			question={rich("dateOrder.question", { line: question.line, text: question.text, dates, code })}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? format.dateOrder : null}
			choices={choices}
			onChange={(dateOrder) => onAnswer({ dateOrder })}
		/>
	);
}

/** `wallAt`: wall time in ms, as if it were UTC. */
function dateText(wallAt: number): string {
	const options = { year: "numeric", month: "long", day: "numeric", timeZone: "UTC" } as const;
	return new Intl.DateTimeFormat(pageLanguage === "en" ? "en-US" : pageLanguage, options).format(wallAt);
}

export function ClockQuestion({ question, format, onAnswer }: HeaderQuestionProps<"clock">) {
	const { proposedMinutes } = question;
	const shown = question.isAnswered ? format.clockMinutes : null;
	const usual = shown === null ? null : (usualClocks.get(shown) ?? "other");
	const [isOther, setIsOther] = useState(usual === "other");
	return (
		<Question
			question={rich("clock.question", { count: question.rows, line: question.line, text: question.text, code })}
			isAnswered={question.isAnswered}
			value={isOther ? "other" : usual}
			choices={[
				{ value: "midnight", label: proposedMinutes === 0 ? t("clock.midnightLeftOut") : "00:00" },
				{ value: "noon", label: "12:00" },
				{ value: "other", label: t("clock.other") },
			]}
			onChange={(choice) => {
				setIsOther(choice === "other");
				if (choice !== "other") onAnswer({ clockMinutes: choice === "noon" ? 720 : 0 });
			}}
		>
			{isOther && <TimeOfDayField minutes={shown} onChange={(clockMinutes) => onAnswer({ clockMinutes })} />}
		</Question>
	);
}

type TimeOfDayFieldProps = { minutes: number | null; onChange: (minutes: number) => void };

function TimeOfDayField({ minutes, onChange }: TimeOfDayFieldProps) {
	const [typed, setTyped] = useState(minutes === null ? "" : clockText(minutes));
	const isWrong = typed.length >= 5 && minutesOf(typed) === null;
	return (
		<TextInput
			label={t("clock.timeOfDay")}
			placeholder="07:30"
			autoComplete="off"
			mt={8}
			maw={240}
			value={typed}
			error={isWrong && t("clock.invalid")}
			onChange={({ currentTarget: { value } }) => {
				setTyped(value);
				const read = minutesOf(value);
				if (read !== null) onChange(read);
			}}
		/>
	);
}

function minutesOf(text: string): number | null {
	const match = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim());
	return match ? Number(match[1]) * 60 + Number(match[2]) : null;
}

const usualClocks = new Map<number, "midnight" | "noon">([
	[0, "midnight"],
	[720, "noon"],
]);

function clockText(minutes: number): string {
	return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

const placeQuestions = {
	heading: "zone.inHeading",
	preamble: "zone.inPreamble",
	column: "zone.inColumn",
	cell: "zone.inCell",
} as const;

export function ZoneQuestion({ question, preview, format, device, onAnswer }: HeaderQuestionProps<"zone">) {
	const zones: Zone[] = question.zones.includes(format.zone) ? question.zones : [...question.zones, format.zone];
	return (
		<Question
			question={rich(placeQuestions[question.place], { text: question.text, code })}
			description={differenceText(preview.clockDifferenceMinutes, device) ?? t("zone.other")}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? format.zone : null}
			choices={zones.map((zone) => ({ value: zone, label: zoneLabel(zone, device, question.zones[0]) }))}
			onChange={(zone) => onAnswer({ zone })}
		/>
	);
}

type SkippedHourProps = Pick<HeaderQuestionProps<"skipped-hour">, "question" | "format" | "device"> & {
	onZone: (zone: Zone) => void;
	onKeep: () => void;
};

export function SkippedHourQuestion({ question, format, device, onZone, onKeep }: SkippedHourProps) {
	const { line, wallAt, rows, zone, fixed, isAnswered } = question;
	const name = zoneLabel(zone, device);
	const offset = formatOffset(parseDeviceZone(fixed)?.timezoneOffset ?? 0);
	const time = `${dateText(wallAt)}, ${new Date(wallAt).toISOString().slice(11, 16)}`;
	return (
		<Question
			question={t("skipped.question", { line, time, zone: name })}
			description={t("skipped.help")}
			isAnswered={isAnswered}
			value={format.zone === fixed ? "fixed" : isAnswered ? "keep" : null}
			choices={[
				{ value: "fixed", label: t("skipped.winter", { offset }) },
				{ value: "keep", label: t("skipped.leaveOut", { count: rows, zone: name }) },
			]}
			onChange={(choice) => (choice === "fixed" ? onZone(fixed) : onKeep())}
		/>
	);
}

/** Null: the file uses the device's clock. */
export function differenceText(minutes: number | null, device: LogDevice): string | null {
	if (minutes === null || minutes === 0) return null;
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	const whole = rest === 0 ? t("length.hours", { hours }) : t("length.both", { hours, minutes: rest });
	const length = hours === 0 ? t("length.minutes", { minutes: rest }) : whole;
	const values = { length, device: device.name };
	return minutes > 0 ? t("clock.ahead", values) : t("clock.behind", values);
}

export function DecimalSignQuestion({ question, preview, format, onAnswer }: HeaderQuestionProps<"decimal-sign">) {
	const found = headingOf(preview.columns, question.column);
	const name = found ?? t("column.numberedInSentence", { number: question.column + 1 });
	return (
		<Question
			question={rich("decimal.question", { line: question.line, column: name, text: question.text, code })}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? format.decimalSign : null}
			choices={[
				{ value: ",", label: t("decimal.comma", { number: numberText(question.asComma) }) },
				{ value: ".", label: t("decimal.point", { number: numberText(question.asPoint) }) },
			]}
			onChange={(decimalSign) => onAnswer({ decimalSign })}
		/>
	);
}
