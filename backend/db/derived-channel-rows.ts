import { and, asc, count, gt } from "drizzle-orm";
import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { isOneOf } from "./queries";
import { derivedChannels } from "./schema";

/** Keyed by the id of the derived channel. */
export type DefinitionsByChannel = ReadonlyMap<string, DefinedChannel>;

export type DerivedChannel = { deviceId: string; definition: DerivedDefinition };

type DefinedChannel = DerivedChannel & { computedSince: number };

type DerivedChannelRow = typeof derivedChannels.$inferSelect;

export const allDerivedChannels = cached([derivedChannels], (db): DefinitionsByChannel => {
	const rows = db.select().from(derivedChannels).orderBy(asc(derivedChannels.channelId)).all();
	return new Map(
		rows.map(({ channelId, deviceId, definition, createdAt }) => {
			return [channelId, { deviceId, definition, computedSince: createdAt.getTime() }];
		}),
	);
});

const idsByDevice = cached([derivedChannels], (db): ReadonlyMap<string, readonly string[]> => {
	const byDevice = new Map<string, string[]>();
	for (const [channelId, { deviceId }] of allDerivedChannels(db)) addTo(byDevice, deviceId, channelId);
	return byDevice;
});

export function derivedIdsOf(db: AccountDb, deviceId: string): readonly string[] {
	return idsByDevice(db).get(deviceId) ?? none;
}

const none: readonly string[] = [];

/** A use is decided by later readings, of counters that send at least daily within this time. */
const useReachMs = dayMs;

/** How far before and after a reading of the device values can change with it, ms. */
export function derivedReachMs(db: AccountDb, deviceId: string): number {
	const all = allDerivedChannels(db);
	return largestOf([
		0,
		...derivedIdsOf(db, deviceId).map((id) => {
			const { kind, toleranceSeconds = 0 } = all.get(id)?.definition ?? {};
			return kind === "use" ? useReachMs : toleranceSeconds * 1000;
		}),
	]);
}

export function withDefinitions<Row extends { id: string }>(
	db: AccountDb,
	rows: Row[],
): (Row & { derived?: DerivedDefinition })[] {
	const all = allDerivedChannels(db);
	if (all.size === 0) return rows;
	return rows.map((row) => {
		const derived = all.get(row.id)?.definition;
		return derived ? { ...row, derived } : row;
	});
}

export function countDefinedSince(db: AccountDb, channelIds: string[], since: Date): number {
	const isChanged = and(isOneOf(derivedChannels.channelId, channelIds), gt(derivedChannels.createdAt, since));
	return db.select({ changed: count() }).from(derivedChannels).where(isChanged).get()?.changed ?? 0;
}

export function isDefinedSince(db: AccountDb, since: number): boolean {
	const isChanged = gt(derivedChannels.createdAt, new Date(since));
	return (
		db.select({ id: derivedChannels.channelId }).from(derivedChannels).where(isChanged).limit(1).get() !== undefined
	);
}

export function putDerivedChannel(db: AccountDb, row: DerivedChannelRow): void {
	const { channelId, deviceId: _, ...changed } = row;
	db.insert(derivedChannels).values(row).onConflictDoUpdate({ target: derivedChannels.channelId, set: changed }).run();
}

export function deleteDerivedChannels(db: AccountDb, channelIds: string[]): void {
	db.delete(derivedChannels).where(isOneOf(derivedChannels.channelId, channelIds)).run();
}

/** Since `createdAt` a channel is computed as it is now: its definition, a source's unit or the altitude changed then. */
export function touchDerivedChannels(
	db: AccountDb,
	channelIds: string[],
	made: Pick<DerivedChannelRow, "createdBy" | "createdAt">,
): void {
	db.update(derivedChannels).set(made).where(isOneOf(derivedChannels.channelId, channelIds)).run();
}
