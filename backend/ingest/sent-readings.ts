import * as z from "zod/mini";
import { dayMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import type { IngestResult, RejectReason } from "../../shared/ingest/ingest";
import type { MessageRecipe, UnreadPart, UplinkFrame, UplinkKind } from "../../shared/ingest/integration-message";
import { parseTime } from "../../shared/ingest/sent-time";
import type { RejectedEntries } from "../device/status/record-rejections";
import { type FrameParts, frameOf } from "./frames";
import { isMeasured } from "./guess-channel";
import { mostUnread, type PayloadReading, type PayloadValue } from "./payload-values";

/** `index` as reported. `isOptional`: reported only if the device has the channel. The others are as in `PayloadValue`. */
export type SentEntry = {
	index: number;
	channel: unknown;
	at: unknown;
	value: unknown;
	isOptional?: boolean;
	unit?: string;
	isUnitShared?: true;
	former?: string;
	rejected?: RejectReason;
};

/** `setAside`: this device's entries that are already in the whole `rejected`. */
export type SentByDevice = {
	serialNumber: string;
	name: string | null;
	entries: SentEntry[];
	setAside?: RejectedEntries[];
	uplink?: SentUplink;
	/** The device that a recipe names, whatever its serial number is. */
	deviceId?: string;
	/** Positions of the recipe's values whose path is there. */
	found?: number[];
};

/** `frame` is null if nothing identifies it. `clockBehindMs`: only if the device's clock is more than a year behind. */
export type SentUplink = {
	kind: UplinkKind;
	frame: UplinkFrame | null;
	unread: UnreadPart[];
	clockBehindMs?: number | null;
};

/** `madeAt`: as that of the recipe. */
export type SentRecipe = MessageRecipe & { madeAt?: number | undefined };

/** `recipe` and `unread` are of a JSON message of any shape. */
export type SentReadings = {
	devices: SentByDevice[];
	rejected: IngestResult["rejected"];
	recipe?: SentRecipe;
	unread?: UnreadPart[];
};

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

type MessageTime = { at: number; unread: UnreadPart[] };

/** The first plausible time, else `receivedAt`. Epoch ms. Names the times before it that cannot be true. */
export function messageTime(submitted: [name: string, time: string | undefined][], receivedAt: number): MessageTime {
	const unread: UnreadPart[] = [];
	for (const [name, time] of submitted) {
		const at = likelyTime(time, receivedAt);
		if (at !== null) return { at, unread };
		if (time) unread.push({ name, is: "a time that cannot be true" });
	}
	return { at: receivedAt, unread };
}

function likelyTime(time: unknown, now: number): number | null {
	const at = parseTime(time);
	return typeof at === "number" && at >= limits.ingestEarliestMs && at <= now + limits.ingestFutureMs ? at : null;
}

type Uplink = {
	serialNumber: string;
	name: string | null;
	time: MessageTime;
	payload: PayloadReading;
	added: PayloadValue[];
	identity: Omit<FrameParts, "at"> | null;
	kind: UplinkKind;
};

/** Values that are not numbers or not measured are optional, as codecs also write units and states. */
export function uplinkReadings({ serialNumber, name, time, payload, added, identity, kind }: Uplink): SentReadings {
	const { at } = time;
	const named = new Set(payload.values.map(({ channel }) => channel.toLowerCase()));
	const isStored = kind === "read";
	const clock = wrongClock(payload, at);
	const values = isStored
		? payload.values.map((value) => (clock && value.at === clock.at ? { ...value, at: undefined } : value))
		: [];
	const additions = isStored ? added.filter(({ channel, value }) => value !== undefined && !named.has(channel)) : [];
	const entries = [
		...values.map((value) => ({ ...value, isOptional: !isNumber(value) || !isMeasured(value.channel) })),
		...additions.map((value) => ({ ...value, isOptional: true })),
	].map((entry, index) => ({ ...entry, at: entry.at ?? new Date(at).toISOString(), index }));
	const frame = identity && frameOf({ ...identity, at });
	const unread = isStored ? unreadOf({ time, payload, clock }).slice(0, mostUnread) : [];
	const clockBehindMs = isStored ? behindMs(payload, at) : null;
	return { devices: [{ serialNumber, name, entries, uplink: { kind, frame, unread, clockBehindMs } }], rejected: [] };
}

function isNumber({ value }: PayloadValue): boolean {
	return typeof value === "number" || typeof value === "boolean";
}

type Clock = NonNullable<PayloadReading["clock"]>;

function unreadOf({ time, payload, clock }: Pick<Uplink, "time" | "payload"> & { clock: Clock | null }): UnreadPart[] {
	const parts = [...time.unread, ...(clock ? [clockPart(clock, time.at)] : []), ...payload.unread];
	const isEmpty = parts.length === 0 && !payload.values.some(isNumber);
	return isEmpty ? [{ name: "", is: "without a reading" }] : parts;
}

function clockPart({ key, at: sent }: Clock, at: number): UnreadPart {
	const own = parseTime(sent);
	const isBehind = typeof own === "number" && isFarBehind(own, at) && likelyTime(sent, at) !== null;
	if (!isBehind) return { name: key, is: "a time that cannot be true" };
	const years = Number(((at - own) / yearMs).toFixed(1));
	return { name: key, is: `a time ${years} years ago, so the time of receipt is stored` };
}

/** A logger keeps no uplink for a year, so its clock is wrong. */
const mostBehindMs = 366 * dayMs;
const yearMs = 365.25 * dayMs;

function isFarBehind(own: number, at: number): boolean {
	return at - own > mostBehindMs;
}

/** A device clock that was never set, has overflowed or counts from another year: its values take the message's time. */
function wrongClock({ clock, values }: PayloadReading, at: number): Clock | null {
	const isWrong = (time: unknown) => {
		const own = parseTime(time);
		return likelyTime(time, at) === null || (typeof own === "number" && isFarBehind(own, at));
	};
	if (clock) return isWrong(clock.at) ? clock : null;
	const [only, ...others] = new Set(values.map((value) => value.at));
	const isTime = (typeof only === "string" || typeof only === "number") && typeof parseTime(only) === "number";
	return isTime && others.length === 0 && isWrong(only) ? { key: "time", at: only } : null;
}

/** How far the newest of the device's own times is behind. Null: not far, or without such a time. */
function behindMs({ clock, values }: PayloadReading, at: number): number | null {
	const times = [clock?.at, ...values.map((value) => value.at)].map(parseTime);
	const own = times.flatMap((time) => (typeof time === "number" && time >= limits.ingestEarliestMs ? time : []));
	const newest = own.reduce((latest, time) => Math.max(latest, time), Number.NEGATIVE_INFINITY);
	return own.length > 0 && isFarBehind(newest, at) ? at - newest : null;
}
