import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Channel } from "../../shared/device";
import type { AccountDb } from "../base/context";
import { isOneOf, prepared } from "./queries";
import { channels } from "./schema";

export type ChannelRow = Channel & { deviceId: string };

const { id, deviceId, name, quantity, unit, decimals, min, max } = channels;
const columns = { id, deviceId, name, quantity, unit, decimals, min, max };

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

export function findChannel(db: AccountDb, channelId: string): ChannelRow | null {
	return db.select(columns).from(channels).where(eq(channels.id, channelId)).get() ?? null;
}

/** The devices that some channels belong to, each once. */
export function deviceIdsOfChannels(db: AccountDb, channelIds: string[]): string[] {
	const rows = db.selectDistinct({ deviceId }).from(channels).where(isOneOf(channels.id, channelIds)).all();
	return rows.map((row) => row.deviceId);
}

const batteryChannels = prepared((db) => {
	const isBattery = and(eq(channels.quantity, "battery"), eq(channels.unit, "%"));
	const isOfDevice = eq(channels.deviceId, sql.placeholder("deviceId"));
	return db.select({ id }).from(channels).where(and(isOfDevice, isBattery)).prepare();
});

/** Ids of the channels by which a device tells how full its battery is, in percent. */
export function listBatteryChannels(db: AccountDb, ofDevice: string): string[] {
	return batteryChannels(db)
		.all({ deviceId: ofDevice })
		.map((row) => row.id);
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

export function countChannels(db: AccountDb, ofDevice: string): number {
	return db.select({ channels: count() }).from(channels).where(eq(channels.deviceId, ofDevice)).get()?.channels ?? 0;
}

export function deleteChannelsOf(db: AccountDb, deviceIds: string[]): void {
	db.delete(channels).where(isOneOf(channels.deviceId, deviceIds)).run();
}

/** Adds channels behind those the device has. */
export function insertChannels(db: AccountDb, ofDevice: string, rows: Channel[]): void {
	const first = countChannels(db, ofDevice);
	for (const [place, row] of rows.entries()) {
		db.insert(channels)
			.values({ ...row, deviceId: ofDevice, nameKey: channelNameKey(row.name), position: first + place })
			.run();
	}
}

/** Puts a device's channels in place of those it has, in their order; all that it keeps must be among them. */
export function replaceChannels(db: AccountDb, ofDevice: string, rows: Channel[]): void {
	// Names may have changed hands: each must be free before another takes it.
	db.update(channels)
		.set({ nameKey: sql`char(0) || ${channels.id}` })
		.where(eq(channels.deviceId, ofDevice))
		.run();
	for (const [position, row] of rows.entries()) {
		const { id: _, ...values } = { ...row, deviceId: ofDevice, nameKey: channelNameKey(row.name), position };
		db.insert(channels)
			.values({ ...values, id: row.id })
			.onConflictDoUpdate({ target: channels.id, set: values })
			.run();
	}
}

export function deleteChannels(db: AccountDb, ids: string[]): void {
	db.delete(channels).where(isOneOf(channels.id, ids)).run();
}
