import {
	deviceTexts,
	type PlainText,
	type RequestedText,
	recordOf,
	requestedTexts,
} from "../../../../shared/plain-fields";
import type { FileLine } from "../../../forms/file-import/csv-file";
import { type FileColumn, type FileTargets, matchTargets, sampleText } from "../../../forms/file-import/file-columns";

const texts = {
	model: { headings: ["model", "type", "devicemodel"], samples: ["LX-200", "LX-300"] },
	site: { headings: ["site", "location", "place"], samples: ["Warehouse North", ""] },
	description: { headings: ["description", "note", "notes", "comment"], samples: ["Left of the door", ""] },
} satisfies Record<RequestedText, Omit<FileColumn, "title">>;

const fileColumns = {
	name: { title: "Name", headings: ["name", "device", "devicename", "label"], samples: ["Cold room 7", "Truck 12"] },
	serialNumber: {
		title: "Serial number",
		headings: ["serialnumber", "serial", "serialno", "sn", "deviceserial"],
		samples: ["SAMPLE-0001", "SAMPLE-0002"],
	},
	...textColumns(({ kind }) => kind === "line"),
	tags: { title: "Tags", headings: ["tags", "tag", "labels"], samples: ["cold; audited", "road"] },
	groups: { title: "Groups", headings: ["groups", "group"], samples: ["", ""] },
	offset: {
		title: "Time zone",
		headings: ["timezone", "zone", "offset", "utcoffset", "timezoneoffset"],
		samples: ["UTC+02:00", "America/Chicago"],
	},
	rule: {
		title: "Clock mode",
		headings: ["clockmode", "clockrule", "rule", "timezonerule", "daylightsaving", "dst"],
		samples: ["no daylight saving", "US daylight saving"],
	},
	channels: {
		title: "Channels",
		headings: ["channels", "channel", "measures", "sensors"],
		samples: ["Temperature:temperature:°C; Humidity:humidity:%", "Temperature:temperature:°C"],
	},
	...textColumns(({ kind }) => kind !== "line"),
} satisfies Record<string, FileColumn>;
export type DeviceTarget = keyof typeof fileColumns;
export const deviceTargets = Object.keys(fileColumns) as DeviceTarget[]; // keys of a declaration are its keyof
export const targetTitles = recordOf(deviceTargets, (target) => fileColumns[target].title);

function textColumns(isMeant: (field: PlainText) => boolean): Record<RequestedText, FileColumn> {
	const names = requestedTexts.filter((text) => isMeant(deviceTexts[text]));
	return recordOf(names, (text) => ({ title: deviceTexts[text].label, ...texts[text] }));
}

export function sampleFile(): string {
	return sampleText(fileColumns);
}

export type ColumnTargets = FileTargets<DeviceTarget>;

export function targetsFromHeader(cells: string[]): ColumnTargets {
	return matchTargets(fileColumns, cells);
}

/** A header is the first line and names at least one known target. */
export function isHeader(first: FileLine | undefined): boolean {
	return first !== undefined && targetsFromHeader(first.cells).some((target) => target !== null);
}

/** Without a header the first columns are assumed to be name and serial number. */
export function targetsWithoutHeader(columnCount: number): ColumnTargets {
	return Array.from({ length: columnCount }, (_, index) => (["name", "serialNumber"] as const)[index] ?? null);
}
