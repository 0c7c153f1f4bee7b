import { ActionIcon, Popover, TextInput, type TextInputProps } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { type FocusEvent, type Ref, Suspense, useState } from "react";
import type { Zone } from "../../../shared/time/time-zones";
import { t } from "../../words/made/common";
import { lazyPart } from "../feedback/lazy-parts";
import { viewerZone } from "../time/time-display";
import { dayText, momentText, parseDay, parseEnd, parseMoment, yearComplaint, yearNow } from "../time/typed-moment";
import classes from "./moment-field.module.css";

const MomentCalendar = lazyPart(async () => (await import("./moment-calendar")).MomentCalendar, MissingCalendar);

export const ownTimeLabel = t("moment.ownTime", { zone: viewerZone });

const unreadMoment = t("moment.unread");

type MomentTextProps = Pick<TextInputProps, "description" | "error" | "rightSection"> & {
	ref?: Ref<HTMLInputElement> | undefined;
	label: string;
	value: string;
	year: number;
	withAsterisk?: boolean;
	/** The end of a span: a day without a time belongs to it and stays without one. A day has no time. */
	kind?: "moment" | "end" | "day";
	onChange: (text: string) => void;
};

/** A typed date and time, or a day. On blur it shows what was parsed in full, or that it is invalid. */
export function MomentText({ value, year, kind = "moment", error, onChange, ...input }: MomentTextProps) {
	const [isLeft, setIsLeft] = useState(false);
	const day = kind === "moment" ? null : parseDay(value, year);
	const moment = { moment: parseMoment, end: parseEnd, day: parseDay }[kind](value, year);
	const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
		const text = day !== null ? dayText(day) : moment === null ? value : momentText(moment);
		if (text !== value) onChange(text);
		if (currentTarget.contains(relatedTarget)) return;
		// An error that appears during a press would move the button away; the button shows its own error.
		setIsLeft(!(relatedTarget instanceof HTMLButtonElement));
	};
	const isUnread = moment === null && value.trim() !== "";
	return (
		<TextInput
			{...input}
			value={value}
			error={
				isUnread && (isLeft || error)
					? (yearComplaint(value) ?? (kind === "day" ? t("moment.unreadDay") : unreadMoment))
					: error
			}
			autoComplete="off"
			wrapperProps={{ onBlur: leave }}
			onFocus={() => setIsLeft(false)}
			onChange={({ currentTarget: { value: text } }) => onChange(text)}
		/>
	);
}

type MomentFieldProps = Omit<MomentTextProps, "rightSection" | "year" | "kind"> & {
	isEnd?: boolean;
	description: string;
	zone: Zone;
	hasSeconds?: boolean;
	minutesStep?: number;
};

export function MomentField({ zone, isEnd = false, hasSeconds = false, minutesStep = 1, ...field }: MomentFieldProps) {
	const { label, value, onChange } = field;
	const [isOpen, setIsOpen] = useState(false);
	const year = yearNow(zone);
	const close = () => setIsOpen(false);
	const isWholeDay = isEnd && (value.trim() === "" || parseDay(value, year) !== null);
	const take = (moment: string) => {
		const [day = "", time] = moment.split(" ");
		onChange(isWholeDay && time === "00:00:00" ? dayText(day) : momentText(moment));
	};
	const button = (
		<Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" shadow="md" returnFocus>
			<Popover.Target>
				<ActionIcon
					className={classes.button}
					aria-label={t("moment.openCalendar", { label })}
					onClick={() => setIsOpen(!isOpen)}
				>
					<IconCalendar size={18} stroke={1.7} />
				</ActionIcon>
			</Popover.Target>
			<Popover.Dropdown className={classes.panel} onFocusCapture={keepEscape}>
				<Suspense fallback={t("loading")}>
					<MomentCalendar
						value={parseMoment(value, year)}
						zone={zone}
						hasSeconds={hasSeconds}
						minutesStep={minutesStep}
						isWholeDay={isWholeDay}
						onChange={take}
						onDone={close}
					/>
				</Suspense>
			</Popover.Dropdown>
		</Popover>
	);
	return <MomentText {...field} kind={isEnd ? "end" : "moment"} year={year} rightSection={button} />;
}

/** Escape closes only the calendar: the dialog around it listens first. */
function keepEscape({ target }: FocusEvent): void {
	target.setAttribute("data-mantine-stop-propagation", "true");
}

function MissingCalendar() {
	return <p className={classes.missing}>{t("moment.calendarMissing")}</p>;
}
