import { csvText } from "../../../ui/table/export-csv";

export const sampleFileName = "devices-sample.csv";

/** A file to start from: every column once, with what may stand in it. */
export function sampleFile(): string {
	return csvText([
		["Name", "Serial number", "Model", "Site", "Tags", "Groups", "Time zone", "Clock rule", "Channels", "Description"],
		[
			"Cold room 7",
			"SAMPLE-0001",
			"LX-200",
			"Warehouse North",
			"cold; audited",
			"",
			"UTC+02:00",
			"2",
			"Temperature:temperature:°C; Humidity:humidity:%",
			"Left of the door",
		],
		["Truck 12", "SAMPLE-0002", "LX-300", "", "road", "", "America/Chicago", "1", "Temperature:temperature:°C", ""],
	]);
}
