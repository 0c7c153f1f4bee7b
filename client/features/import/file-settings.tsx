import { NativeSelect, NumberInput } from "@mantine/core";
import type { LogDevice } from "../../../shared/log";
import type { FileFormat, ImportPreview } from "../../../shared/reading-import";
import classes from "./import.module.css";
import { dateOrders, decimalSigns, separators, timeColumnChoices, zoneChoices } from "./setting-choices";

type FileSettingsProps = {
	preview: ImportPreview;
	format: FileFormat;
	device: LogDevice;
	onChange: (change: Partial<FileFormat>) => void;
};

/** How the file is written: detected, and open to change. */
export function FileSettings({ preview, format, device, onChange }: FileSettingsProps) {
	const [time = 0, clock] = format.timeColumns;
	const columns = timeColumnChoices(preview);
	return (
		<fieldset className={classes.group}>
			<legend>How the file is written</legend>
			<div className={classes.settings}>
				<NativeSelect
					label="Separator"
					data={separators}
					value={format.separator}
					onChange={({ currentTarget: { value } }) => {
						const separator = separators.find((choice) => choice.value === value)?.value;
						if (separator !== undefined) onChange({ separator });
					}}
				/>
				<NativeSelect
					label="Decimal sign"
					data={decimalSigns}
					value={format.decimalSign}
					onChange={({ currentTarget: { value } }) => {
						const decimalSign = decimalSigns.find((choice) => choice.value === value)?.value;
						if (decimalSign !== undefined) onChange({ decimalSign });
					}}
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
				<NativeSelect
					label={clock === undefined ? "Time column" : "Date column"}
					data={columns}
					value={String(time)}
					onChange={({ currentTarget: { value } }) =>
						onChange({ timeColumns: clock === undefined ? [Number(value)] : [Number(value), clock] })
					}
				/>
				<NativeSelect
					label="Clock column"
					data={[{ value: "", label: "Same column" }, ...columns]}
					value={clock === undefined ? "" : String(clock)}
					onChange={({ currentTarget: { value } }) =>
						onChange({ timeColumns: value === "" ? [time] : [time, Number(value)] })
					}
				/>
				<NativeSelect
					label="Dates"
					data={dateOrders}
					value={format.dateOrder}
					description={preview.isDateOrderSure ? undefined : "The file leaves this open. Please check."}
					inputWrapperOrder={["label", "input", "description", "error"]}
					onChange={({ currentTarget: { value } }) => {
						const dateOrder = dateOrders.find((choice) => choice.value === value)?.value;
						if (dateOrder !== undefined) onChange({ dateOrder });
					}}
				/>
				<NativeSelect
					label="Times are of"
					data={zoneChoices(device, preview.format.zone)}
					value={format.zone}
					onChange={({ currentTarget: { value } }) => onChange({ zone: value })}
				/>
			</div>
		</fieldset>
	);
}
