import { Checkbox, TextInput } from "@mantine/core";
import { dayNames } from "../../../entities/clock-labels";
import { MomentField } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";
import { NextRuns } from "./next-runs";
import type { ScheduleValues } from "./schedule-values";

const kindOptions: { value: ScheduleValues["kind"]; label: string }[] = [
	{ value: "none", label: "On demand" },
	{ value: "once", label: "Once" },
	{ value: "hourly", label: "Every few hours" },
	{ value: "daily", label: "Every day" },
	{ value: "weekly", label: "Every week" },
	{ value: "monthly", label: "Every month" },
];

const hourOptions = ["1", "2", "3", "4", "6", "8", "12"].map((value) => ({
	value,
	label: value === "1" ? "Hour" : `${value} hours`,
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
					label="Runs"
					data={kindOptions}
					value={schedule.kind}
					error={errorAt("schedule") ?? errorAt(`${root}.kind`)}
					onChange={(kind) => change({ kind }, "schedule")}
				/>
				{schedule.kind === "once" && (
					<MomentField
						label="On"
						description={`By the clock of ${zone}.`}
						zone={zone}
						value={schedule.once}
						error={errorAt(`${root}.at`)}
						onChange={(once) => change({ once }, `${root}.at`)}
					/>
				)}
				{schedule.kind === "hourly" && (
					<Select
						label="Every"
						description="Counted from midnight."
						data={hourOptions}
						value={schedule.everyHours}
						error={errorAt(`${root}.everyHours`)}
						onChange={(everyHours) => change({ everyHours }, `${root}.everyHours`)}
					/>
				)}
				{hasTime && (
					<TextInput
						label="At"
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
						label="Wait for late readings (minutes)"
						description="The run starts that much later, for the same period."
						inputMode="numeric"
						value={schedule.delay}
						error={errorAt("schedule.delayMinutes")}
						onChange={({ currentTarget: { value } }) => change({ delay: value }, "schedule.delayMinutes")}
					/>
					{schedule.kind !== "once" && <Bounds schedule={schedule} zone={zone} errorAt={errorAt} onChange={change} />}
					<Checkbox
						label="Switched on"
						description="Otherwise it runs on demand only."
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
			label="On"
			value={days.map(String)}
			error={error}
			onChange={(chosen) => onChange({ days: chosen.map(Number).sort((one, other) => one - other) }, `${root}.days`)}
		>
			<div className={classes.checks}>
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
	{ value: "day", label: "Day of the month" },
	{ value: "lastDay", label: "Last day" },
	{ value: "weekday", label: "Day of the week" },
];

const nthOptions = [
	{ value: "1", label: "First" },
	{ value: "2", label: "Second" },
	{ value: "3", label: "Third" },
	{ value: "4", label: "Fourth" },
	{ value: "last", label: "Last" },
];

const weekdayOptions = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"].map(
	(label, index) => ({ value: String(index + 1), label }),
);

function MonthDay({ schedule: { by, day, nth, weekday }, errorAt, onChange }: PartProps) {
	const path = `${root}.on`;
	return (
		<div className={classes.pair}>
			<Select
				label="On the"
				data={byOptions}
				value={by}
				error={errorAt(path) ?? errorAt(`${path}.by`)}
				onChange={(next) => onChange({ by: next }, path)}
			/>
			{by === "day" && (
				<TextInput
					label="Day"
					description="29 to 31: the last day of a shorter month."
					inputMode="numeric"
					value={day}
					error={errorAt(`${path}.day`)}
					onChange={({ currentTarget: { value } }) => onChange({ day: value }, `${path}.day`)}
				/>
			)}
			{by === "weekday" && (
				<div className={classes.amount}>
					<Select
						label="Which"
						data={nthOptions}
						value={nth}
						error={errorAt(`${path}.nth`)}
						onChange={(next) => onChange({ nth: next }, `${path}.nth`)}
					/>
					<Select
						label="Day"
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
			description={`By the clock of ${zone}.`}
			zone={zone}
			value={schedule[name]}
			error={errorAt(`schedule.${name}`)}
			onChange={(text) => onChange({ [name]: text }, `schedule.${name}`)}
		/>
	);
	return (
		<div className={classes.pair}>
			{bound("startsAt", "Not before (optional)")}
			{bound("endsAt", "Not after (optional)")}
		</div>
	);
}
