import { and, asc, count, eq, exists, isNull, sql } from "drizzle-orm";
import type { ChannelChoice } from "../../shared/alert/conditions/terms";
import type { Channel } from "../../shared/device/device";
import { channelNameKey } from "../../shared/device/device-terms";
import type { AccountDb } from "../base/context";
import { withDefinitions } from "./derived-channel-rows";
import { deleteAllBy, idsAsOne, idsIn, isOneOf, prepared } from "./queries";
import { channels, devices } from "./schema";

export type ChannelRow = Channel & { deviceId: string };

const { id, deviceId, name, quantity, unit, decimals, min, max } = channels;
const columns = { id, deviceId, name, quantity, unit, decimals, min, max };

export function listChannels(db: AccountDb, deviceIds: string[] | "all"): ChannelRow[] {
	const rows =
		deviceIds === "all" ? everyChannel(db).all() : channelsOfDevices(db).all({ deviceIds: JSON.stringify(deviceIds) });
	return withDefinitions(db, rows);
}

const inOrder = [asc(channels.deviceId), asc(channels.position)];

const everyChannel = prepared((db) =>
	db
		.select(columns)
		.from(channels)
		.orderBy(...inOrder)
		.prepare(),
);

const channelsOfDevices = prepared((db) => {
	const isOfThem = isOneOf(channels.deviceId, sql.placeholder("deviceIds"));
	return db
		.select(columns)
		.from(channels)
		.where(isOfThem)
		.orderBy(...inOrder)
		.prepare();
});

export function findChannel(db: AccountDb, channelId: string): ChannelRow | null {
	const row = db.select(columns).from(channels).where(eq(channels.id, channelId)).get();
	return row ? (withDefinitions(db, [row])[0] ?? null) : null;
}

export function unitsOfChannels(db: AccountDb, channelIds: readonly string[]): Map<string, string> {
	const rows = unitsBy(db).all({ ids: JSON.stringify(channelIds) });
	return new Map(rows.flatMap((row) => idsIn(row).map((channelId) => [channelId, row.unit] as const)));
}

const unitsBy = prepared((db) => {
	const isRequested = isOneOf(channels.id, sql.placeholder("ids"));
	return db
		.select({ unit, ...idsAsOne(id) })
		.from(channels)
		.where(isRequested)
		.groupBy(unit)
		.prepare();
});

export function deviceIdsOfChannels(db: AccountDb, channelIds: string[]): string[] {
	const rows = db.selectDistinct({ deviceId }).from(channels).where(isOneOf(channels.id, channelIds)).all();
	return rows.map((row) => row.deviceId);
}

export function listIdsWithChannels(db: AccountDb, choices: readonly ChannelChoice[]): string[] {
	const has = ({ quantity, unit: chosen, name }: ChannelChoice) => {
		const isNamed = name === null ? undefined : eq(channels.nameKey, channelNameKey(name));
		const isChosen = and(eq(channels.quantity, quantity), eq(channels.unit, chosen), isNamed);
		return exists(
			db
				.select({ id })
				.from(channels)
				.where(and(eq(channels.deviceId, devices.id), isChosen)),
		);
	};
	const isFound = and(isNull(devices.archivedAt), ...choices.map(has));
	const rows = db.select({ id: devices.id }).from(devices).where(isFound).orderBy(asc(devices.id)).all();
	return rows.map((row) => row.id);
}

const batteryChannels = prepared((db) => {
	const isBattery = and(eq(channels.quantity, "battery"), eq(channels.unit, "%"));
	const isOfDevice = eq(channels.deviceId, sql.placeholder("deviceId"));
	return db.select({ id }).from(channels).where(and(isOfDevice, isBattery)).prepare();
});

export function listBatteryChannels(db: AccountDb, ofDevice: string): string[] {
	return batteryChannels(db)
		.all({ deviceId: ofDevice })
		.map((row) => row.id);
}

export function channelIdsByKey(db: AccountDb, ofDevice: string): Map<string, string> {
	const rows = db
		.select({ id: channels.id, nameKey: channels.nameKey })
		.from(channels)
		.where(eq(channels.deviceId, ofDevice))
		.all();
	// Ids last: a channel named like another channel's id must not take its readings.
	return new Map([
		...rows.map((row) => [row.nameKey, row.id] as const),
		...rows.map((row) => [row.id, row.id] as const),
	]);
}

export function countChannels(db: AccountDb, ofDevice: string): number {
	return db.select({ channels: count() }).from(channels).where(eq(channels.deviceId, ofDevice)).get()?.channels ?? 0;
}

export const deleteChannelsOf = deleteAllBy(channels, channels.deviceId);

export function insertChannels(db: AccountDb, ofDevice: string, rows: Channel[]): void {
	const first = countChannels(db, ofDevice);
	for (const [index, row] of rows.entries()) {
		db.insert(channels)
			.values({ ...row, deviceId: ofDevice, nameKey: channelNameKey(row.name), position: first + index })
			.run();
	}
}

/** Replaces a device's channels. `rows` must include the channels to keep. */
export function replaceChannels(db: AccountDb, ofDevice: string, rows: Channel[]): void {
	// Names may have been swapped: free each before it is reused.
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

export function updateChannel(db: AccountDb, { id: channelId, ...row }: ChannelRow): void {
	const { derived: _, ...values } = { ...row, nameKey: channelNameKey(row.name) };
	db.update(channels).set(values).where(eq(channels.id, channelId)).run();
}

export const deleteChannels = deleteAllBy(channels, channels.id);
