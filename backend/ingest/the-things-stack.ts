import * as z from "zod/mini";
import { isRecord } from "../../shared/base/json-record";
import { limits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import type { UplinkKind } from "../../shared/ingest/integration-message";
import { type PayloadReading, readPayload } from "./payload-values";
import { type Rejection, rejections } from "./rejections";
import {
	bestSignal,
	Gateways,
	messageTime,
	nothingSent,
	type SentReadings,
	sideField,
	uplinkReadings,
} from "./sent-readings";

const sideText = sideField(z.string());

// https://www.thethingsindustries.com/docs/integrations/data-formats/ Empty fields, and a counter of 0, are absent.
export const Uplink = z.object({
	session_key_id: sideText,
	f_port: sideField(z.number()),
	f_cnt: sideField(z.number()),
	frm_payload: sideText,
	received_at: sideText,
	settings: sideField(z.object({ time: sideText })),
	rx_metadata: Gateways,
	last_battery_percentage: sideField(z.object({ value: sideField(z.number()), received_at: sideText })),
	decoded_payload: z.optional(z.unknown()),
	normalized_payload: z.optional(z.unknown()),
});
type Uplink = z.infer<typeof Uplink>;

export const Message = z.object({
	end_device_ids: z.object({ device_id: sideText, dev_eui: sideText, dev_addr: sideText }),
	received_at: sideText,
	simulated: sideField(z.boolean()),
	uplink_message: z.nullish(Uplink),
	uplink_normalized: z.nullish(Uplink),
});
type Message = z.infer<typeof Message>;

/** Reads an uplink of a The Things Stack v3 webhook. Other messages hold no readings. `receivedAt` is epoch ms. */
export function readTheThingsStack(body: unknown, receivedAt: number): SentReadings | Rejection {
	const parsed = Message.safeParse(body);
	if (!parsed.success) return rejectionOf(body);
	const { end_device_ids: ids, uplink_message, uplink_normalized } = parsed.data;
	const uplink = uplink_message ?? uplink_normalized;
	if (!uplink) return nothingSent;
	const serialNumber = ids.dev_eui || ids.device_id;
	const payload = measurementsOf(uplink);
	if (!serialNumber || !payload) return rejections.messageShape;
	const times: [string, string | undefined][] = [
		["uplink_message.received_at", uplink.received_at],
		["received_at", parsed.data.received_at],
		["settings.time", uplink.settings?.time],
	];
	return uplinkReadings({
		serialNumber,
		name: ids.device_id ?? null,
		time: messageTime(times, receivedAt),
		payload,
		added: [batteryOf(uplink), { channel: "signal", value: bestSignal(uplink.rx_metadata) }],
		identity: identityOf(uplink, ids.dev_addr),
		kind: kindOf(parsed.data, uplink),
	});
}

function rejectionOf(body: unknown): Rejection {
	if (isRecord(body) && "dev_id" in body && "payload_fields" in body) return rejections.theThingsStackVersion;
	return isRecord(body) && isRecord(body.deviceInfo) ? rejections.theThingsStackAddress : rejections.messageShape;
}

/** Frames without a payload are decoded too. An event filter may leave only the values. */
function kindOf({ simulated }: Message, uplink: Uplink): UplinkKind {
	if (simulated) return "simulated";
	return isWholeFrame(uplink) && !uplink.frm_payload ? "empty" : "read";
}

function isWholeFrame({ f_cnt, f_port, session_key_id, settings }: Uplink): boolean {
	return [f_cnt, f_port, session_key_id, settings].some((field) => field !== undefined);
}

function identityOf(uplink: Uplink, address: string | undefined) {
	if (!isWholeFrame(uplink)) return null;
	const session = uplink.session_key_id || address || null;
	return {
		session,
		isOwnSession: Boolean(uplink.session_key_id),
		counter: uplink.f_cnt ?? 0,
		payload: uplink.frm_payload ?? "",
		deduplicationId: null,
	};
}

/** Each uplink repeats the battery value; its own time makes it a duplicate. */
function batteryOf({ last_battery_percentage: battery }: Uplink) {
	const isTimed = battery?.received_at !== undefined;
	return { channel: "battery", value: isTimed ? battery.value : undefined, at: battery?.received_at };
}

function measurementsOf({ decoded_payload: decoded, normalized_payload: normalized }: Uplink): PayloadReading | null {
	const isDecoded = typeof decoded === "object" && decoded !== null && Object.keys(decoded).length > 0;
	if (isDecoded || !Array.isArray(normalized)) return readPayload(isDecoded ? decoded : (normalized ?? decoded));
	const whole: PayloadReading = { values: [], unread: [] };
	for (const measurement of normalized) {
		const read = readPayload(measurement);
		if (!read || whole.values.length + read.values.length > limits.ingestReadings) return null;
		appendAll(whole.values, read.values);
		appendAll(whole.unread, read.unread);
	}
	return whole;
}
