import { Modal, TextInput } from "@mantine/core";
import { DatePicker } from "@mantine/dates";
import { type FormEvent, useRef, useState } from "react";
// Mantine has one style sheet for all date inputs; it is loaded with the dialogs that use them.
import "@mantine/dates/styles.css";
import { limits } from "../../../shared/limits";
import type { TimeRange, Zone } from "../../../shared/time-zones";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { FormButtons } from "../../ui/form/buttons";
import { instantOf, momentText, parseMoment, wallText } from "../../ui/time/wall-time";
import classes from "./log.module.css";
import { latestMs } from "./log-view";

type CustomRangeDialogProps = {
	isOpen: boolean;
	span: TimeRange;
	zone: Zone;
	/** As `device time, UTC+01:00`. */
	clockLabel: string;
	onSpan: (span: TimeRange) => void;
	onClose: () => void;
};

export function CustomRangeDialog({ isOpen, span, zone, clockLabel, onSpan, onClose }: CustomRangeDialogProps) {
	return (
		<Modal opened={useOpenedLate(isOpen)} onClose={onClose} title="Custom range" size={480}>
			<CustomRangeForm span={span} zone={zone} clockLabel={clockLabel} onSpan={onSpan} onClose={onClose} />
		</Modal>
	);
}

type CustomRangeFormProps = Omit<CustomRangeDialogProps, "isOpen">;
type Errors = { from?: string; to?: string };

/** Days as `2026-11-20`. */
type PickedDays = [string | null, string | null];

function CustomRangeForm({ span, zone, clockLabel, onSpan, onClose }: CustomRangeFormProps) {
	const [from, setFrom] = useState(() => momentText(wallText(zone, span.from)));
	const [to, setTo] = useState(() => momentText(wallText(zone, span.to)));
	const [picking, setPicking] = useState<PickedDays | null>(null);
	const [errors, setErrors] = useState<Errors>({});
	const fromField = useRef<HTMLInputElement>(null);
	const toField = useRef<HTMLInputElement>(null);
	const year = Number(wallText(zone, span.to).slice(0, 4));
	const typed = { from: parseMoment(from, year), to: parseMoment(to, year) };
	const type = (set: (text: string) => void) => (text: string) => {
		set(text);
		setPicking(null);
		setErrors({});
	};
	const pick = ([first, last]: PickedDays) => {
		setPicking([first, last]);
		setErrors({});
		if (first !== null) setFrom(momentText(`${first} 00:00:00`));
		if (first !== null && last !== null) setTo(momentText(`${dayAfter(last)} 00:00:00`));
	};
	const submit = (event: FormEvent) => {
		event.preventDefault();
		const start = typed.from === null ? null : instantOf(zone, typed.from, "first");
		const end = typed.to === null ? null : instantOf(zone, typed.to, "last");
		const problems = problemsOf(start, end);
		setErrors(problems);
		if (problems.from) fromField.current?.focus();
		else if (problems.to) toField.current?.focus();
		else if (start !== null && end !== null) {
			onSpan({ from: start, to: end });
			onClose();
		}
	};
	const days = picking ?? daysOf(typed);
	return (
		<form noValidate className={classes.dialog} onSubmit={submit}>
			<div className={classes.ends}>
				<MomentText ref={fromField} label="From" text={from} year={year} error={errors.from} onType={type(setFrom)} />
				<MomentText ref={toField} label="To" text={to} year={year} error={errors.to} onType={type(setTo)} />
			</div>
			<p className={classes.hint}>
				Type a date and a time, such as 2026-11-20 13:00 or Nov 20, 1 PM, or pick whole days. Times are {clockLabel}.
			</p>
			<DatePicker
				className={classes.days}
				type="range"
				allowSingleDateInRange
				hideOutsideDates
				value={days}
				onChange={pick}
				defaultDate={days[1] ?? days[0] ?? wallText(zone, span.to).slice(0, 10)}
				ariaLabels={{
					previousMonth: "Previous month",
					nextMonth: "Next month",
					previousYear: "Previous year",
					nextYear: "Next year",
					previousDecade: "Previous decade",
					nextDecade: "Next decade",
				}}
			/>
			<FormButtons label="Show" onCancel={onClose} />
		</form>
	);
}

type MomentTextProps = {
	ref: React.Ref<HTMLInputElement>;
	label: string;
	text: string;
	/** Of a date that is typed without one. */
	year: number;
	error: string | undefined;
	onType: (text: string) => void;
};

/** Once left, it says in full what was understood. */
function MomentText({ ref, label, text, year, error, onType }: MomentTextProps) {
	const say = () => {
		const moment = parseMoment(text, year);
		if (moment !== null && momentText(moment) !== text) onType(momentText(moment));
	};
	return (
		<TextInput
			ref={ref}
			label={label}
			value={text}
			error={error}
			autoComplete="off"
			onChange={({ currentTarget: { value } }) => onType(value)}
			onBlur={say}
		/>
	);
}

function problemsOf(start: number | null, end: number | null): Errors {
	const unread = "Enter a date and a time, such as 2026-11-20 13:00.";
	const wrong = {
		...(start === null && { from: unread }),
		...(start !== null && start < limits.ingestEarliestMs && { from: "Must be after the year 1999." }),
		...(end === null && { to: unread }),
		...(end !== null && end >= latestMs && { to: "Must be before the year 9999." }),
	};
	if (start === null || end === null || Object.keys(wrong).length > 0) return wrong;
	return end <= start ? { to: "Must be after the beginning." } : {};
}

/** The days that two moments touch; an end at midnight belongs to the day before. */
function daysOf({ from, to }: { from: string | null; to: string | null }): PickedDays {
	const first = from?.slice(0, 10) ?? null;
	const last = to?.endsWith("00:00:00") ? dayBefore(to.slice(0, 10)) : (to?.slice(0, 10) ?? null);
	return first !== null && last !== null && last < first ? [first, null] : [first, last];
}

function dayAfter(day: string): string {
	return dayFrom(day, 1);
}

function dayBefore(day: string): string {
	return dayFrom(day, -1);
}

function dayFrom(day: string, steps: number): string {
	const date = new Date(`${day}T00:00:00Z`);
	date.setUTCDate(date.getUTCDate() + steps);
	return date.toISOString().slice(0, 10);
}
