import { Button, FocusTrap } from "@mantine/core";
import { DatePicker, type DayOfWeek, TimePicker } from "@mantine/dates";
import { useState } from "react";
import { hourMs } from "../../../shared/base/durations";
import { daysOfWeek } from "../../../shared/formats/display-formats";
import { pageLanguage } from "../../base/page-language";
import { t } from "../../words/made/common";
// Mantine has one style sheet for all its date parts; it loads with the code that uses them.
import "@mantine/dates/styles.css";
import type { Zone } from "../../../shared/time/time-zones";
import { displayFormats } from "../display-formats";
import { wallText } from "../time/wall-time";
import classes from "./moment-field.module.css";

const calendarLooks = {
	hideOutsideDates: true,
	classNames: {
		day: classes.day,
		weekday: classes.weekday,
		calendarHeader: classes.head,
		calendarHeaderControl: classes.headControl,
		calendarHeaderLevel: classes.headControl,
	},
	ariaLabels: {
		previousMonth: t("calendar.previousMonth"),
		nextMonth: t("calendar.nextMonth"),
		previousYear: t("calendar.previousYear"),
		nextYear: t("calendar.nextYear"),
		previousDecade: t("calendar.previousDecade"),
		nextDecade: t("calendar.nextDecade"),
	},
} as const;

/** A calendar gives its days as `2026-11-20`. British English has the day first, as Mantine. */
function named(options: Intl.DateTimeFormatOptions) {
	const plain = { timeZone: "UTC", calendar: "gregory", numberingSystem: "latn" } as const;
	const names = new Intl.DateTimeFormat(pageLanguage === "en" ? "en-GB" : pageLanguage, { ...options, ...plain });
	return (day: string) => names.format(Date.parse(day.slice(0, 10)));
}

const weekday = named({ weekday: "short" });

const calendarWords = {
	getDayAriaLabel: named({ day: "numeric", month: "long", year: "numeric" }),
	monthLabelFormat: named({ month: "long", year: "numeric" }),
	monthsListFormat: named({ month: "short" }),
	weekdayFormat: (day: string) => weekday(day).slice(0, 2),
};

/** Mantine counts days from Sunday. */
export function calendarProps() {
	const [first = 1] = daysOfWeek(displayFormats().weekStart);
	return { ...calendarLooks, ...calendarWords, firstDayOfWeek: (first % 7) as DayOfWeek }; // of seven days
}

const clockProps = {
	hoursInputLabel: t("calendar.hours"),
	minutesInputLabel: t("calendar.minutes"),
	secondsInputLabel: t("calendar.seconds"),
	amPmInputLabel: t("calendar.amOrPm"),
} as const;

type MomentCalendarProps = {
	/** Wall time of the zone, as `2026-11-20 13:00:00`. */
	value: string | null;
	zone: Zone;
	hasSeconds: boolean;
	minutesStep: number;
	isWholeDay: boolean;
	onChange: (moment: string) => void;
	onDone: () => void;
};

export function MomentCalendar(props: MomentCalendarProps) {
	const { value, zone, hasSeconds, minutesStep, isWholeDay, onChange, onDone } = props;
	const [now] = useState(() => wallText(zone, Math.ceil(Date.now() / hourMs) * hourMs));
	const usual = isWholeDay ? `${now.slice(0, 10)} 00:00:00` : now;
	const [day = "", ofDay = ""] = (value ?? usual).split(" ");
	const [time, setTime] = useState(ofDay);
	return (
		<FocusTrap>
			<div className={classes.calendar}>
				<DatePicker
					{...calendarProps()}
					value={value && day}
					defaultDate={day}
					getDayProps={(date) => (date === day ? { "data-autofocus": true } : {})}
					onChange={(chosen) => chosen !== null && onChange(`${chosen} ${time === "" ? ofDay : time}`)}
				/>
				<div className={classes.time}>
					<TimePicker
						{...clockProps}
						format={displayFormats().hourCycle === "24" ? "24h" : "12h"}
						classNames={{ field: classes.timeField }}
						label={t("calendar.time")}
						value={time}
						withSeconds={hasSeconds}
						minutesStep={minutesStep}
						onChange={(typed) => {
							setTime(typed);
							if (typed !== "") onChange(`${day} ${typed.padEnd(8, ":00")}`);
						}}
						onKeyDown={(event) => {
							if (event.key !== "Enter") return;
							event.preventDefault();
							onDone();
						}}
					/>
					<Button className={classes.done} onClick={onDone}>
						{t("done")}
					</Button>
				</div>
			</div>
		</FocusTrap>
	);
}
