import { DatePicker } from "@mantine/dates";
import { useRef, useState } from "react";
import { latestInstant } from "../../../../shared/base/instant";
import { limits } from "../../../../shared/base/limits";
import type { TimeRange, Zone } from "../../../../shared/time/time-zones";
import { ActionDialogForm, NotSent } from "../../../forms/action-dialog";
import { Dialog } from "../../../ui/feedback/dialog";
import { calendarProps } from "../../../ui/form/moment-calendar";
import { MomentText } from "../../../ui/form/moment-field";
import layout from "../../../ui/layout/layouts.module.css";
import { momentText, parseEnd, parseMoment } from "../../../ui/time/typed-moment";
import { instantOf, wallText } from "../../../ui/time/wall-time";
import { t } from "../../../words/made/log";
import classes from "../log.module.css";

type CustomRangeDialogProps = {
	isOpen: boolean;
	span: TimeRange;
	zone: Zone;
	clockLabel: string;
	onSpan: (span: TimeRange) => void;
	onClose: () => void;
};

export function CustomRangeDialog({ isOpen, span, zone, clockLabel, onSpan, onClose }: CustomRangeDialogProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={onClose} title={t("custom.title")} size={480}>
			<CustomRangeForm span={span} zone={zone} clockLabel={clockLabel} onSpan={onSpan} onClose={onClose} />
		</Dialog>
	);
}

type CustomRangeFormProps = Omit<CustomRangeDialogProps, "isOpen">;
type Errors = { from?: string; to?: string };

type PickedDays = [string | null, string | null];

function CustomRangeForm({ span, zone, clockLabel, onSpan, onClose }: CustomRangeFormProps) {
	const [from, setFrom] = useState(() => momentText(wallText(zone, span.from)));
	const [to, setTo] = useState(() => momentText(wallText(zone, span.to)));
	const [picking, setPicking] = useState<PickedDays | null>(null);
	const [errors, setErrors] = useState<Errors>({});
	const fromField = useRef<HTMLInputElement>(null);
	const toField = useRef<HTMLInputElement>(null);
	const year = Number(wallText(zone, span.to).slice(0, 4));
	const typed = { from: parseMoment(from, year), to: parseEnd(to, year) };
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
	const show = async () => {
		const start = typed.from === null ? null : instantOf(zone, typed.from, "first");
		const end = typed.to === null ? null : instantOf(zone, typed.to, "last");
		const problems = problemsOf(start, end);
		setErrors(problems);
		if (problems.from) fromField.current?.focus();
		else if (problems.to) toField.current?.focus();
		if (start === null || end === null || Object.keys(problems).length > 0) throw new NotSent();
		onSpan({ from: start, to: end });
	};
	const days = picking ?? daysOf(typed);
	return (
		<ActionDialogForm label={t("custom.show")} run={show} onClose={onClose}>
			<div className={classes.ends}>
				<MomentText
					ref={fromField}
					label={t("from")}
					value={from}
					year={year}
					error={errors.from}
					onChange={type(setFrom)}
				/>
				<MomentText
					kind="end"
					ref={toField}
					label={t("to")}
					value={to}
					year={year}
					error={errors.to}
					onChange={type(setTo)}
				/>
			</div>
			<p className={layout.note}>{t("custom.help", { clock: clockLabel })}</p>
			<DatePicker
				{...calendarProps()}
				className={classes.days}
				type="range"
				allowSingleDateInRange
				value={days}
				onChange={pick}
				defaultDate={days[1] ?? days[0] ?? wallText(zone, span.to).slice(0, 10)}
			/>
		</ActionDialogForm>
	);
}

function problemsOf(start: number | null, end: number | null): Errors {
	const wrong = {
		...(start === null && { from: t("time.missing") }),
		...(start !== null && start < limits.ingestEarliestMs && { from: t("custom.afterYear") }),
		...(end === null && { to: t("time.missing") }),
		...(end !== null && end > latestInstant && { to: t("custom.beforeYear") }),
	};
	if (start === null || end === null || Object.keys(wrong).length > 0) return wrong;
	return end <= start ? { to: t("custom.endBeforeBegin") } : {};
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
