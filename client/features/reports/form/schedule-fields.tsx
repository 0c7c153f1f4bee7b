import { Checkbox, TextInput } from "@mantine/core";
import { pageLanguage } from "../../../base/page-language";
import { dayNames } from "../../../entities/clock-labels";
import { MomentField } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/reports";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";
import { NextRuns } from "./next-runs";
import type { ScheduleValues } from "./schedule-values";

const kindOptions: { value: ScheduleValues["kind"]; label: string }[] = [
	{ value: "none", label: t("onDemand") },
	{ value: "once", label: t("once") },
	{ value: "hourly", label: t("everyFewHours") },
	{ value: "daily", label: t("everyDay") },
	{ value: "weekly", label: t("everyWeek") },
	{ value: "monthly", label: t("everyMonth") },
];

const hourOptions = ["1", "2", "3", "4", "6", "8", "12"].map((value) => ({
	value,
	label: value === "1" ? t("everyHours.one") : t("everyHours", { hours: Number(value) }),
}));

const root = "schedule.recurrence";

export function ScheduleFields(section: SectionProps) {
	const { values, errorAt, onChange } = section;
	const { schedule, zone } = values;
	const change = (changes: Partial<ScheduleValues>, path: string) =>
		onChange({ schedule: { ...schedule, ...changes } }, path);
	const hasTime = schedule.kind === "daily" || schedule.kind === "weekly" || schedule.kind === "monthly";
	return (
		<>
			<div className={classes.pair}>
				<Select
					label={t("schedule.runs")}
					data={kindOptions}
					value={schedule.kind}
					error={errorAt("schedule") ?? errorAt(`${root}.kind`)}
					onChange={(kind) => change({ kind }, "schedule")}
				/>
				{schedule.kind === "once" && (
					<MomentField
						label={t("once.on")}
						description={t("byTheClockOfZone", { zone })}
						zone={zone}
						value={schedule.once}
						error={errorAt(`${root}.at`)}
						onChange={(once) => change({ once }, `${root}.at`)}
					/>
				)}
				{schedule.kind === "hourly" && (
					<Select
						label={t("hourly.every")}
						description={t("countedFromMidnight")}
						data={hourOptions}
						value={schedule.everyHours}
						error={errorAt(`${root}.everyHours`)}
						onChange={(everyHours) => change({ everyHours }, `${root}.everyHours`)}
					/>
				)}
				{hasTime && (
					<TextInput
						label={t("timeOfDay")}
						placeholder="06:00"
						value={schedule.time}
						error={errorAt(`${root}.time`)}
						onChange={({ currentTarget: { value } }) => change({ time: value }, `${root}.time`)}
					/>
				)}
			</div>
			{schedule.kind === "weekly" && <Weekdays schedule={schedule} errorAt={errorAt} onChange={change} />}
			{schedule.kind === "monthly" && <MonthDay schedule={schedule} errorAt={errorAt} onChange={change} />}
			{schedule.kind !== "none" && (
				<>
					<TextInput
						className={classes.short}
						label={t("waitForLateReadingsMinutes")}
						description={t("theRunStartsThatMuchLater")}
						inputMode="numeric"
						value={schedule.delay}
						error={errorAt("schedule.delayMinutes")}
						onChange={({ currentTarget: { value } }) => change({ delay: value }, "schedule.delayMinutes")}
					/>
					{schedule.kind !== "once" && <Bounds schedule={schedule} zone={zone} errorAt={errorAt} onChange={change} />}
					<Checkbox
						label={t("switchedOn")}
						description={t("otherwiseItRunsOnDemandOnly")}
						checked={values.isEnabled}
						onChange={({ currentTarget: { checked } }) => onChange({ isEnabled: checked }, "isEnabled")}
					/>
					<NextRuns values={values} />
				</>
			)}
		</>
	);
}

type PartProps = Pick<SectionProps, "errorAt"> & {
	schedule: ScheduleValues;
	onChange: (changes: Partial<ScheduleValues>, path: string) => void;
};

function Weekdays({ schedule: { days }, errorAt, onChange }: PartProps) {
	const error = errorAt(`${root}.days`);
	return (
		<Checkbox.Group
			label={t("weekly.on")}
			value={days.map(String)}
			error={error}
			onChange={(chosen) => onChange({ days: chosen.map(Number).sort((one, other) => one - other) }, `${root}.days`)}
		>
			<div className={layout.checks}>
				{dayNames.map((name, index) => (
					<Checkbox
						key={name}
						value={String(index + 1)}
						label={name}
						// The group itself has no field for the focus.
						aria-invalid={(index === 0 && error !== undefined) || undefined}
					/>
				))}
			</div>
		</Checkbox.Group>
	);
}

const byOptions: { value: ScheduleValues["by"]; label: string }[] = [
	{ value: "day", label: t("dayOfTheMonth") },
	{ value: "lastDay", label: t("lastDay") },
	{ value: "weekday", label: t("dayOfTheWeek") },
];

const nthOptions = [
	{ value: "1", label: t("nth.first") },
	{ value: "2", label: t("nth.second") },
	{ value: "3", label: t("nth.third") },
	{ value: "4", label: t("nth.fourth") },
	{ value: "last", label: t("nth.last") },
];

const weekdayName = new Intl.DateTimeFormat(pageLanguage, { weekday: "long", timeZone: "UTC" });
const weekdayOptions = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
	value: String(day),
	// 1 January 2024 was a Monday.
	label: weekdayName.format(new Date(Date.UTC(2024, 0, day))),
}));

function MonthDay({ schedule: { by, day, nth, weekday }, errorAt, onChange }: PartProps) {
	const path = `${root}.on`;
	return (
		<div className={classes.pair}>
			<Select
				label={t("monthly.onThe")}
				data={byOptions}
				value={by}
				error={errorAt(path) ?? errorAt(`${path}.by`)}
				onChange={(next) => onChange({ by: next }, path)}
			/>
			{by === "day" && (
				<TextInput
					label={t("dayOfMonth")}
					description={t("dayOfMonth.help")}
					inputMode="numeric"
					value={day}
					error={errorAt(`${path}.day`)}
					onChange={({ currentTarget: { value } }) => onChange({ day: value }, `${path}.day`)}
				/>
			)}
			{by === "weekday" && (
				<div className={classes.amount}>
					<Select
						label={t("nth")}
						data={nthOptions}
						value={nth}
						error={errorAt(`${path}.nth`)}
						onChange={(next) => onChange({ nth: next }, `${path}.nth`)}
					/>
					<Select
						label={t("weekday")}
						data={weekdayOptions}
						value={weekday}
						error={errorAt(`${path}.weekday`)}
						onChange={(next) => onChange({ weekday: next }, `${path}.weekday`)}
					/>
				</div>
			)}
		</div>
	);
}

function Bounds({ schedule, zone, errorAt, onChange }: PartProps & { zone: string }) {
	const bound = (name: "startsAt" | "endsAt", label: string) => (
		<MomentField
			label={label}
			description={t("byTheClockOfZone", { zone })}
			zone={zone}
			value={schedule[name]}
			error={errorAt(`schedule.${name}`)}
			onChange={(text) => onChange({ [name]: text }, `schedule.${name}`)}
		/>
	);
	return (
		<div className={classes.pair}>
			{bound("startsAt", t("notBeforeOptional"))}
			{bound("endsAt", t("notAfterOptional"))}
		</div>
	);
}
