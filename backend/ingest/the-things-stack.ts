import * as z from "zod/mini";
import { limits } from "../../shared/limits";
import {
	bestSignal,
	isRecord,
	messageEntries,
	nothingSent,
	type PayloadValue,
	payloadValues,
	type SentEntry,
	type SentReadings,
	takeOwnTime,
} from "./sent-readings";

// https://www.thethingsindustries.com/docs/integrations/data-formats/ Empty fields are absent.
export const Uplink = z.object({
	received_at: z.optional(z.string()),
	settings: z.optional(z.object({ time: z.optional(z.string()) })),
	rx_metadata: z.optional(z.array(z.object({ rssi: z.optional(z.number()) }))),
	last_battery_percentage: z.optional(z.object({ value: z.optional(z.number()), received_at: z.optional(z.string()) })),
	decoded_payload: z.optional(z.unknown()),
	normalized_payload: z.optional(z.unknown()),
});
type Uplink = z.infer<typeof Uplink>;

export const Message = z.object({
	end_device_ids: z.object({ device_id: z.optional(z.string()), dev_eui: z.optional(z.string()) }),
	received_at: z.optional(z.string()),
	uplink_message: z.optional(Uplink),
	uplink_normalized: z.optional(Uplink),
});

/** Readings of a The Things Stack v3 webhook. Other message types hold none. Null: an invalid message. */
export function readTheThingsStack(body: unknown): SentReadings | null {
	const parsed = Message.safeParse(body);
	if (!parsed.success) return null;
	const { end_device_ids: ids, received_at, uplink_message, uplink_normalized } = parsed.data;
	const uplink = uplink_message ?? uplink_normalized;
	if (!uplink) return nothingSent;
	const serialNumber = ids.dev_eui ?? ids.device_id;
	if (serialNumber === undefined) return null;
	const time = uplink.received_at ?? received_at ?? uplink.settings?.time;
	const entries = entriesOf(uplink, time);
	return entries && { devices: [{ serialNumber, name: ids.device_id ?? null, entries }], rejected: [] };
}

function entriesOf(uplink: Uplink, receivedAt: string | undefined): SentEntry[] | null {
	const timed: (PayloadValue & { at: unknown })[] = [];
	for (const measurement of measurementsOf(uplink)) {
		const all = payloadValues(measurement);
		if (!all) return null;
		const { at, values } = takeOwnTime(all);
		for (const value of values) timed.push({ ...value, at: at ?? receivedAt });
		if (timed.length > limits.ingestReadings) return null;
	}
	const facts = [
		// Repeated with every uplink: the time of its own uplink makes it the same reading each time.
		{
			channel: "battery",
			value: uplink.last_battery_percentage?.value,
			at: uplink.last_battery_percentage?.received_at,
		},
		{ channel: "signal", value: bestSignal(uplink.rx_metadata ?? []), at: receivedAt },
	];
	const named = new Set(timed.map(({ channel }) => channel.toLowerCase()));
	const added = facts.filter(({ channel, value }) => value !== undefined && !named.has(channel));
	return messageEntries(timed, added);
}

function measurementsOf({ decoded_payload: decoded, normalized_payload: normalized }: Uplink): unknown[] {
	if (isRecord(decoded) && Object.keys(decoded).length > 0) return [decoded];
	return Array.isArray(normalized) ? normalized : [normalized];
}
