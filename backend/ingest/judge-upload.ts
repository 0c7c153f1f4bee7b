import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import { positionFrom } from "../../shared/base/sorted";
import { calibrated, calibrationAt } from "../../shared/device/calibration";
import type { ReadingStore, UploadColumns } from "../base/reading-store";
import type { CalibrationsByChannel } from "../db/calibration-rows";
import { isBeyondBounds, isNear, isOrdinary, type JudgedChannel, mayBeCode } from "./doubtful-values";

/** `asSent`: the values before they were brought into the channels' units. */
export type JudgedUpload = UploadColumns & { deviceId: string; asSent?: readonly number[] | undefined };

type Facts = { channels(): readonly (JudgedChannel & { id: string })[]; calibrations: CalibrationsByChannel };

type Stored = Pick<ReadingStore, "readSpan">;

const readTogether = 5_000;

/** Positions of readings that are faults of a sensor: beyond the bounds of their quantity, or codes for "no value". */
export async function doubtfulPositions(stored: Stored, upload: JudgedUpload, facts: Facts): Promise<Set<number>> {
	const doubtful = new Set<number>();
	const { channelIds, value, asSent = value } = upload;
	const mayBeDoubtful = channelIds.map((id) => facts.calibrations.has(id));
	for (const [position, channel] of upload.channel.entries()) {
		if (!isOrdinary(value[position] ?? 0) || !isOrdinary(asSent[position] ?? 0)) mayBeDoubtful[channel] = true;
	}
	if (!mayBeDoubtful.includes(true)) return doubtful;
	const known = new Map(facts.channels().map((channel) => [channel.id, channel]));
	for (const [index, channelId] of channelIds.entries()) {
		const channel = mayBeDoubtful[index] ? known.get(channelId) : undefined;
		if (!channel) continue;
		const list = facts.calibrations.get(channelId) ?? [];
		const sent: Sent[] = [];
		const maybe: (Sent & { position: number })[] = [];
		for (const [position, number] of upload.channel.entries()) {
			if (number !== index) continue;
			const at = upload.at[position] ?? 0;
			const [own = 0, original = own] = [value[position], asSent[position]];
			if (isBeyondBounds(calibrated(own, calibrationAt(list, at)), channel)) doubtful.add(position);
			else if (mayBeCode(original, channel)) maybe.push({ position, at, value: own });
			else sent.push({ at, value: own });
		}
		if (maybe.length === 0) continue;
		const before = await readBefore(stored, { deviceId: upload.deviceId, channelId }, maybe);
		const context = [...before, ...sent].sort((one, other) => one.at - other.at);
		const times = context.map(({ at }) => at);
		for (const [value, codes] of Map.groupBy(maybe, (one) => one.value)) {
			const near = context.flatMap((one) => (isNear(value, one.value) ? one.at : []));
			const isSentNear = sent.some((one) => isNear(value, one.value));
			for (const { position, at } of codes) {
				const isReading = isAnyOfDayBefore(times, at) ? isAnyOfDayBefore(near, at) : isSentNear;
				if (!isReading) doubtful.add(position);
			}
		}
	}
	return doubtful;
}

type Sent = { at: number; value: number };

function isAnyOfDayBefore(times: readonly number[], at: number): boolean {
	return (times[positionFrom(times, at) - 1] ?? Number.NEGATIVE_INFINITY) >= at - dayMs;
}

/** The stored values, as sent, of the day before each of `times`. */
async function readBefore(
	stored: Stored,
	channel: { deviceId: string; channelId: string },
	times: readonly Sent[],
): Promise<Sent[]> {
	const windows: { from: number; to: number }[] = [];
	for (const { at } of times.toSorted((one, other) => one.at - other.at)) {
		const last = windows.at(-1);
		if (last && at - dayMs <= last.to) last.to = at;
		else windows.push({ from: at - dayMs, to: at });
	}
	const found: Sent[] = [];
	for (const window of windows) {
		let cursor: string | null | undefined;
		do {
			const request = { channels: [channel], ...window, order: "oldest-first" as const, limit: readTogether };
			const page = await stored.readSpan({ ...request, ...(cursor && { cursor }) });
			const values = page.sent ?? page.value;
			appendAll(
				found,
				page.readingAt.map((at, index) => ({ at, value: values[index] ?? 0 })),
			);
			cursor = page.nextCursor;
		} while (cursor);
	}
	return found;
}
