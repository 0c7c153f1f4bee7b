import { channelIdOf, isDoubtfulId } from "../../shared/log/reading-marks";
import type { AppendResult, EvaluateTaken, TakenReadings, Upload } from "../base/reading-store";
import { encodeBlock } from "./block/block-codec";
import { mergeReadings } from "./block/merge-readings";
import { onlyChannels, type Readings, readingsBetween } from "./block/readings";
import { receiveInSlots, sortUpload } from "./block/sort-upload";
import { flushTail } from "./flush-tail";
import { requestedDevice } from "./requested-days";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import { firstAt, lastAt } from "./split-readings";
import type { StoreParts } from "./store-parts";
import { withSegment } from "./tails";
import { channelNumber, type KnownReading, ownReadings, type TakenUpload, takeUpload } from "./take-upload";
import { dayOf } from "./utc-days";
import { countedReadings, isCounted, newestFirst, verdictAt } from "./verdicts";

const fullTailBytes = 16_384;
const fullTailReadings = 20_000;
const daysCounted = 31;

/** Call within a transaction. Accepts readings of an archived day; merging removes their duplicates. */
export function appendReadings(parts: StoreParts, upload: Upload, evaluate?: EvaluateTaken): AppendResult {
	const { tails } = parts;
	const before = tails.row(upload.deviceId) ?? tails.create(upload.deviceId);
	const lookUp = lookUpLazily(parts, before);
	const taken = takeUpload(upload, before.latest, { lookUp, isJudgedOnce: true });
	const watch = evaluate ? evaluate(takenReadings(parts, { row: before, upload, taken })) : before.watch;
	const received = { ...withReceipt(before, upload, taken), watch };
	tails.put(taken.at.length === 0 ? received : withReadings(parts, received, readingsOf(upload, taken), taken.fresh));
	return { accepted: taken.accepted, duplicates: taken.duplicates, expired: taken.expired };
}

type Taken = { row: StoredDeviceRow; upload: Upload; taken: TakenUpload };

function takenReadings(parts: StoreParts, { row, upload, taken }: Taken): TakenReadings {
	const { latest } = taken;
	const { receivedAt } = upload;
	const channelIds = latest.map(({ id }) => id);
	const history: TakenReadings["history"] = (channelId, from, to) =>
		readingsAtHand(parts, { ...row, latest }, { channelId, from, to });
	const { channel, at, value } = countedEntries(parts, row.deviceId, taken);
	return {
		channelIds,
		channel,
		at,
		value,
		receivedAt,
		receivedBefore: row.lastReceivedAt === 0 ? null : row.lastReceivedAt,
		watch: row.watch,
		newestBefore: (channelId) => row.latest.find(({ id }) => id === channelId)?.at ?? null,
		history,
		derivedSince: () => [],
	};
}

type Entries = Pick<TakenUpload, "channel" | "at" | "value">;

/** Excluded readings are taken in unseen, and doubtful ones that count under their channel. */
function countedEntries({ verdicts }: StoreParts, deviceId: string, { latest, ...taken }: TakenUpload): Entries {
	const all = newestFirst(verdicts(deviceId));
	if (all.length === 0) return taken;
	const counted: Entries = { channel: [], at: [], value: [] };
	for (const [index, at] of taken.at.entries()) {
		const number = taken.channel[index] ?? -1;
		const id = latest[number]?.id ?? "";
		const channelId = channelIdOf(id);
		const verdict = verdictAt(
			all.filter((one) => one.channelId === channelId),
			at,
		);
		if (!isDoubtfulId(id) && !isCounted(id, verdict)) continue;
		counted.channel.push(isCounted(id, verdict) ? channelNumber(latest, channelId) : number);
		counted.at.push(at);
		counted.value.push(taken.value[index] ?? Number.NaN);
	}
	return counted;
}

type ChannelSpan = { channelId: string; from: number; to: number };

/** Reads tail and day rows only: archive and files need an await. */
function readingsAtHand(parts: StoreParts, row: StoredDeviceRow, { channelId, from, to }: ChannelSpan) {
	const device = requestedDevice(parts, row, { requested: [{ channelId, index: 0 }] });
	if (!device) return [];
	const only = device.only ?? new Set(row.latest.keys());
	const sources = [onlyChannels(parts.tails.readings(row), only)];
	for (let day = dayOf(from); day <= dayOf(to - 1); day += 1) {
		for (const facts of parts.dayBlocks.facts(row.number, day)) sources.push(parts.hotDays.read(facts, { only }));
	}
	const between = sources.map((readings) => readingsBetween(readings, from, to));
	const merged = mergeReadings(between.filter(({ channels }) => channels.length > 0));
	const [found] = countedReadings(merged, device).channels;
	return found ? Array.from(found.at, (at, index) => ({ at, value: found.value[index] ?? Number.NaN })) : [];
}

function lookUpLazily(parts: StoreParts, row: StoredDeviceRow) {
	let lookUp: ((channel: number, at: number) => KnownReading | null) | null = null;
	return (channel: number, at: number) => {
		lookUp ??= ownReadings(parts, row);
		const own = lookUp(channel, at);
		return { own, shown: own };
	};
}

function readingsOf({ seq, receivedAt, slots }: Upload, { channel, at, value }: TakenUpload): Readings {
	const readings = sortUpload({ seq, receivedAt, channel, at, value });
	return slots ? receiveInSlots(readings, slots) : readings;
}

function withReceipt(
	row: StoredDeviceRow,
	{ seq, receivedAt }: Upload,
	{ accepted, latest }: TakenUpload,
): StoredDeviceRow {
	const lastReceivedAt = Math.max(row.lastReceivedAt, receivedAt);
	const day = String(dayOf(receivedAt));
	const received = { ...row.received, [day]: (row.received[day] ?? 0) + accepted };
	return {
		...row,
		lastSeq: Math.max(row.lastSeq, seq),
		lastReceivedAt,
		received: recentDays(received, dayOf(lastReceivedAt)),
		latest,
	};
}

function withReadings(parts: StoreParts, row: StoredDeviceRow, readings: Readings, fresh: number): StoredDeviceRow {
	const tail = withSegment(row.tail, encodeBlock(readings));
	if (tail.length > fullTailBytes || row.tailReadings + fresh > fullTailReadings) {
		return flushTail(parts, row, mergeReadings([parts.tails.readings(row), readings]));
	}
	return {
		...row,
		tail,
		tailSince: row.tailSince ?? readings.uploads[0]?.receivedAt ?? null,
		tailFrom: Math.min(row.tailFrom ?? Number.POSITIVE_INFINITY, firstAt(readings) ?? Number.POSITIVE_INFINITY),
		tailTo: Math.max(row.tailTo ?? Number.NEGATIVE_INFINITY, lastAt(readings) ?? Number.NEGATIVE_INFINITY),
		tailReadings: row.tailReadings + fresh,
	};
}

function recentDays(received: Record<string, number>, today: number): Record<string, number> {
	const isOld = (day: string) => Number(day) <= today - daysCounted;
	return Object.fromEntries(Object.entries(received).filter(([day]) => !isOld(day)));
}
