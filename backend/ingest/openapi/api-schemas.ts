import * as z from "zod/mini";
import { refusalWords } from "../../../shared/device-refusals";
import { IngestBody, IngestResult, RejectReason } from "../../../shared/ingest";
import * as chirpStack from "../chirpstack";
import * as theThingsStack from "../the-things-stack";
import type { Schema } from "./document-types";

/** RFC 3339. The door takes other spellings of ISO 8601 too, as long as they say the offset. */
const zonedTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/;

/** An entry as a logger should send it; the door judges each by itself, by `parseReadings`. */
export const Reading = z.object({
	channel: z.string().check(z.regex(/\S/)),
	at: z.union([z.number(), z.string().check(z.regex(zonedTime))]),
	value: z.union([z.number(), z.boolean()]),
});

const ReadingsFile = z.string();

/** The form of every answer that is not 200. */
const Refused = z.object({ error: z.object({ name: z.string(), message: z.string(), requestId: z.string() }) });

type Words = ReturnType<typeof newWords>;
const newWords = () => z.registry<Schema & { id?: string }>();

export const schemaRef = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** The schemas of the doors as JSON Schema, by their names, with what each field means. */
export function apiSchemas(): Record<string, Schema> {
	const words = newWords();
	describeReadings(words);
	describeAnswers(words);
	describeTheThingsStack(words);
	describeChirpStack(words);
	const uri = (id: string) => schemaRef(id).$ref;
	const { schemas } = z.toJSONSchema(words, { uri, metadata: words, io: "input" });
	return Object.fromEntries(
		// Both would say that each is a document of its own.
		Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
	);
}

function describeReadings(words: Words): void {
	words.add(IngestBody, { id: "Readings", description: "Readings of the device whose key it is." });
	words.add(IngestBody.shape.readings, {
		description: "Judged one by one: an entry of another form is refused by itself, and the others are kept.",
		items: schemaRef("Reading"),
	});
	words.add(Reading, { id: "Reading" });
	words.add(Reading.shape.channel, { description: "The channel's id or its name; letter case does not matter." });
	words.add(Reading.shape.at, {
		description: "Epoch milliseconds, or ISO 8601 with an offset (`Z`, `+01:00`).",
	});
	words.add(Reading.shape.value, { description: "A finite number; `true` and `false` count as 1 and 0." });
	words.add(ReadingsFile, {
		id: "ReadingsFile",
		description:
			"UTF-8. The first line names the columns in any order: `serial`, `time`, `channel`, `value`, a reading a line; " +
			"or `serial`, `time` and a column for each channel, whose empty cells are no readings. Times are epoch " +
			"milliseconds or ISO 8601 with an offset. Decimals have a point. Cells are parted by comma, semicolon or tab.",
	});
}

function describeAnswers(words: Words): void {
	words.add(IngestResult, { id: "Result" });
	words.add(IngestResult.shape.accepted, { description: "New and changed readings." });
	words.add(IngestResult.shape.duplicates, { description: "Readings that were known with the same value." });
	words.add(IngestResult.shape.rejected, { description: "Entries that are not kept, in the order they were sent." });
	const rejected = IngestResult.shape.rejected.def.element;
	words.add(rejected.shape.index, {
		description:
			"The entry's place, counted from 0: in the list, among the values of a payload, or among the lines of a file " +
			"behind its names.",
	});
	words.add(RejectReason, {
		id: "RejectReason",
		oneOf: RejectReason.options.map((reason) => ({ const: reason, description: sentence(refusalWords[reason]) })),
	});
	words.add(Refused, { id: "Refused", description: "Nothing of the upload is stored." });
	const { name, message, requestId } = Refused.shape.error.shape;
	words.add(name, { description: "What to tell refusals apart by." });
	words.add(message, { description: "For people. It may change." });
	words.add(requestId, { description: "Quote it when you ask for help. It is also the header `X-Request-Id`." });
}

function describeTheThingsStack(words: Words): void {
	const { Message, Uplink } = theThingsStack;
	words.add(Message, {
		id: "TheThingsStackMessage",
		description: "A webhook message of The Things Stack v3, of which these fields are read. Others may be there.",
	});
	const ids = Message.shape.end_device_ids.shape;
	words.add(ids.dev_eui, { description: "The device's serial number." });
	words.add(ids.device_id, { description: "The serial number where there is no `dev_eui`, and a new device's name." });
	words.add(Message.shape.received_at, { description: "The time of the readings where the uplink has none." });
	words.add(Message.shape.uplink_message, { description: "Without an uplink the message holds no readings." });
	words.add(Message.shape.uplink_normalized, { description: "Read where there is no `uplink_message`." });
	words.add(Uplink, { id: "TheThingsStackUplink" });
	words.add(Uplink.shape.decoded_payload, { description: payloadWords });
	words.add(Uplink.shape.normalized_payload, {
		description: "Read where there is no decoded payload: measurements, each with a `time` of its own.",
	});
	words.add(Uplink.shape.received_at, { description: "The time of the readings, ISO 8601 with an offset." });
	words.add(Uplink.shape.settings, { description: "Its `time` is used where neither `received_at` is there." });
	words.add(Uplink.shape.rx_metadata, { description: "The best `rssi` goes to the channel `signal`." });
	words.add(Uplink.shape.last_battery_percentage, { description: "Goes to the channel `battery`." });
}

function describeChirpStack(words: Words): void {
	const { Uplink } = chirpStack;
	words.add(Uplink, {
		id: "ChirpStackEvent",
		description: "An event `up` of ChirpStack v4, of which these fields are read. Others may be there.",
	});
	words.add(Uplink.shape.time, { description: "The time of the readings, ISO 8601 with an offset." });
	words.add(Uplink.shape.deviceInfo.shape.devEui, { description: "The device's serial number." });
	words.add(Uplink.shape.deviceInfo.shape.deviceName, { description: "A new device's name." });
	words.add(Uplink.shape.object, { description: payloadWords });
	words.add(Uplink.shape.rxInfo, { description: "The best `rssi` goes to the channel `signal`." });
}

const payloadWords =
	"Each number is a reading of the channel of its name; inside of objects the names are joined (`air.temperature`). " +
	"A `time` or `timestamp` at the first level goes before the server's.";

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
