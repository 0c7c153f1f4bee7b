import { and, asc, count, gt } from "drizzle-orm";
import { dayMs } from "../../shared/base/durations";
import { largestOf } from "../../shared/base/lists";
import { addTo } from "../../shared/base/multi-map";
import type { DerivedDefinition } from "../../shared/device/derived/definition";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { isOneOf } from "./queries";
import { derivedChannels } from "./schema";

export type DefinitionsByChannel = ReadonlyMap<string, StoredDerived>;

export type DerivedChannel = { deviceId: string; definition: DerivedDefinition };

type DerivedChannelRow = typeof derivedChannels.$inferSelect;

type Shape = Omit<DerivedDefinition, "sources" | "driver"> & { roles: readonly string[]; driverIndex: number };

type StoredDerived = { deviceId: string; sources: readonly string[]; shape: Shape; computedSince: number };

export function definitionOf({ sources, shape }: Pick<StoredDerived, "sources" | "shape">): DerivedDefinition {
	const { kind, roles, driverIndex, toleranceSeconds, options } = shape;
	const named = sources.map((channelId, index) => ({ role: roles[index] ?? "", channelId }));
	return { kind, sources: named, driver: sources[driverIndex] ?? "", toleranceSeconds, options };
}

export const allDerivedChannels = cached([derivedChannels], (db): DefinitionsByChannel => {
	const rows = db.select().from(derivedChannels).orderBy(asc(derivedChannels.channelId)).all();
	const [ids, sourcesOf, shapes] = [sharing<string>(), sharing<readonly string[]>(), sharing<Shape>()];
	return new Map(
		rows.map(({ channelId, deviceId, definition, createdAt }) => {
			const { sources, driver, ...alike } = definition;
			const sourceIds = sources.map((source) => source.channelId);
			const shape = { ...alike, roles: sources.map(({ role }) => role), driverIndex: sourceIds.indexOf(driver) };
			const derived = {
				deviceId: ids(deviceId, deviceId),
				sources: sourcesOf(sourceIds.join(), sourceIds),
				shape: shapes(JSON.stringify(shape), shape),
				computedSince: createdAt.getTime(),
			};
			return [channelId, derived];
		}),
	);
});

function sharing<Value>(): (key: string, value: Value) => Value {
	const known = new Map<string, Value>();
	return (key, value) => {
		const found = known.get(key) ?? value;
		known.set(key, found);
		return found;
	};
}

const idsByDevice = cached([derivedChannels], (db): ReadonlyMap<string, readonly string[]> => {
	const byDevice = new Map<string, string[]>();
	for (const [channelId, { deviceId }] of allDerivedChannels(db)) addTo(byDevice, deviceId, channelId);
	// Copied, because an array that grew holds places for a dozen more.
	return new Map(Array.from(byDevice, ([deviceId, ids]) => [deviceId, ids.slice()]));
});

export function driverIdOf({ sources, shape }: Pick<StoredDerived, "sources" | "shape">): string {
	return sources[shape.kind === "use" ? 0 : shape.driverIndex] ?? "";
}

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
			const { kind, toleranceSeconds = 0 } = all.get(id)?.shape ?? {};
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
		const derived = all.get(row.id);
		return derived ? { ...row, derived: definitionOf(derived) } : row;
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
