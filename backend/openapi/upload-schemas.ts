import * as z from "zod/mini";
import { rejectionLabels } from "../../shared/ingest/device-rejections";
import { IngestBody, IngestResult, RejectReason } from "../../shared/ingest/ingest";
import { largestReading } from "../../shared/ingest/reading-value";
import * as chirpStack from "../ingest/chirpstack";
import * as theThingsStack from "../ingest/the-things-stack";
import type { Schema } from "./document-types";

const payloadDescription =
	"Each number is a reading of the channel of its name, also as text; inside of objects and lists the names are joined " +
	"(`air.temperature`). `{value, unit}` is one reading. A `time` or `timestamp` beside the values goes before the " +
	"server's. What cannot be read is named at the device.";

const sideDescription =
	"Others may be there. Fields that are not required may be `null`, or of another form: then they are absent.";

/** RFC 3339. The endpoint also accepts other ISO 8601 forms with an offset. */
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

export const Reading = z.object({
	channel: z.string().check(z.regex(/\S/)),
	at: z.union([z.number(), z.string().check(z.regex(zonedTime))]),
	value: z.union([z.number().check(z.minimum(-largestReading), z.maximum(largestReading)), z.boolean()]),
});

const ReadingsFile = z.string();
const JsonMessage = z.unknown();

const Rejected = z.object({ error: z.object({ name: z.string(), message: z.string(), requestId: z.string() }) });

type Descriptions = ReturnType<typeof newDescriptions>;
const newDescriptions = () => z.registry<Schema & { id?: string }>();

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

export function uploadSchemas(): Record<string, Schema> {
	const descriptions = newDescriptions();
	describeReadings(descriptions);
	describeResults(descriptions);
	describeTheThingsStack(descriptions);
	describeChirpStack(descriptions);
	describeJson(descriptions);
	const uri = (id: string) => schemaRef(id).$ref;
	const { schemas } = z.toJSONSchema(descriptions, { uri, metadata: descriptions, io: "input" });
	return Object.fromEntries(
		Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
	);
}

function describeReadings(descriptions: Descriptions): void {
	descriptions.add(IngestBody, { id: "Readings", description: "Readings of the device whose key it is." });
	descriptions.add(IngestBody.shape.readings, {
		description: "Validated one by one: an entry of another form is rejected by itself, and the others are stored.",
		items: schemaRef("Reading"),
	});
	descriptions.add(Reading, { id: "Reading" });
	descriptions.add(Reading.shape.channel, {
		description: "The channel's id or its name; letter case does not matter.",
	});
	descriptions.add(Reading.shape.at, {
		description: "Epoch milliseconds, or ISO 8601 with an offset (`Z`, `+01:00`).",
	});
	descriptions.add(Reading.shape.value, {
		description: "A number from -1e100 to 1e100; `true` and `false` count as 1 and 0.",
	});
	descriptions.add(ReadingsFile, {
		id: "ReadingsFile",
		description:
			"UTF-8. The first line names the columns in any order: `serial`, `time`, `channel`, `value`, a reading a line; " +
			"or `serial`, `time` and a column for each channel, whose empty cells are no readings. Times are epoch " +
			"milliseconds or ISO 8601 with an offset. Decimals have a point. Cells are parted by comma, semicolon or tab.",
	});
}

function describeJson(descriptions: Descriptions): void {
	descriptions.add(JsonMessage, {
		id: "JsonMessage",
		description:
			"Any JSON. Numbers, and texts that are numbers with a decimal point, or a comma if the recipe says so, can be chosen as values.",
	});
}

function describeResults(descriptions: Descriptions): void {
	descriptions.add(IngestResult, { id: "Result" });
	descriptions.add(IngestResult.shape.accepted, { description: "New and changed readings." });
	descriptions.add(IngestResult.shape.duplicates, { description: "Readings that were known with the same value." });
	descriptions.add(IngestResult.shape.rejected, {
		description: "Entries that are not stored, in the order they were sent.",
	});
	const rejected = IngestResult.shape.rejected.def.element;
	descriptions.add(rejected.shape.index, {
		description:
			"The entry's place, counted from 0: in the list, among the values of a payload, or among the lines of a file " +
			"behind its names.",
	});
	descriptions.add(RejectReason, {
		id: "RejectReason",
		oneOf: RejectReason.options.map((reason) => ({ const: reason, description: sentence(rejectionLabels[reason]) })),
	});
	descriptions.add(Rejected, { id: "Refused", description: "Nothing of the upload is stored." });
	const { name, message, requestId } = Rejected.shape.error.shape;
	descriptions.add(name, { description: "What to tell refusals apart by." });
	descriptions.add(message, { description: "For people. It may change." });
	descriptions.add(requestId, { description: "Quote it when you ask for help. It is also the header `X-Request-Id`." });
}

function describeTheThingsStack(descriptions: Descriptions): void {
	const { Message, Uplink } = theThingsStack;
	descriptions.add(Message, {
		id: "TheThingsStackMessage",
		description: `A webhook message of The Things Stack v3, of which these fields are read. ${sideDescription}`,
	});
	const ids = Message.shape.end_device_ids.shape;
	descriptions.add(ids.dev_eui, { description: "The device's serial number." });
	descriptions.add(ids.device_id, {
		description: "The serial number where there is no `dev_eui`, and a new device's name.",
	});
	descriptions.add(ids.dev_addr, { description: "Tells its frames from those of another session." });
	descriptions.add(Message.shape.simulated, { description: "Of a simulated uplink nothing is stored." });
	descriptions.add(Message.shape.received_at, { description: "The time of the readings where the uplink has none." });
	descriptions.add(Message.shape.uplink_message, { description: "Without an uplink the message holds no readings." });
	descriptions.add(Message.shape.uplink_normalized, { description: "Read where there is no `uplink_message`." });
	descriptions.add(Uplink, { id: "TheThingsStackUplink" });
	descriptions.add(Uplink.shape.session_key_id, { description: "With `f_cnt` it tells one frame from another." });
	descriptions.add(Uplink.shape.f_cnt, { description: "The same frame is one reading, whenever it is received." });
	descriptions.add(Uplink.shape.f_port, { description: "Shows that the message is whole." });
	descriptions.add(Uplink.shape.frm_payload, {
		description: "A frame without it has nothing to decode: of its decoded values none is stored.",
	});
	descriptions.add(Uplink.shape.decoded_payload, { description: payloadDescription });
	descriptions.add(Uplink.shape.normalized_payload, {
		description: "Read where there is no decoded payload: measurements, each with a `time` of its own.",
	});
	descriptions.add(Uplink.shape.received_at, { description: "The time of the readings, ISO 8601 with an offset." });
	descriptions.add(Uplink.shape.settings, { description: "Its `time` is used where neither `received_at` is there." });
	descriptions.add(Uplink.shape.rx_metadata, { description: "The best `rssi` goes to the channel `signal`." });
	descriptions.add(Uplink.shape.last_battery_percentage, { description: "Goes to the channel `battery`." });
}

function describeChirpStack(descriptions: Descriptions): void {
	const { Uplink } = chirpStack;
	descriptions.add(Uplink, {
		id: "ChirpStackEvent",
		description: `An event \`up\` of ChirpStack v4, of which these fields are read. ${sideDescription}`,
	});
	descriptions.add(Uplink.shape.time, { description: "The time of the readings, ISO 8601 with an offset." });
	descriptions.add(Uplink.shape.deviceInfo.shape.devEui, { description: "The device's serial number." });
	descriptions.add(Uplink.shape.deviceInfo.shape.deviceName, { description: "A new device's name." });
	descriptions.add(Uplink.shape.deduplicationId, { description: "The same frame is one reading." });
	descriptions.add(Uplink.shape.devAddr, { description: "With `fCnt` it tells one frame from another." });
	descriptions.add(Uplink.shape.fCnt, { description: "The same frame is one reading, whenever it is received." });
	descriptions.add(Uplink.shape.fPort, { description: "Shows that the event is whole." });
	descriptions.add(Uplink.shape.data, {
		description: "A frame without it has nothing to decode: of its decoded values none is stored.",
	});
	descriptions.add(Uplink.shape.object, { description: payloadDescription });
	descriptions.add(Uplink.shape.rxInfo, { description: "The best `rssi` goes to the channel `signal`." });
}

const sentence = (descriptions: string) => `${descriptions.charAt(0).toUpperCase()}${descriptions.slice(1)}.`;
