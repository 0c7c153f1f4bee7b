import { asc, eq } from "drizzle-orm";
import type { Channel } from "../../shared/device";
import type { AccountDb } from "../context";
import { channels } from "../schema";
import { isOneOf } from "../sql-lists";

export type ChannelRow = Channel & { deviceId: string };

const { id, deviceId, name, quantity, unit, decimals } = channels;
const columns = { id, deviceId, name, quantity, unit, decimals };

/** How a channel's name is compared: case does not count. */
export function channelNameKey(channelName: string): string {
	return channelName.toLowerCase();
}

/** Channels of every device, or of those of a list, by device and in the order they were given. */
export function listChannels(db: AccountDb, deviceIds: string[] | "all"): ChannelRow[] {
	return db
		.select(columns)
		.from(channels)
		.where(deviceIds === "all" ? undefined : isOneOf(channels.deviceId, deviceIds))
		.orderBy(asc(channels.deviceId), asc(channels.position))
		.all();
}

/** The devices that some channels belong to, each once. */
export function deviceIdsOfChannels(db: AccountDb, channelIds: string[]): string[] {
	const rows = db.selectDistinct({ deviceId }).from(channels).where(isOneOf(channels.id, channelIds)).all();
	return rows.map((row) => row.deviceId);
}

/** Channel ids of a device by what an upload may call them: the id, or the name as it is compared. */
export function channelIdsByKey(db: AccountDb, ofDevice: string): Map<string, string> {
	const rows = db
		.select({ id: channels.id, nameKey: channels.nameKey })
		.from(channels)
		.where(eq(channels.deviceId, ofDevice))
		.all();
	// Ids last: a channel named like another one's id must not take its readings.
	return new Map([
		...rows.map((row) => [row.nameKey, row.id] as const),
		...rows.map((row) => [row.id, row.id] as const),
	]);
}

export function insertChannels(db: AccountDb, ofDevice: string, rows: Channel[]): void {
	for (const [position, row] of rows.entries()) {
		db.insert(channels)
			.values({ ...row, deviceId: ofDevice, nameKey: channelNameKey(row.name), position })
			.run();
	}
}
