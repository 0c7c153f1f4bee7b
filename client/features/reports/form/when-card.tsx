import { TextInput } from "@mantine/core";
import type { ReportRange } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { formatOptions } from "../../../entities/format-labels";
import { MomentField } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import { ZoneSelect } from "../../../ui/form/zone-select";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { viewerZone } from "../../../ui/time/time-display";
import { t } from "../../../words/made/reports";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";
import type { RangeValues } from "./report-values";
import { ScheduleFields } from "./schedule-fields";

const rangeOptions: { value: ReportRange["kind"]; label: string }[] = [
	{ value: "previous", label: t("range.previous") },
	{ value: "rolling", label: t("range.rolling") },
	{ value: "toDate", label: t("range.toDate") },
	{ value: "sinceLast", label: t("sinceTheLastRun") },
	{ value: "fixed", label: t("fixedDates") },
];

const units = (["day", "week", "month"] as const).map((value) => ({ value, label: t(`rangeUnit.${value}`) }));

const rollingUnits = (["hour", "day", "week", "month"] as const).map((value) => ({
	value,
	label: t(`rangeUnit.${value}s`),
}));

export function WhenCard({ accountZone, ...section }: SectionProps & { accountZone: string }) {
	const { values, errorAt, onChange } = section;
	const likely = [...new Set([accountZone, viewerZone])].map((value) => ({ value, label: value }));
	return (
		<Card title={t("when")}>
			<div className={layout.padded}>
				{!reportTypes[values.type].isOfNow && <RangeFields {...section} />}
				<ZoneSelect
					label={t("timeZone")}
					description={t("daysAndRunTimesUseThis")}
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
			description={name === "to" ? t("byTheClockOfZone.end", { zone }) : t("byTheClockOfZone", { zone })}
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
				label={t("period")}
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
						label={t("howMany")}
						inputMode="numeric"
						value={range.count}
						error={errorAt("range.count")}
						onChange={({ currentTarget: { value } }) => change({ count: value }, "range.count")}
					/>
					<Select
						label={t("unit")}
						data={rollingUnits}
						value={range.unit}
						onChange={(unit) => change({ unit }, "range.unit")}
					/>
				</div>
			)}
			{(range.kind === "previous" || range.kind === "toDate") && (
				<Select
					label={t("unit")}
					data={units}
					value={range.unit}
					error={errorAt("range.unit")}
					onChange={(unit) => change({ unit }, "range.unit")}
				/>
			)}
			{(range.kind === "previous" || range.kind === "toDate") && range.unit === "week" && (
				<Select
					label={t("weekBeginsOn")}
					data={formatOptions("weekStart")}
					value={range.weekStart}
					onChange={(weekStart) => change({ weekStart }, "range.weekStart")}
				/>
			)}
			{range.kind === "fixed" && (
				<>
					{moment("from", t("range.from"))}
					{moment("to", t("range.to"))}
				</>
			)}
		</div>
	);
}
