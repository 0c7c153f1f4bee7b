import { limits } from "../../../../shared/base/limits";
import {
	deviceTexts,
	type PlainText,
	type RequestedText,
	recordOf,
	requestedTexts,
} from "../../../../shared/base/plain-fields";
import type { FileColumn, ImportedList } from "../../../forms/file-import/file-columns";
import { t } from "../../../words/made/devices";

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
	altitude: { title: "Altitude", headings: altitudeHeadings(), samples: ["520 m", "1706 ft"] },
	channels: {
		title: "Channels",
		headings: ["channels", "channel", "measures", "sensors"],
		samples: ["Temperature:temperature:°C; Humidity:humidity:%", "Temperature:temperature:°C"],
	},
	...textColumns(({ kind }) => kind !== "line"),
} satisfies Record<string, FileColumn>;
export type DeviceTarget = keyof typeof fileColumns;

export const deviceFile: ImportedList<DeviceTarget> = {
	noun: "device",
	columns: fileColumns,
	assumed: ["name", "serialNumber"],
	mostLines: limits.deviceFileRows,
	hint: t("file.lead"),
};

/** A heading may hold the unit: `Altitude (m)`, `elevation_ft`. */
function altitudeHeadings(): string[] {
	return ["altitude", "elevation", "masl", "amsl"].flatMap((word) =>
		["", "m", "meters", "metres", "ft", "feet", "km", "inm", "inmeters", "inmetres", "inft", "infeet"].map(
			(unit) => `${word}${unit}`,
		),
	);
}

function textColumns(isMeant: (field: PlainText) => boolean): Record<RequestedText, FileColumn> {
	const names = requestedTexts.filter((text) => isMeant(deviceTexts[text]));
	return recordOf(names, (text) => ({ title: deviceTexts[text].label, ...texts[text] }));
}
