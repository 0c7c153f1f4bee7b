import { Checkbox, TextInput } from "@mantine/core";
import { unitChoices, withUnit } from "../../../../shared/formats/reading-units";
import { CsvForm, type ExportForm } from "../../../../shared/log/log-export";
import { languageOptions, offeredLanguage } from "../../../../shared/message/language";
import { ReportFormat, type ReportLayout } from "../../../../shared/report/report";
import { reportTypes } from "../../../../shared/report/report-types";
import { reportFormats } from "../../../entities/labels";
import { measuredOption, UnitFields } from "../../../forms/unit-fields";
import { Select } from "../../../ui/form/select";
import { Card } from "../../../ui/layout/card";
import layoutStyles from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/reports";
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
	{ value: "comma point", label: t("commaDecimalPoint") },
	{ value: "semicolon comma", label: t("semicolonDecimalComma") },
	{ value: "semicolon point", label: t("semicolonDecimalPoint") },
	{ value: "tab point", label: t("tabDecimalPoint") },
	{ value: "tab comma", label: t("tabDecimalComma") },
];

const formOptions: { value: ExportForm; label: string }[] = [
	{ value: "wide", label: t("oneRowPerTimestamp") },
	{ value: "long", label: t("oneRowPerValue") },
];

const dateOptions: { value: ReportLayout["dateOrder"]; label: string }[] = [
	{ value: "year", label: "2026-11-25" },
	{ value: "day", label: "25.11.2026" },
	{ value: "month", label: "11/25/2026" },
];

const hourOptions: { value: ReportLayout["hourCycle"]; label: string }[] = [
	{ value: "24", label: t("hourCycle.24") },
	{ value: "12", label: t("hourCycle.12") },
];

const paperOptions: { value: ReportLayout["paper"]; label: string }[] = [
	{ value: "a4", label: "A4" },
	{ value: "letter", label: t("paper.letter") },
];

const clockOptions: { value: ReportLayout["clock"]; label: string }[] = [
	{ value: "zone", label: t("theReportsTimeZone") },
	{ value: "device", label: t("eachDevicesClock") },
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
		<Card title={t("file")}>
			<div className={layoutStyles.padded}>
				<div className={classes.pair}>
					<Select
						label={t("format")}
						data={ReportFormat.options
							.filter((value) => formats.includes(value))
							.map((value) => ({ value, label: reportFormats[value] }))}
						value={format}
						error={errorAt("format")}
						onChange={(next) => onChange({ format: next }, "format")}
					/>
					{format === "pdf" && <Select label={t("paper")} data={paperOptions} {...field("paper")} />}
					{format === "pdf" && (
						<Select
							label={t("numbers")}
							data={signOptions}
							value={layout.csv.decimalSign}
							onChange={(decimalSign) => change({ csv: csvWithSign(layout.csv, decimalSign) }, "layout.csv")}
						/>
					)}
					{format === "csv" && (
						<Select
							label={t("csvFormat")}
							description={t("csv.help")}
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
						<Select label={t("rows")} data={formOptions} {...field("form")} />
					)}
					{languageOptions.length > 1 && (
						<Select
							label={t("language")}
							data={languageOptions}
							value={offeredLanguage(layout.language ?? "en")}
							error={errorAt("layout.language")}
							onChange={(language) => change({ language }, "layout.language")}
						/>
					)}
					{isText && <Select label={t("dates")} data={dateOptions} {...field("dateOrder")} />}
					{isText && <Select label={t("hourCycle")} data={hourOptions} {...field("hourCycle")} />}
					<Select label={t("timesIn")} data={clockOptions} {...field("clock")} />
				</div>
				<TextInput
					label={t("fileName")}
					description={t("fileName.placeholders")}
					value={layout.fileName}
					error={errorAt("layout.fileName")}
					onChange={({ currentTarget: { value } }) => change({ fileName: value }, "layout.fileName")}
				/>
				{!reportTypes[type].isOfNow && (
					<ReportUnits layout={layout} error={errorAt("layout.units")} onChange={change} />
				)}
				{fields.includes("withVerdict") && format === "pdf" && (
					<Checkbox
						label={t("beginWithAVerdictPage")}
						description={t("verdictPage.help")}
						checked={values.withVerdict}
						onChange={({ currentTarget: { checked } }) => onChange({ withVerdict: checked }, "withVerdict")}
					/>
				)}
				{fields.includes("channels") && (
					<Checkbox
						label={t("alsoShowValuesAsSentBefore")}
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
		<fieldset className={`${layoutStyles.fieldset} ${classes.units}`}>
			<legend>{t("units")}</legend>
			<UnitFields
				chosen={(name) => chosen[name] ?? null}
				first={() => [measuredOption]}
				error={error}
				onChange={(name, unit) => change(withUnit(formats, name, unit))}
				clear={{ label: t("allAsMeasured"), onClear: () => change({ temperatureUnit: "stored", units: {} }) }}
			/>
		</fieldset>
	);
}
