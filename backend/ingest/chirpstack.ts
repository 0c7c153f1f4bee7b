import * as z from "zod/mini";
import {
	bestSignal,
	messageEntries,
	nothingSent,
	payloadValues,
	type SentReadings,
	takeOwnTime,
} from "./sent-readings";

// The `up` event as https://www.chirpstack.io/docs/chirpstack/integrations/events.html has it.
export const Uplink = z.object({
	time: z.optional(z.string()),
	deviceInfo: z.object({ devEui: z.string(), deviceName: z.optional(z.string()) }),
	/** Absent where the device profile has no codec. */
	object: z.optional(z.unknown()),
	rxInfo: z.optional(z.array(z.object({ rssi: z.optional(z.number()) }))),
});

/**
 * Readings of an event of ChirpStack v4; `event` is the parameter of the address that names its type. Events of joins,
 * acknowledgements and the like hold none. Null for what is no such message.
 */
export function readChirpStack(body: unknown, event: string | null): SentReadings | null {
	if (event !== "up") return event === null ? null : nothingSent;
	const parsed = Uplink.safeParse(body);
	const all = parsed.success ? payloadValues(parsed.data.object) : null;
	if (!parsed.success || !all) return null;
	const { time, deviceInfo, rxInfo = [] } = parsed.data;
	const own = takeOwnTime(all);
	const signal = bestSignal(rxInfo);
	const isNamed = own.values.some(({ channel }) => channel.toLowerCase() === "signal");
	const added = signal === undefined || isNamed ? [] : [{ channel: "signal", value: signal, at: time }];
	const payload = own.values.map((value) => ({ ...value, at: own.at ?? time }));
	const device = { serialNumber: deviceInfo.devEui, name: deviceInfo.deviceName ?? null };
	return { devices: [{ ...device, entries: messageEntries(payload, added) }], rejected: [] };
}
