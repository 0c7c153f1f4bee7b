import { NumberInput } from "@mantine/core";
import type { LogDevice } from "../../../shared/log/log";
import type { FileEncoding, FileFormat, ImportPreview } from "../../../shared/log/reading-import";
import { encodingNames } from "../../forms/file-import/encoding-names";
import { Select } from "../../ui/form/select";
import { ZoneSelect } from "../../ui/form/zone-select";
import classes from "./import.module.css";
import { TimePatternField } from "./time-pattern";
import { likelyZones } from "./zone-labels";

const encodings = Object.entries(encodingNames).map(([value, label]) => ({
	value: value as FileEncoding, // a key of the record
	label,
}));

const separators = [
	{ value: ",", label: "Comma" },
	{ value: ";", label: "Semicolon" },
	{ value: "\t", label: "Tab" },
	{ value: "|", label: "Bar |" },
] as const;

const decimalSigns = [
	{ value: ".", label: "Point, 4.2" },
	{ value: ",", label: "Comma, 4,2" },
] as const;

const dateOrders = [
	{ value: "day-first", label: "Day first" },
	{ value: "month-first", label: "Month first" },
	{ value: "year-first", label: "Year first" },
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
			<legend>File format</legend>
			<div className={classes.settings}>
				<Select label="Encoding" data={encodings} value={format.encoding ?? "utf-8"} onChange={onEncoding} />
				<Select
					label="Separator"
					data={separators}
					value={format.separator}
					onChange={(separator) => onChange({ separator })}
				/>
				<Select
					label="Decimal sign"
					data={decimalSigns}
					value={format.decimalSign}
					onChange={(decimalSign) => onChange({ decimalSign })}
				/>
				<NumberInput
					label="Header rows"
					min={0}
					max={200}
					allowDecimal={false}
					clampBehavior="strict"
					value={format.headerRows}
					onChange={(value) => typeof value === "number" && onChange({ headerRows: value })}
				/>
				<Select
					label={clock === undefined ? "Date and time column" : "Date column"}
					data={columns}
					value={String(time)}
					onChange={(value) =>
						onChange({ timeColumns: clock === undefined ? [Number(value)] : [Number(value), clock] })
					}
				/>
				<Select
					label="Time column"
					data={[{ value: "", label: "Same column" }, ...columns]}
					value={clock === undefined ? "" : String(clock)}
					onChange={(value) => onChange({ timeColumns: value === "" ? [time] : [time, Number(value)] })}
				/>
				<Select
					label="Dates"
					data={dateOrders}
					value={format.dateOrder}
					description={isOrderOpen ? "The file leaves this open. Please check." : undefined}
					inputWrapperOrder={["label", "input", "description", "error"]}
					onChange={(dateOrder) => onChange({ dateOrder })}
				/>
				<ZoneSelect
					label="Time zone"
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
	return columns.map(({ column, name }) => ({ value: String(column), label: name }));
}
