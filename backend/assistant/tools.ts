import type { Tool as ListedTool } from "@modelcontextprotocol/server";
import { ownValue } from "../../shared/base/own-value";
import { type ListedReading, shownReading } from "../../shared/device/device-reading";
import { resources } from "../api/resources";
import { parametersOf } from "../openapi/call-operations";
import type { Schema } from "../openapi/document-types";

type Row = Record<string, unknown>;

/** A list of the API as an assistant reads it. */
export type Tool = {
	resource: keyof typeof resources;
	title: string;
	description: string;
	takes: readonly string[];
	fixed?: Record<string, string>;
	/** How many rows of a page the assistant gets where it names no limit. */
	usualRows: number;
	toData?(rows: Row[]): Row[];
};

const span = ["from", "to"] as const;
const ofDevices = ["device", "group"] as const;

const channelFields = ["deviceId", "deviceName", "channelId", "channelName", "quantity", "unit", "isDerived"];

export const tools: Record<string, Tool> = {
	find_devices: {
		resource: "devices",
		title: "Find devices",
		description: "Devices with their status, groups, time zone and the newest value of each channel.",
		takes: ["search", "id", "status", "group", "archived"],
		usualRows: 25,
		toData: (rows) => rows.map(deviceOf),
	},
	list_groups: {
		resource: "groups",
		title: "List groups",
		description: "Groups of devices.",
		takes: ["id"],
		usualRows: 50,
	},
	list_channels: {
		resource: "channels",
		title: "List channels",
		description: "Channels of devices, with their ids, units and expected ranges. Name a device or group.",
		takes: [...ofDevices, "id"],
		usualRows: 100,
	},
	read_readings: {
		resource: "readings",
		title: "Read readings",
		description:
			"Single readings of a span, oldest first, by channel. Prefer read_series for more than some hours. " +
			"`sentValue`: what the device sent, if a calibration changed it. Leave readings with `mark` doubtful or excluded out of figures. " +
			"`isSaturated`: computed at 100 % humidity, because the sensor sent more.",
		takes: [...span, ...ofDevices, "channel", "outOfLimits", "late", "afterGap"],
		usualRows: 300,
		toData: (rows) => byChannel(rows.map(readingOf)),
	},
	read_series: {
		resource: "series",
		title: "Read a series",
		description:
			"Figures of up to 12 channels in equal steps of time, as a chart shows them. A row whose figures are null begins " +
			"a gap: nothing was measured from then on until the next row.",
		takes: [...span, "channel", "step", "statistic", "unit", "zone"],
		usualRows: 200,
		toData: byChannel,
	},
	read_summaries: {
		resource: "series",
		title: "Read summaries",
		description:
			"Lowest, mean and highest value of up to 12 channels for each day. A row whose figures are null begins a gap.",
		takes: [...span, "channel", "unit", "zone"],
		fixed: { step: "1d", statistic: "lowest,mean,highest" },
		usualRows: 100,
		toData: byChannel,
	},
	list_rules: {
		resource: "rules",
		title: "List rules",
		description: "Rules of alerts; of one device with what is true but not yet for long enough.",
		takes: ["id", "device"],
		usualRows: 50,
	},
	list_events: {
		resource: "events",
		title: "List events",
		description: "Events of alerts: open ones first, then acknowledged ones, then those that are over.",
		takes: [...span, ...ofDevices, "state", "severity", "rule"],
		usualRows: 25,
	},
	explain_event: {
		resource: "events/story",
		title: "Explain an event",
		description: "What happened in one event: why it fired, who was notified, and who did what.",
		takes: ["event"],
		usualRows: 1,
	},
	explain_message: {
		resource: "events/why",
		title: "Explain a message",
		description: "Why one event did or did not reach a contact. explain_event lists the contacts of an event.",
		takes: ["event", "contact"],
		usualRows: 1,
	},
	check_coverage: {
		resource: "coverage",
		title: "Check coverage",
		description: "What no rule watches, and which rules reach no one.",
		takes: [],
		usualRows: 1,
	},
};

export const pageParameters = ["limit", "cursor"] as const;

/** The response of `tools/list`. It has no output schema: one that a client cannot read fails the whole list. */
export function listedTools(): ListedTool[] {
	return Object.entries(tools).map(([name, { resource, title, description, takes, usualRows }]) => {
		const list = ownValue(resources, resource);
		const parameters = list ? parametersOf(list) : [];
		const isPaged = usualRows > 1;
		const taken = parameters.filter((parameter) =>
			[...takes, ...(isPaged ? pageParameters : [])].includes(parameter.name),
		);
		const properties = taken.map((parameter): [string, Schema] => {
			const { schema } = parameter;
			const text = parameter.description.replace(/,? ?parted by commas\.?/i, "").trim();
			return [
				parameter.name,
				{ ...schema, description: text, ...(parameter.name === "limit" && { default: usualRows }) },
			];
		});
		const required = taken.filter((parameter) => parameter.required).map((parameter) => parameter.name);
		return {
			name,
			title,
			description,
			inputSchema: {
				type: "object",
				properties: Object.fromEntries(properties) as ListedTool["inputSchema"]["properties"], // JSON Schema
				required,
				additionalProperties: false,
			},
			annotations: { title, readOnlyHint: true, openWorldHint: false },
		};
	});
}

function deviceOf({ latest, ...row }: Row): Row {
	const readings = latest as ListedReading[]; // a row of the list has them
	return { ...row, latest: readings.map(shownReading) };
}

function readingOf({ raw, mark, isSaturated, receivedAt: _, ...row }: Row): Row {
	return {
		...row,
		...(raw !== null && { sentValue: raw }),
		...(mark !== null && { mark }),
		...(isSaturated === true && { isSaturated }),
	};
}

/** States once the facts that the rows of a channel share. */
function byChannel(rows: Row[]): Row[] {
	return [...Map.groupBy(rows, ({ channelId }) => channelId).values()].map((ofChannel) => {
		const shared = Object.entries(ofChannel[0] ?? {}).filter(([name]) => channelFields.includes(name));
		const own = ofChannel.map((row) =>
			Object.fromEntries(Object.entries(row).filter(([name]) => !channelFields.includes(name))),
		);
		return { ...Object.fromEntries(shared), rows: own };
	});
}
