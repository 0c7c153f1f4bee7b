import type { FileLine } from "./device-file";

/** What a column of the file can hold. */
export const deviceTargets = [
	"name",
	"serialNumber",
	"model",
	"site",
	"tags",
	"groups",
	"offset",
	"rule",
	"channels",
	"description",
] as const;
export type DeviceTarget = (typeof deviceTargets)[number];

export const targetTitles: Record<DeviceTarget, string> = {
	name: "Name",
	serialNumber: "Serial number",
	model: "Model",
	site: "Site",
	tags: "Tags",
	groups: "Groups",
	offset: "Time zone",
	rule: "Clock rule",
	channels: "Channels",
	description: "Description",
};

/** Headings by which a column is recognised, without spaces, dashes and case. */
const headings: Record<DeviceTarget, string[]> = {
	name: ["name", "device", "devicename", "label"],
	serialNumber: ["serialnumber", "serial", "serialno", "sn", "deviceserial"],
	model: ["model", "type", "devicemodel"],
	site: ["site", "location", "place"],
	tags: ["tags", "tag", "labels"],
	groups: ["groups", "group"],
	offset: ["timezone", "zone", "offset", "utcoffset", "timezoneoffset"],
	rule: ["clockrule", "rule", "timezonerule", "daylightsaving", "dst"],
	channels: ["channels", "channel", "measures", "sensors"],
	description: ["description", "note", "notes", "comment"],
};

/** For each column of the file what it holds; null: it is left out. No two hold the same. */
export type ColumnTargets = (DeviceTarget | null)[];

function plain(heading: string): string {
	return heading.toLowerCase().replaceAll(/[^a-z]/g, "");
}

export function targetsFromHeader(cells: string[]): ColumnTargets {
	const taken = new Set<DeviceTarget>();
	return cells.map((cell) => {
		const target = deviceTargets.find(
			(candidate) => !taken.has(candidate) && headings[candidate].includes(plain(cell)),
		);
		if (target) taken.add(target);
		return target ?? null;
	});
}

/** A header names at least one thing we know, and is the first line. */
export function isHeader(first: FileLine | undefined): boolean {
	return first !== undefined && targetsFromHeader(first.cells).some((target) => target !== null);
}

/** Without a header the first columns are taken for name and serial number, until somebody says otherwise. */
export function targetsWithoutHeader(columnCount: number): ColumnTargets {
	return Array.from({ length: columnCount }, (_, index) => (["name", "serialNumber"] as const)[index] ?? null);
}

/** A column set to a target; the column that held it before is left out. */
export function withTarget(targets: ColumnTargets, column: number, target: DeviceTarget | null): ColumnTargets {
	return targets.map((current, index) => {
		if (index === column) return target;
		return current === target ? null : current;
	});
}
