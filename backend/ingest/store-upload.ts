import type { IngestResult } from "../../shared/ingest";
import type { AccountContext } from "../context";
import { channelIdsByKey, channelNameKey } from "../device/channel-rows";
import { type DeviceRow, hasDevice } from "../device/device-rows";
import type { DeviceWatch } from "../device/status/device-watch";
import type { UploadColumns } from "../log/log-store";
import type { ParsedReadings } from "./parse-readings";

/** The good entries of one device's upload, with their places in what was sent. */
export type SentColumns = Omit<ParsedReadings, "rejected">;

export type StoredUpload = IngestResult;

export type UploadStore = Pick<AccountContext, "db" | "log"> & { watch: DeviceWatch };

type KnownColumns = UploadColumns & { index: number[] };

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Stores what a device sent, whichever door it came by; `receivedAt` is epoch ms. Refused are entries of channels the
 * device does not have, and those its retention would delete. `isPast`: a local run writes its own past, of which the
 * log says nothing as if it were now.
 */
export async function storeUpload(
	{ db, log, watch }: UploadStore,
	device: DeviceRow,
	{ readings, receivedAt, isPast }: { readings: SentColumns; receivedAt: number; isPast: boolean },
): Promise<StoredUpload> {
	const { known, unknown } = resolveChannels(readings, channelIdsByKey(db, device.id));
	const { index, ...columns } = known;
	const keptFrom = device.retentionDays === null ? {} : { keptFrom: receivedAt - device.retentionDays * dayMs };
	// An upload without one good entry is still a sign of life.
	const upload = { deviceId: device.id, receivedAt, seq: log.nextSeq(), ...columns, ...keptFrom };
	const lastReceivedAt = await watch.lastHeard(device.id);
	// It may have gone for good meanwhile: nothing is written of it any more.
	if (!hasDevice(db, device.id)) return { accepted: 0, duplicates: 0, rejected: readings.index.map(ofNoDevice) };
	const { accepted, duplicates, expired } = await log.append(upload);
	if (!isPast) await watch.noteUpload(device, { receivedAt, lastReceivedAt, columns });
	const rejected = [
		...unknown.map((entry) => ({ index: entry, reason: "unknown-channel" as const })),
		...expired.map((place) => ({ index: index[place] ?? place, reason: "past-retention" as const })),
	];
	return { accepted, duplicates, rejected };
}

function ofNoDevice(index: number) {
	return { index, reason: "unknown-device" as const }; // a literal of the contract
}

/** Replaces the device's words for its channels by ids, and sets aside the entries that have none. */
function resolveChannels({ channels, index, channel, at, value }: SentColumns, ids: Map<string, string>) {
	const channelIds: string[] = [];
	const places = channels.map((word) => {
		const id = ids.get(word) ?? ids.get(channelNameKey(word));
		if (id === undefined) return null;
		const known = channelIds.indexOf(id);
		return known >= 0 ? known : channelIds.push(id) - 1;
	});
	const known: KnownColumns = { channelIds, index: [], channel: [], at: [], value: [] };
	const unknown: number[] = [];
	for (const [position, entry] of index.entries()) {
		const place = places[channel[position] ?? -1];
		const time = at[position];
		const reading = value[position];
		if (time === undefined || reading === undefined) throw new Error("Upload columns differ in length");
		if (place === undefined || place === null) {
			unknown.push(entry);
			continue;
		}
		known.index.push(entry);
		known.channel.push(place);
		known.at.push(time);
		known.value.push(reading);
	}
	return { known, unknown };
}
