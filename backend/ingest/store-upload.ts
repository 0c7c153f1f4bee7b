import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { oneLine } from "../../shared/base/name-text";
import { channelNameKey } from "../../shared/device/device-terms";
import type { RejectedSample } from "../../shared/ingest/device-rejections";
import type { IngestResult } from "../../shared/ingest/ingest";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import { doubtfulIdOf } from "../../shared/log/reading-marks";
import type { AlertWatch } from "../alert/alert-watch";
import type { AccountContext } from "../base/context";
import type { UploadColumns } from "../base/reading-store";
import { allCalibrations } from "../db/calibration-rows";
import { channelIdsByKey, listChannels } from "../db/channel-rows";
import { allDerivedChannels, type DefinitionsByChannel } from "../db/derived-channel-rows";
import { type DeviceRow, hasDevice } from "../db/device-rows";
import type { DeviceWatch } from "../device/status/device-watch";
import { noteRejectedEntries, type RejectedEntries } from "../device/status/record-rejections";
import { doubtfulPositions } from "./judge-upload";
import type { ParsedReadings } from "./parse-readings";
import { applyOptional, countRejected, sampleOfEntry, type ValidatedEntries } from "./rejected-entries";

export type SentColumns = Omit<ParsedReadings, "rejected">;

/** `reported`: rejections that are shown at the device. */
export type StoredUpload = IngestResult & { reported: RejectedEntries[] };

export type UploadStore = Pick<AccountContext, "db" | "readingStore"> & { watch: DeviceWatch; alertWatch: AlertWatch };

type KnownColumns = UploadColumns & { position: number[] };

type SentUpload = { readings: SentColumns; validated: ValidatedEntries; receivedAt: number; past: UploadSlots | null };

/** Stores a device's upload; `receivedAt` is epoch ms. Rejects entries of unknown channels and past retention. */
export async function storeUpload(
	{ db, readingStore, watch, alertWatch }: UploadStore,
	device: DeviceRow,
	{ readings, validated, receivedAt, past }: SentUpload,
): Promise<StoredUpload> {
	const ids = channelIdsByKey(db, device.id);
	const { known, denied: ofNoChannel } = resolveChannels(readings, ids, allDerivedChannels(db));
	const { position } = known;
	const columns = await judged({ db, readingStore }, device.id, { readings, known });
	const keptFrom = device.keptDays === null ? {} : { keptFrom: receivedAt - device.keptDays * dayMs };
	// An upload without a valid entry still counts as received.
	const upload = {
		deviceId: device.id,
		receivedAt,
		seq: readingStore.nextSeq(),
		...columns,
		...keptFrom,
		...(past && { slots: past }),
	};
	const lastReceivedAt = await watch.lastReceived(device.id);
	// The device was deleted during the await.
	if (!hasDevice(db, device.id)) {
		return { accepted: 0, duplicates: 0, rejected: readings.index.map(ofNoDevice), reported: [] };
	}
	const evaluate = alertWatch.evaluator(device, { isBeforeMessages: past !== null });
	const { accepted, duplicates, expired } = await readingStore.append(upload, evaluate);
	const denied = [
		...ofNoChannel,
		...expired.map((index) => ({ index: position[index] ?? index, reason: "past-retention" as const })),
	];
	const reportedRejections: RejectedEntries[] = [];
	if (past === null) {
		const { passedOver, ...counting } = applyOptional(validated, (word) => channelIdOf(ids, word) !== undefined);
		const reported = denied.filter(({ index }) => !passedOver.has(wordAt(readings, index)));
		const here = countRejected(reported, (position) => sampleAt(readings, position));
		const good = columns.at.length - expired.length;
		appendAll(reportedRejections, [...counting.rejected, ...here]);
		noteRejectedEntries(db, device.id, { receivedAt, ...counting, good, rejected: reportedRejections });
		await watch.recordUpload(device, { receivedAt, lastReceivedAt, columns });
	}
	const rejected = denied.map(({ index, reason }) => ({ index: readings.index[index] ?? index, reason }));
	return { accepted, duplicates, rejected, reported: reportedRejections };
}

type Judging = { readings: SentColumns; known: KnownColumns };

/** Moves doubtful readings to the second id of their channel. */
async function judged(
	{ db, readingStore }: Pick<UploadStore, "db" | "readingStore">,
	deviceId: string,
	{ readings: { doubtful: stated, asSent }, known: { position, ...columns } }: Judging,
): Promise<UploadColumns> {
	const found = await doubtfulPositions(
		readingStore,
		{ ...columns, deviceId, asSent: asSent && position.map((index) => asSent[index] ?? 0) },
		{ channels: () => listChannels(db, [deviceId]), calibrations: allCalibrations(db) },
	);
	for (const [index, sentAt] of position.entries()) if (stated?.has(sentAt)) found.add(index);
	if (found.size === 0) return columns;
	const channelIds = [...columns.channelIds];
	const channel = columns.channel.map((number, index) => {
		if (!found.has(index)) return number;
		const id = doubtfulIdOf(columns.channelIds[number] ?? "");
		const known = channelIds.indexOf(id);
		return known >= 0 ? known : channelIds.push(id) - 1;
	});
	return { ...columns, channelIds, channel };
}

function ofNoDevice(index: number) {
	return { index, reason: "unknown-device" as const }; // a literal of the contract
}

function wordAt({ channels, channel }: SentColumns, index: number): string {
	return channels[channel[index] ?? -1] ?? "";
}

function channelIdOf(ids: Map<string, string>, word: string): string | undefined {
	return ids.get(word) ?? ids.get(channelNameKey(word)) ?? ids.get(channelNameKey(oneLine(word).trim()));
}

export function sampleAt(readings: SentColumns, index: number): RejectedSample {
	const time = readings.at[index];
	return {
		...sampleOfEntry({ channel: wordAt(readings, index), value: readings.value[index] }),
		at: time === undefined ? null : new Date(time).toISOString(),
	};
}

type ChannelDenial = { index: number; reason: "unknown-channel" | "derived-channel" };

function resolveChannels(
	{ channels, channel, at, value }: SentColumns,
	ids: Map<string, string>,
	derived: DefinitionsByChannel,
) {
	const channelIds: string[] = [];
	const indexes = channels.map((word) => {
		const id = channelIdOf(ids, word);
		if (id === undefined) return "unknown-channel";
		if (derived.has(id)) return "derived-channel";
		const known = channelIds.indexOf(id);
		return known >= 0 ? known : channelIds.push(id) - 1;
	});
	const known: KnownColumns = { channelIds, position: [], channel: [], at: [], value: [] };
	const denied: ChannelDenial[] = [];
	for (const [position, time] of at.entries()) {
		const index = indexes[channel[position] ?? -1] ?? "unknown-channel";
		const reading = value[position];
		if (reading === undefined) throw new Error("Upload columns differ in length");
		if (typeof index === "string") {
			denied.push({ index: position, reason: index });
			continue;
		}
		known.position.push(position);
		known.channel.push(index);
		known.at.push(time);
		known.value.push(reading);
	}
	return { known, denied };
}
