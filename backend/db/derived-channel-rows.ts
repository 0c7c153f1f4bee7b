import { asc, eq } from "drizzle-orm";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import type { AccountDb } from "../base/context";
import { isOneOf } from "./queries";
import { derivedChannels } from "./schema";

/** By id of the derived channel. */
export type DefinitionsByChannel = ReadonlyMap<string, DerivedChannel>;

export type DerivedChannel = { deviceId: string; definition: DerivedDefinition };

type DerivedChannelRow = typeof derivedChannels.$inferSelect;

/** Every read of the log needs them. Only the functions below write the table. */
const known = new WeakMap<AccountDb, DefinitionsByChannel>();

export function allDerivedChannels(db: AccountDb): DefinitionsByChannel {
	const found = known.get(db) ?? readAll(db);
	known.set(db, found);
	return found;
}

function readAll(db: AccountDb): DefinitionsByChannel {
	const rows = db.select().from(derivedChannels).orderBy(asc(derivedChannels.channelId)).all();
	return new Map(rows.map(({ channelId, deviceId, definition }) => [channelId, { deviceId, definition }]));
}

export function putDerivedChannel(db: AccountDb, row: DerivedChannelRow): void {
	const { channelId, deviceId: _, ...changed } = row;
	known.delete(db);
	db.insert(derivedChannels).values(row).onConflictDoUpdate({ target: derivedChannels.channelId, set: changed }).run();
}

export function deleteDerivedChannels(db: AccountDb, channelIds: string[]): void {
	known.delete(db);
	db.delete(derivedChannels).where(isOneOf(derivedChannels.channelId, channelIds)).run();
}

export function deleteDerivedChannelsOf(db: AccountDb, deviceId: string): void {
	known.delete(db);
	db.delete(derivedChannels).where(eq(derivedChannels.deviceId, deviceId)).run();
}
