import type { AccountContext } from "../context";
import { channelIdsByKey, channelNameKey } from "../device/channel-rows";
import { findDevice } from "../device/device-rows";
import { digestSecret, isSame } from "./device-key";
import type { AppendResult } from "./log-store";
import type { ParsedReadings } from "./parse-readings";

/** What the backend Worker hands to the object: a key with a right tag, and the parsed columns. */
export type DeviceUpload = {
	deviceId: string;
	secret: string;
	receivedAt: number;
	readings: Omit<ParsedReadings, "rejected">;
};

/** `unknown`: places in the upload whose channel the device does not have. */
export type UploadResult = AppendResult & { unknown: number[] };

/** Stores an upload of a device; null for a key that is not, or no longer, that device's. */
export async function appendUpload(
	{ db, log }: Pick<AccountContext, "db" | "log">,
	{ deviceId, secret, receivedAt, readings }: DeviceUpload,
): Promise<UploadResult | null> {
	const digest = await digestSecret(secret);
	const device = findDevice(db, deviceId);
	if (!device || !isSame(device.keyDigest, digest) || device.archivedAt) return null;
	const { known, unknown } = resolveChannels(readings, channelIdsByKey(db, deviceId));
	// An upload without one good entry is still a sign of life.
	const result = await log.append({ deviceId, receivedAt, seq: log.nextSeq(), ...known });
	return { ...result, unknown };
}

/** Replaces the device's words for its channels by ids, and sets aside the entries that have none. */
function resolveChannels({ channels, index, channel, at, value }: DeviceUpload["readings"], ids: Map<string, string>) {
	const channelIds: string[] = [];
	const places = channels.map((word) => {
		const id = ids.get(word) ?? ids.get(channelNameKey(word));
		if (id === undefined) return null;
		const known = channelIds.indexOf(id);
		return known >= 0 ? known : channelIds.push(id) - 1;
	});
	const known = { channelIds, channel: [] as number[], at: [] as number[], value: [] as number[] }; // typed empty columns
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
		known.channel.push(place);
		known.at.push(time);
		known.value.push(reading);
	}
	return { known, unknown };
}
