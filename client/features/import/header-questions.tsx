import { Code, TextInput } from "@mantine/core";
import { useState } from "react";
import type { LogDevice } from "../../../shared/log/log";
import type {
	FileEncoding,
	FileFormat,
	ImportPreview,
	ImportQuestion,
	QuestionKind,
} from "../../../shared/log/reading-import";
import { formatOffset, parseDeviceZone, type Zone } from "../../../shared/time/time-zones";
import { encodingNames } from "../../forms/file-import/encoding-names";
import { countOf } from "../../ui/format";
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
			question={`Line ${question.line} reads differently in several encodings. In which is it right?`}
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
			question="Several columns hold times. Which one is the time of the readings?"
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

const orderNames = { "day-first": "day first", "month-first": "month first", "year-first": "year first" } as const;

export function DateOrderQuestion({ question, format, onAnswer }: HeaderQuestionProps<"date-order">) {
	const choices = question.orders.map(({ dateOrder, firstWallAt }) => ({
		value: dateOrder,
		label: `${dateText(firstWallAt)} (${orderNames[dateOrder]})`,
	}));
	const [first, ...others] = question.orders.map(({ firstWallAt }) => dateText(firstWallAt));
	return (
		<Question
			question={
				<>
					Line {question.line}: <Code>{question.text}</Code> is {[first, ...others].join(" or ")}?
				</>
			}
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
	return new Intl.DateTimeFormat("en-US", options).format(wallAt);
}

export function ClockQuestion({ question, format, onAnswer }: HeaderQuestionProps<"clock">) {
	const { proposedMinutes } = question;
	const shown = question.isAnswered ? format.clockMinutes : null;
	const usual = shown === null ? null : (usualClocks.get(shown) ?? "other");
	const [isOther, setIsOther] = useState(usual === "other");
	return (
		<Question
			question={
				<>
					Line {question.line}: <Code>{question.text}</Code> is a date without a time of day, as in{" "}
					{countOf(question.rows, "row")}. At what time were they read?
				</>
			}
			isAnswered={question.isAnswered}
			value={isOther ? "other" : usual}
			choices={[
				{ value: "midnight", label: proposedMinutes === 0 ? "00:00, as spreadsheets leave it out" : "00:00" },
				{ value: "noon", label: "12:00" },
				{ value: "other", label: "Another time" },
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
			label="Time of day"
			placeholder="07:30"
			autoComplete="off"
			mt={8}
			maw={240}
			value={typed}
			error={isWrong && "Enter a time from 00:00 to 23:59."}
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

const places = {
	heading: "In a heading",
	preamble: "Above the rows",
	column: "In a column",
	cell: "In a cell",
} as const;

export function ZoneQuestion({ question, preview, format, device, onAnswer }: HeaderQuestionProps<"zone">) {
	const zones: Zone[] = question.zones.includes(format.zone) ? question.zones : [...question.zones, format.zone];
	return (
		<Question
			question={
				<>
					{places[question.place]} the file says <Code>{question.text}</Code>. Which time zone are its times in?
				</>
			}
			description={
				differenceText(preview.clockDifferenceMinutes, device) ?? "Another zone can be chosen in the file format."
			}
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
			question={`Line ${line}: ${time} cannot exist in ${name}, where the clock skips that hour. Does this logger keep winter time all year?`}
			description="A saved format keeps this choice, so that files of spring and autumn agree."
			isAnswered={isAnswered}
			value={format.zone === fixed ? "fixed" : isAnswered ? "keep" : null}
			choices={[
				{ value: "fixed", label: `Winter time all year, ${offset}` },
				{ value: "keep", label: `${name}: leave out ${countOf(rows, "row")}` },
			]}
			onChange={(choice) => (choice === "fixed" ? onZone(fixed) : onKeep())}
		/>
	);
}

/** Null: the file uses the device's clock. */
export function differenceText(minutes: number | null, device: LogDevice): string | null {
	if (minutes === null || minutes === 0) return null;
	const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
	const length = [...(hours > 0 ? [`${hours} h`] : []), ...(rest > 0 ? [`${rest} min`] : [])].join(" ");
	return `The file's clock is ${length} ${minutes > 0 ? "ahead of" : "behind"} the clock of ${device.name}.`;
}

export function DecimalSignQuestion({ question, preview, format, onAnswer }: HeaderQuestionProps<"decimal-sign">) {
	const name = preview.columns.find(({ column }) => column === question.column)?.name;
	return (
		<Question
			question={
				<>
					Line {question.line}, {name ?? `column ${question.column + 1}`}: which number is <Code>{question.text}</Code>?
				</>
			}
			isAnswered={question.isAnswered}
			value={question.isAnswered ? format.decimalSign : null}
			choices={[
				{ value: ",", label: `${numberText(question.asComma)} (decimal comma)` },
				{ value: ".", label: `${numberText(question.asPoint)} (decimal point)` },
			]}
			onChange={(decimalSign) => onAnswer({ decimalSign })}
		/>
	);
}
