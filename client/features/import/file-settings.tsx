import { NumberInput } from "@mantine/core";
import type { LogDevice } from "../../../shared/log/log";
import type { FileEncoding, FileFormat, ImportPreview } from "../../../shared/log/reading-import";
import { encodingNames } from "../../forms/file-import/encoding-names";
import { Select } from "../../ui/form/select";
import { ZoneSelect } from "../../ui/form/zone-select";
import { t } from "../../words/made/import";
import { columnTitle } from "./column-name";
import classes from "./import.module.css";
import { TimePatternField } from "./time-pattern";
import { likelyZones } from "./zone-labels";

const encodings = Object.entries(encodingNames).map(([value, label]) => ({
	value: value as FileEncoding, // a key of the record
	label,
}));

const separators = [
	{ value: ",", label: t("settings.comma") },
	{ value: ";", label: t("settings.semicolon") },
	{ value: "\t", label: t("settings.tab") },
	{ value: "|", label: t("settings.bar") },
] as const;

const decimalSigns = [
	{ value: ".", label: t("decimal.point", { number: "4.2" }) },
	{ value: ",", label: t("decimal.comma", { number: "4,2" }) },
] as const;

const dateOrders = [
	{ value: "day-first", label: t("settings.dayFirst") },
	{ value: "month-first", label: t("settings.monthFirst") },
	{ value: "year-first", label: t("settings.yearFirst") },
] as const;

type FileSettingsProps = {
	preview: ImportPreview;
	format: FileFormat;
	device: LogDevice;
	onChange: (change: Partial<FileFormat>) => void;
	onEncoding: (encoding: FileEncoding) => void;
};

export function FileSettings({ preview, format, device, onChange, onEncoding }: FileSettingsProps) {
	const [time = 0, clock] = format.timeColumns;
	const columns = timeColumnChoices(preview);
	const isOrderOpen = preview.questions.some(({ kind, isAnswered }) => kind === "date-order" && !isAnswered);
	return (
		<fieldset className={classes.group}>
			<legend>{t("settings")}</legend>
			<div className={classes.settings}>
				<Select
					label={t("settings.encoding")}
					data={encodings}
					value={format.encoding ?? "utf-8"}
					onChange={onEncoding}
				/>
				<Select
					label={t("settings.separator")}
					data={separators}
					value={format.separator}
					onChange={(separator) => onChange({ separator })}
				/>
				<Select
					label={t("settings.decimalSign")}
					data={decimalSigns}
					value={format.decimalSign}
					onChange={(decimalSign) => onChange({ decimalSign })}
				/>
				<NumberInput
					label={t("settings.headerRows")}
					min={0}
					max={200}
					allowDecimal={false}
					clampBehavior="strict"
					value={format.headerRows}
					onChange={(value) => typeof value === "number" && onChange({ headerRows: value })}
				/>
				<Select
					label={clock === undefined ? t("settings.dateTimeColumn") : t("settings.dateColumn")}
					data={columns}
					value={String(time)}
					onChange={(value) =>
						onChange({ timeColumns: clock === undefined ? [Number(value)] : [Number(value), clock] })
					}
				/>
				<Select
					label={t("settings.timeColumn")}
					data={[{ value: "", label: t("settings.sameColumn") }, ...columns]}
					value={clock === undefined ? "" : String(clock)}
					onChange={(value) => onChange({ timeColumns: value === "" ? [time] : [time, Number(value)] })}
				/>
				<Select
					label={t("settings.dates")}
					data={dateOrders}
					value={format.dateOrder}
					description={isOrderOpen ? t("settings.open") : undefined}
					inputWrapperOrder={["label", "input", "description", "error"]}
					onChange={(dateOrder) => onChange({ dateOrder })}
				/>
				<ZoneSelect
					label={t("settings.zone")}
					likely={likelyZones(device, preview.format.zone)}
					value={format.zone}
					onChange={(zone) => onChange({ zone })}
				/>
			</div>
			{format.timePattern !== null && (
				<TimePatternField
					value={format.timePattern}
					isBusy={false}
					onChange={(timePattern) => onChange({ timePattern })}
				/>
			)}
		</fieldset>
	);
}

function timeColumnChoices({ columns }: ImportPreview): { value: string; label: string }[] {
	return columns.map(({ column }) => ({ value: String(column), label: columnTitle(columns, column) }));
}
