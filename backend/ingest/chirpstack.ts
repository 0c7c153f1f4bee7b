import * as z from "zod/mini";
import {
	bestSignal,
	messageEntries,
	nothingSent,
	payloadValues,
	type SentReadings,
	takeOwnTime,
} from "./sent-readings";

// The `up` event: https://www.chirpstack.io/docs/chirpstack/integrations/events.html
export const Uplink = z.object({
	time: z.optional(z.string()),
	deviceInfo: z.object({ devEui: z.string(), deviceName: z.optional(z.string()) }),
	/** Absent if the device profile has no codec. */
	object: z.optional(z.unknown()),
	rxInfo: z.optional(z.array(z.object({ rssi: z.optional(z.number()) }))),
});

/** ChirpStack v4; `event` is the URL parameter with its type. Other types hold no readings. Null: invalid. */
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
