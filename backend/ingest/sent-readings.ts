import * as z from "zod/mini";
import { limits } from "../../shared/base/limits";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import type { UnreadPart, UplinkFrame, UplinkKind } from "../../shared/ingest/integration-message";
import type { RejectedEntries } from "../device/status/record-rejections";
import { type FrameParts, frameOf } from "./frames";
import { parseTime } from "./parse-readings";
import { mostUnread, type PayloadReading, type PayloadValue } from "./payload-values";

/** `index` as reported. `isOptional`: reported only if the device has the channel. `rejected`: found before validation. */
export type SentEntry = {
	index: number;
	channel: unknown;
	at: unknown;
	value: unknown;
	isOptional?: boolean;
	unit?: string;
	rejected?: RejectReason;
};

/** `setAside`: this device's entries that are already in the whole `rejected`. */
export type SentByDevice = {
	serialNumber: string;
	name: string | null;
	entries: SentEntry[];
	setAside?: RejectedEntries[];
	uplink?: SentUplink;
};

/** `frame` is null if nothing identifies it. */
export type SentUplink = { kind: UplinkKind; frame: UplinkFrame | null; unread: UnreadPart[] };

export type SentReadings = { devices: SentByDevice[]; rejected: IngestResult["rejected"] };

export const nothingSent: SentReadings = { devices: [], rejected: [] };

/** Treats a field of another form as absent, as network servers do not send a message again. */
export function sideField<Schema extends z.ZodMiniType>(schema: Schema) {
	return z.catch(z.optional(schema), undefined);
}

export const Gateways = sideField(z.array(z.catch(z.object({ rssi: sideField(z.number()) }), {})));

/** The signal at the best gateway, in dBm. */
export function bestSignal(gateways: { rssi?: number | undefined }[] = []): number | undefined {
	let best: number | undefined;
	for (const { rssi } of gateways) if (rssi !== undefined && (best === undefined || rssi > best)) best = rssi;
	return best;
}

/** The first plausible time, else `receivedAt`. Epoch ms. */
export function messageTime(submitted: (string | undefined)[], receivedAt: number): number {
	for (const time of submitted) {
		const at = likelyTime(time, receivedAt);
		if (at !== null) return at;
	}
	return receivedAt;
}

function likelyTime(time: unknown, now: number): number | null {
	const at = parseTime(time);
	return typeof at === "number" && at >= limits.ingestEarliestMs && at <= now + limits.ingestFutureMs ? at : null;
}

type Uplink = {
	serialNumber: string;
	name: string | null;
	at: number;
	payload: PayloadReading;
	added: PayloadValue[];
	identity: Omit<FrameParts, "at"> | null;
	kind: UplinkKind;
};

/** Values that are not numbers are optional, as codecs also write units and states. */
export function uplinkReadings({ serialNumber, name, at, payload, added, identity, kind }: Uplink): SentReadings {
	const named = new Set(payload.values.map(({ channel }) => channel.toLowerCase()));
	const isStored = kind === "read";
	const clock = wrongClock(payload, at);
	const values = isStored
		? payload.values.map((value) => (clock && value.at === clock.at ? { ...value, at: undefined } : value))
		: [];
	const additions = isStored ? added.filter(({ channel, value }) => value !== undefined && !named.has(channel)) : [];
	const entries = [
		...values.map((value) => ({ ...value, isOptional: !["number", "boolean"].includes(typeof value.value) })),
		...additions.map((value) => ({ ...value, isOptional: true })),
	].map((entry, index) => ({ ...entry, at: entry.at ?? new Date(at).toISOString(), index }));
	const frame = identity && frameOf({ ...identity, at });
	const leftAside = clock ? [{ name: clock.key, is: "a time that cannot be true" }] : [];
	const unread = isStored ? [...leftAside, ...payload.unread].slice(0, mostUnread) : [];
	return { devices: [{ serialNumber, name, entries, uplink: { kind, frame, unread } }], rejected: [] };
}

/** A device clock that was never set or has overflowed: its values take the message's time. */
function wrongClock({ clock, values }: PayloadReading, at: number): PayloadReading["clock"] | null {
	if (clock) return likelyTime(clock.at, at) === null ? clock : null;
	const [only, ...others] = new Set(values.map((value) => value.at));
	const isWrong = others.length === 0 && typeof parseTime(only) === "number" && likelyTime(only, at) === null;
	return isWrong && (typeof only === "string" || typeof only === "number") ? { key: "time", at: only } : null;
}
