import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import type { EndpointName } from "../ingest/ingest-endpoint";
import type { Parameter } from "./document-types";

type Exchange = { summary: string; body: unknown; result: IngestResult };

type EndpointDescription = {
	summary: string;
	description: string;
	body: string;
	parameters: Required<Parameter>[];
	exchanges: { [name: string]: Exchange };
};

/** The example device has no retention, so this time is never rejected. */
const at = "2026-03-14T09:26:53Z";

const exampleSerials = { theThingsStack: "70B3D57ED0061A2F", chirpStack: "a84041000181c0de", file: "SN-1" };

const rejectedReadings = [
	"4.2",
	{ at, value: 4.2 },
	{ channel: "Nose", at, value: 4.2 },
	{ channel: "Door or humidity", at, value: 1 },
	{ channel: "Temperature", value: 4.2 },
	{ channel: "Temperature", at: "14.03.2026 09:26", value: 4.2 },
	{ channel: "Temperature", at: "2026-03-14T09:26:53", value: 4.2 },
	{ channel: "Temperature", at: "2999-12-31T23:59:59Z", value: 4.2 },
	{ channel: "Temperature", at: "1970-01-01T00:00:12Z", value: 4.2 },
	{ channel: "Temperature", at: "2000-01-02T03:04:05Z", value: 4.2 },
	{ channel: "Temperature", at, value: "4,2" },
];

function returned(accepted: number, ...rejected: RejectReason[]): IngestResult {
	return { accepted, duplicates: 0, rejected: rejected.map((reason, index) => ({ index: accepted + index, reason })) };
}

export const endpointDescriptions: Record<EndpointName, EndpointDescription> = {
	readings: {
		summary: "A logger by itself",
		description: "Any number of readings of one device. Its key names the account and the device.",
		body: "Readings",
		parameters: [],
		exchanges: {
			readings: {
				summary: "Three readings",
				body: {
					readings: [
						{ channel: "Temperature", at, value: 4.2 },
						{ channel: "Temperature", at: Date.parse("2026-03-14T09:27:53Z"), value: 4.25 },
						{ channel: "Door", at: "2026-03-14T10:28:53+01:00", value: true },
					],
				},
				result: returned(3),
			},
			refused: {
				summary: "A good reading, then an entry for each reason to refuse one",
				body: { readings: [{ channel: "Temperature", at, value: 4.2 }, ...rejectedReadings] },
				result: returned(
					1,
					"not-an-object",
					"channel-missing",
					"unknown-channel",
					"derived-channel",
					"time-missing",
					"bad-time",
					"zone-missing",
					"future",
					"too-old",
					"past-retention",
					"bad-value",
				),
			},
		},
	},
	"the-things-stack": {
		summary: "The Things Stack",
		description:
			"The address of a custom webhook in the format JSON, without a path behind any message, and with the key in " +
			"its additional header `Authorization`. Enable uplink messages; others are acknowledged and hold no readings.",
		body: "TheThingsStackMessage",
		parameters: [],
		exchanges: {
			uplink: {
				summary: "An uplink message: two values of its payload, and how well it was heard",
				body: {
					end_device_ids: { device_id: "cold-room-4", dev_eui: exampleSerials.theThingsStack },
					received_at: "2026-03-14T09:26:53.104512873Z",
					uplink_message: {
						decoded_payload: { temperature: 4.2, probe_1: { temperature: -18.5 } },
						rx_metadata: [{ rssi: -71 }],
						received_at: "2026-03-14T09:26:52.897235611Z",
					},
				},
				result: returned(3),
			},
			refused: {
				summary: "A value in a unit that cannot be its channel's, and two values of one channel at one time",
				body: {
					end_device_ids: { device_id: "cold-room-4", dev_eui: exampleSerials.theThingsStack },
					uplink_message: {
						decoded_payload: {
							temperature: { value: 3.1, unit: "V" },
							messages: [
								{ type: "probe_1.temperature", value: -18.5 },
								{ type: "probe_1.temperature", value: -2 },
							],
						},
						received_at: "2026-03-14T09:27:52.897235611Z",
					},
				},
				result: returned(0, "other-unit", "same-time", "same-time"),
			},
			join: {
				summary: "A message without readings",
				body: { end_device_ids: { device_id: "cold-room-4", dev_eui: exampleSerials.theThingsStack }, join_accept: {} },
				result: returned(0),
			},
		},
	},
	chirpstack: {
		summary: "ChirpStack",
		description:
			"The event endpoint URL of an HTTP integration with the payload encoding JSON, and with the key in its header " +
			"`Authorization`. ChirpStack adds `?event=up` and the like itself.",
		body: "ChirpStackEvent",
		parameters: [
			{
				name: "event",
				in: "query",
				description: "The type of the event. Others than `up` are acknowledged and hold no readings.",
				required: true,
				schema: { type: "string" },
				example: "up",
			},
		],
		exchanges: {
			up: {
				summary: "An uplink: a value, a contact, and how well it was heard",
				body: {
					time: "2026-03-14T09:26:53.775023242+00:00",
					deviceInfo: { deviceName: "Cold room 4", devEui: exampleSerials.chirpStack },
					object: { temperature: 4.2, leak: false },
					rxInfo: [{ rssi: -102 }],
				},
				result: returned(3),
			},
		},
	},
	json: {
		summary: "JSON of any shape",
		description:
			"Whatever a gateway or cloud sends. A payload recipe, made in the console from a received message, chooses the " +
			"device, the time and the values; without one nothing is stored, and the last messages are held for a day. The " +
			"media type may be any.",
		body: "JsonMessage",
		parameters: [],
		exchanges: {
			read: {
				summary: "A message whose recipe takes `body.temperature` at the time `when`",
				body: { device: "SN-1", when: 1_773_480_413, body: { temperature: 4.2 } },
				result: returned(1),
			},
			unknown: {
				summary: "An unknown device",
				body: { device: "SN-404", when: 1_773_480_413, body: { temperature: 4.2 } },
				result: returned(0, "unknown-device"),
			},
		},
	},
	csv: {
		summary: "CSV files",
		description: "Readings of any devices, which are named by their serial numbers.",
		body: "ReadingsFile",
		parameters: [],
		exchanges: {
			long: {
				summary: "A reading a line",
				body: `serial,time,channel,value\n${exampleSerials.file},${at},Temperature,4.2\n`,
				result: returned(1),
			},
			wide: {
				summary: "A column for each channel",
				body: `serial,time,Temperature,Humidity\n${exampleSerials.file},${at},4.2,61\n${exampleSerials.file},2026-03-14T09:27:53Z,4.3,\n`,
				result: returned(3),
			},
			refused: {
				summary: "A device that nobody added, and a decimal comma",
				body: `serial,time,channel,value\nSN-404,${at},Temperature,4.2\n${exampleSerials.file},${at},Temperature,4,2\n`,
				result: returned(0, "unknown-device", "bad-value"),
			},
			doubtful: {
				summary: "Two values at one time, and a number that means none, which is stored as doubtful",
				body: `serial,time,channel,value\n${exampleSerials.file},2026-03-14T09:27:53Z,Temperature,-9999\n${exampleSerials.file},${at},Temperature,4.2\n${exampleSerials.file},${at},Temperature,4.3\n`,
				result: returned(1, "same-time", "same-time"),
			},
		},
	},
};
