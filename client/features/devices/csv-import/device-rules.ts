import { ownValue } from "../../../../shared/base/own-value";
import { recordOf, requestedTexts } from "../../../../shared/base/plain-fields";
import { serialKey } from "../../../../shared/device/device-filter";
import { CreateDevice } from "../../../../shared/device/device-inputs";
import type { GroupListRow } from "../../../../shared/device/group";
import type { DeviceClock } from "../../../../shared/time/time-zones";
import type { LineRules } from "../../../forms/file-import/check-lines";
import type { FileLine } from "../../../forms/file-import/csv-file";
import type { FileTargets, LineErrors } from "../../../forms/file-import/file-columns";
import { givingGroup } from "../../../forms/typed-setting";
import { errorsFrom } from "../../../ui/form/schema-errors";
import { t } from "../../../words/made/devices";
import type { DeviceTarget } from "./column-targets";
import { lineClock, parseAltitude, parseChannels, parseOffset, unitIn } from "./line-cells";

export type LineContext = {
	targets: FileTargets<DeviceTarget>;
	groups: GroupListRow[];
	takenSerials: readonly string[];
	/** The heading of the altitudes, which may name their unit. */
	altitudeTitle: string;
	/** The clock of lines without their own or a group's. Null: inherited. */
	clock: DeviceClock | null;
	channels: string;
	isLeavingGroupsOut: boolean;
	now: number;
};

const targetByField: Record<string, DeviceTarget> = {
	name: "name",
	serialNumber: "serialNumber",
	...recordOf(requestedTexts, (text) => text),
	tags: "tags",
	groupIds: "groups",
	timezoneOffset: "offset",
	timeZoneRule: "rule",
	altitude: "altitude",
	channels: "channels",
};

export function deviceRules(context: LineContext): LineRules<DeviceTarget, CreateDevice> {
	const { targets, isLeavingGroupsOut, now } = context;
	const groupByName = new Map(context.groups.map((group) => [group.name.trim().toLowerCase(), group]));
	const offsets = new Map<string, number | null>();

	const offsetOf = (text: string) => {
		const known = offsets.get(text);
		if (known !== undefined) return known;
		const offset = parseOffset(text, now);
		offsets.set(text, offset);
		return offset;
	};

	const read = (cell: (target: DeviceTarget) => string) => {
		const errors: LineErrors<DeviceTarget> = {};
		const device: CreateDevice = { name: cell("name"), channels: [] };
		for (const field of ["serialNumber", ...requestedTexts] as const) {
			if (cell(field) !== "") device[field] = cell(field);
		}
		if (cell("tags") !== "") device.tags = wordsOf(cell("tags"), /[;,]/);

		const groupIds = new Set<string>();
		for (const name of wordsOf(cell("groups"), /;/)) {
			const group = groupByName.get(name.toLowerCase());
			if (group?.kind === "static") groupIds.add(group.id);
			else if (group) errors.groups ??= t("line.groupByFilter", { group: group.name });
			else if (!isLeavingGroupsOut) errors.groups ??= t("line.noGroup", { group: name });
		}
		if (groupIds.size > 0) device.groupIds = [...groupIds];

		const { clock, errors: clockErrors } = lineClock({
			offset: cell("offset"),
			rule: cell("rule"),
			offsetOf,
			usual: context.clock,
			isGiven: givingGroup(context.groups, [...groupIds], "clock") !== undefined,
		});
		Object.assign(errors, clockErrors);
		if (clock !== null) Object.assign(device, clock);

		if (cell("altitude") !== "") {
			const altitude = parseAltitude(cell("altitude"), unitIn(context.altitudeTitle));
			if (altitude === null) errors.altitude = t("line.altitude");
			else device.altitude = altitude;
		}

		const channels = parseChannels(cell("channels") || context.channels);
		if ("error" in channels) errors.channels = channels.error;
		else device.channels = channels.channels;

		for (const [path, message] of Object.entries(errorsFrom(CreateDevice, device))) {
			const target = ownValue(targetByField, path.split(".")[0] ?? "");
			if (target) errors[target] ??= target === "offset" ? t("line.offset") : message;
		}

		return { input: device, errors };
	};
	return {
		targets,
		read,
		unique: {
			target: "serialNumber",
			what: "serialNumber",
			keyOf: serialKey,
			taken: new Set(context.takenSerials.map(serialKey)),
		},
		targetOf,
	};
}

function wordsOf(text: string, separator: RegExp): string[] {
	return text
		.split(separator)
		.map((word) => word.trim())
		.filter((word) => word !== "");
}

export function unknownGroups(
	lines: readonly FileLine[],
	{ targets, groups }: Pick<LineContext, "targets" | "groups">,
): string[] {
	const column = targets.indexOf("groups");
	const known = new Set(groups.map(({ name }) => name.trim().toLowerCase()));
	const unknown = new Map<string, string>();
	for (const { cells } of lines) {
		for (const name of wordsOf(cells[column] ?? "", /;/)) {
			if (!known.has(name.toLowerCase())) unknown.set(name.toLowerCase(), name);
		}
	}
	return [...unknown.values()];
}

export function targetOf(path: string): DeviceTarget | "line" {
	return path === "" ? "line" : (ownValue(targetByField, path.split(".")[0] ?? "") ?? "name");
}
