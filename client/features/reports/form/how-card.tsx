import { Checkbox, TextInput } from "@mantine/core";
import { unitChoices, withUnit } from "../../../../shared/formats/reading-units";
import { CsvForm, type ExportForm } from "../../../../shared/log/log-export";
import { ReportFormat, type ReportLayout } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { reportFormats } from "../../../entities/labels";
import { measuredOption, UnitFields } from "../../../forms/unit-fields";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import classes from "../reports.module.css";
import type { SectionProps } from "./form-fields";

const signOptions = [
	{ value: "point", label: "1,234.5" },
	{ value: "comma", label: "1.234,5" },
] as const;

/** The separator must differ from the decimal sign. */
function csvWithSign(csv: CsvForm, decimalSign: CsvForm["decimalSign"]): CsvForm {
	return decimalSign === "comma" && csv.separator === "comma"
		? { separator: "semicolon", decimalSign }
		: { ...csv, decimalSign };
}

const csvOptions = [
	{ value: "comma point", label: "Comma, decimal point" },
	{ value: "semicolon comma", label: "Semicolon, decimal comma" },
	{ value: "semicolon point", label: "Semicolon, decimal point" },
	{ value: "tab point", label: "Tab, decimal point" },
	{ value: "tab comma", label: "Tab, decimal comma" },
];

const formOptions: { value: ExportForm; label: string }[] = [
	{ value: "wide", label: "One row per timestamp" },
	{ value: "long", label: "One row per value" },
];

const dateOptions: { value: ReportLayout["dateOrder"]; label: string }[] = [
	{ value: "year", label: "2026-11-25" },
	{ value: "day", label: "25.11.2026" },
	{ value: "month", label: "11/25/2026" },
];

const hourOptions: { value: ReportLayout["hourCycle"]; label: string }[] = [
	{ value: "24", label: "24 hours (13:30)" },
	{ value: "12", label: "12 hours (1:30 PM)" },
];

const paperOptions: { value: ReportLayout["paper"]; label: string }[] = [
	{ value: "a4", label: "A4" },
	{ value: "letter", label: "Letter" },
];

const clockOptions: { value: ReportLayout["clock"]; label: string }[] = [
	{ value: "zone", label: "The report's time zone" },
	{ value: "device", label: "Each device's clock" },
];

export function HowCard({ values, errorAt, onChange }: SectionProps) {
	const { format, layout, type } = values;
	const { formats, fields } = reportTypes[type];
	const change = (changes: Partial<ReportLayout>, path: string) =>
		onChange({ layout: { ...layout, ...changes } }, path);
	const field = <Key extends keyof ReportLayout>(name: Key) => ({
		value: layout[name],
		error: errorAt(`layout.${name}`),
		onChange: (value: ReportLayout[Key]) => change({ [name]: value }, `layout.${name}`),
	});
	const isText = format === "csv" || format === "pdf";
	return (
		<Card title="File">
			<div className={classes.fields}>
				<div className={classes.pair}>
					<Select
						label="Format"
						data={ReportFormat.options
							.filter((value) => formats.includes(value))
							.map((value) => ({ value, label: reportFormats[value] }))}
						value={format}
						error={errorAt("format")}
						onChange={(next) => onChange({ format: next }, "format")}
					/>
					{format === "pdf" && <Select label="Paper" data={paperOptions} {...field("paper")} />}
					{format === "pdf" && (
						<Select
							label="Numbers"
							data={signOptions}
							value={layout.csv.decimalSign}
							onChange={(decimalSign) => change({ csv: csvWithSign(layout.csv, decimalSign) }, "layout.csv")}
						/>
					)}
					{format === "csv" && (
						<Select
							label="CSV format"
							description="Excel in German expects semicolon and decimal comma."
							data={csvOptions}
							value={`${layout.csv.separator} ${layout.csv.decimalSign}`}
							error={errorAt("layout.csv") ?? errorAt("layout.csv.decimalSign")}
							onChange={(text) => {
								const [separator, decimalSign] = text.split(" ");
								change({ csv: CsvForm.parse({ separator, decimalSign }) }, "layout.csv");
							}}
						/>
					)}
					{fields.includes("aggregation") && format !== "pdf" && (
						<Select label="Rows" data={formOptions} {...field("form")} />
					)}
					{isText && <Select label="Dates" data={dateOptions} {...field("dateOrder")} />}
					{isText && <Select label="Hours" data={hourOptions} {...field("hourCycle")} />}
					<Select label="Times in" data={clockOptions} {...field("clock")} />
				</div>
				<TextInput
					label="File name"
					description="You can use {name}, {company}, {type}, {group}, {from} and {to}."
					value={layout.fileName}
					error={errorAt("layout.fileName")}
					onChange={({ currentTarget: { value } }) => change({ fileName: value }, "layout.fileName")}
				/>
				{type !== "inventory" && <ReportUnits layout={layout} error={errorAt("layout.units")} onChange={change} />}
				{fields.includes("withVerdict") && format === "pdf" && (
					<Checkbox
						label="Begin with a verdict page"
						description="Who was within limits in one line, a row for each device with its days, and lines to sign."
						checked={values.withVerdict}
						onChange={({ currentTarget: { checked } }) => onChange({ withVerdict: checked }, "withVerdict")}
					/>
				)}
				{fields.includes("channels") && (
					<Checkbox
						label="Also show values as sent, before calibration"
						checked={layout.showsSent}
						onChange={({ currentTarget: { checked } }) => change({ showsSent: checked }, "layout.showsSent")}
					/>
				)}
			</div>
		</Card>
	);
}

type ReportUnitsProps = {
	layout: ReportLayout;
	error: string | undefined;
	onChange: (changes: Partial<ReportLayout>, path: string) => void;
};

function ReportUnits({ layout, error, onChange }: ReportUnitsProps) {
	const formats = { temperatureUnit: layout.temperature, units: layout.units };
	const chosen = unitChoices(formats);
	const change = ({ temperatureUnit: temperature, units }: ReturnType<typeof withUnit>) =>
		onChange({ temperature, units }, "layout.units");
	return (
		<fieldset className={classes.units}>
			<legend>Units</legend>
			<UnitFields
				chosen={(name) => chosen[name] ?? null}
				first={() => [measuredOption]}
				error={error}
				onChange={(name, unit) => change(withUnit(formats, name, unit))}
				clear={{ label: "All as measured", onClear: () => change({ temperatureUnit: "stored", units: {} }) }}
			/>
		</fieldset>
	);
}
