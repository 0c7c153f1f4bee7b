import { TextInput } from "@mantine/core";
import type { ReportRange } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { formatOptions } from "../../../entities/format-labels";
import { MomentField } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import { ZoneSelect } from "../../../ui/form/zone-select";
import { Card } from "../../../ui/layout/card";
import { viewerZone } from "../../../ui/time/time-display";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";
import type { RangeValues } from "./report-values";
import { ScheduleFields } from "./schedule-fields";

const rangeOptions: { value: ReportRange["kind"]; label: string }[] = [
	{ value: "previous", label: "Last full" },
	{ value: "rolling", label: "Last" },
	{ value: "toDate", label: "Current, up to the run" },
	{ value: "sinceLast", label: "Since the last run" },
	{ value: "fixed", label: "Fixed dates" },
];

const units = [
	{ value: "day", label: "Day" },
	{ value: "week", label: "Week" },
	{ value: "month", label: "Month" },
] as const;

const rollingUnits = [
	{ value: "hour", label: "Hours" },
	{ value: "day", label: "Days" },
	{ value: "week", label: "Weeks" },
	{ value: "month", label: "Months" },
] as const;

export function WhenCard({ accountZone, ...section }: SectionProps & { accountZone: string }) {
	const { values, errorAt, onChange } = section;
	const likely = [...new Set([accountZone, viewerZone])].map((value) => ({ value, label: value }));
	return (
		<Card title="When">
			<div className={classes.fields}>
				{!reportTypes[values.type].isOfNow && <RangeFields {...section} />}
				<ZoneSelect
					label="Time zone"
					description="Days and run times use this zone."
					likely={likely}
					value={values.zone}
					error={errorAt("zone")}
					onChange={(zone) => onChange({ zone }, "zone")}
				/>
				<ScheduleFields {...section} />
			</div>
		</Card>
	);
}

function RangeFields({ values, errorAt, onChange }: SectionProps) {
	const { range, zone } = values;
	const change = (changes: Partial<RangeValues>, path: string) => onChange({ range: { ...range, ...changes } }, path);
	const moment = (name: "from" | "to", label: string) => (
		<MomentField
			label={label}
			description={name === "to" ? `By the clock of ${zone}. A day alone is included.` : `By the clock of ${zone}.`}
			zone={zone}
			isEnd={name === "to"}
			hasSeconds
			value={range[name]}
			error={errorAt(`range.${name}`)}
			onChange={(text) => change({ [name]: text }, `range.${name}`)}
		/>
	);
	return (
		<div className={classes.pair}>
			<Select
				label="Period"
				data={rangeOptions}
				value={range.kind}
				error={errorAt("range") ?? errorAt("range.kind")}
				onChange={(kind) => {
					const isHourly = range.unit === "hour" && kind !== "rolling";
					change({ kind, ...(isHourly && { unit: "day" as const }) }, "range");
				}}
			/>
			{range.kind === "rolling" && (
				<div className={classes.amount}>
					<TextInput
						label="How many"
						inputMode="numeric"
						value={range.count}
						error={errorAt("range.count")}
						onChange={({ currentTarget: { value } }) => change({ count: value }, "range.count")}
					/>
					<Select
						label="Unit"
						data={rollingUnits}
						value={range.unit}
						onChange={(unit) => change({ unit }, "range.unit")}
					/>
				</div>
			)}
			{(range.kind === "previous" || range.kind === "toDate") && (
				<Select
					label="Unit"
					data={units}
					value={range.unit}
					error={errorAt("range.unit")}
					onChange={(unit) => change({ unit }, "range.unit")}
				/>
			)}
			{(range.kind === "previous" || range.kind === "toDate") && range.unit === "week" && (
				<Select
					label="Week begins on"
					data={formatOptions("weekStart")}
					value={range.weekStart}
					onChange={(weekStart) => change({ weekStart }, "range.weekStart")}
				/>
			)}
			{range.kind === "fixed" && (
				<>
					{moment("from", "From")}
					{moment("to", "To")}
				</>
			)}
		</div>
	);
}
