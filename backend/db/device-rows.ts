import { and, asc, count, eq, gt, isNotNull, isNull, notInArray, or, type SQL, sql } from "drizzle-orm";
import { recordOf } from "../../shared/base/plain-fields";
import { serialKey } from "../../shared/device/device-filter";
import { particularNames } from "../../shared/device/device-inputs";
import type { AccountDb } from "../base/context";
import { cached } from "./cached-rows";
import { factsWritten } from "./fact-listeners";
import { settingColumns } from "./membership-rows";
import {
	deleteAllBy,
	findBy,
	idsAsOne,
	idsIn,
	insertInto,
	isOneOf,
	prepared,
	raiseVersionsIn,
	updateIn,
} from "./queries";
import { devices } from "./schema";

export type DeviceRow = typeof devices.$inferSelect;

const cachedById = prepared((db) =>
	db
		.select({ days: devices.keptDays })
		.from(devices)
		.where(eq(devices.id, sql.placeholder("id")))
		.prepare(),
);

function isListed(ids: string[] | "all"): SQL | undefined {
	return and(isNull(devices.archivedAt), ids === "all" ? undefined : isOneOf(devices.id, ids));
}

export function listDevices(db: AccountDb, ids: string[] | "all"): DeviceRow[] {
	return db.select().from(devices).where(isListed(ids)).orderBy(asc(devices.id)).all();
}

/** Reads only columns that silence rules need. */
export function listWatchFacts(db: AccountDb, ids: string[] | "all" = "all") {
	return ids === "all" ? everyWatchFact(db).all() : watchFactsOf(db).all({ ids: JSON.stringify(ids) });
}

const everyWatchFact = prepared((db) => selectWatchFacts(db).prepare());
const watchFactsOf = prepared((db) => selectWatchFacts(db, isOneOf(devices.id, sql.placeholder("ids"))).prepare());

function selectWatchFacts(db: AccountDb, condition?: SQL) {
	const { id, timezoneOffset, timeZoneRule, metadata, archivedAt } = devices;
	const { loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, sends } = devices;
	const intervals = { loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, sends };
	return db
		.select({ id, timezoneOffset, timeZoneRule, metadata, archivedAt, ...intervals })
		.from(devices)
		.where(and(isNull(archivedAt), condition));
}

type Place = { kind: "gateway" | "site"; name: string };

/** Current devices of a site, or whose custom field "Gateway" has the name. */
export function listDevicesAt(db: AccountDb, ids: string[] | "all", { kind, name }: Place) {
	const { id, site, metadata, archivedAt, uploadIntervalSeconds, offlineAfterSeconds } = devices;
	const hasGateway = sql`exists (select 1 from json_each(${metadata}) as field where lower(field.key) = 'gateway' and field.value = ${name})`;
	const isThere = kind === "site" ? eq(site, name) : hasGateway;
	return db
		.select({ id, archivedAt, uploadIntervalSeconds, offlineAfterSeconds })
		.from(devices)
		.where(and(isThere, isListed(ids)))
		.all();
}

export function listNamedDevices(db: AccountDb): Pick<DeviceRow, "id" | "name" | "serialNumber">[] {
	const { id, name, serialNumber, archivedAt, deletedFrom } = devices;
	const isCurrent = and(isNull(archivedAt), isNull(deletedFrom));
	return db.select({ id, name, serialNumber }).from(devices).where(isCurrent).orderBy(asc(id)).all();
}

export function listArchivedDevices(db: AccountDb): DeviceRow[] {
	return db.select().from(devices).where(isNotNull(devices.archivedAt)).orderBy(asc(devices.id)).all();
}

/** Returns the devices that exist and are not deleted at `now`, by id. */
export function listPresentIds(db: AccountDb, ids: string[], now: number): string[] {
	const { id, deletedFrom } = devices;
	const isPresent = or(isNull(deletedFrom), gt(deletedFrom, new Date(now)));
	return idsIn(
		db
			.select(idsAsOne(id))
			.from(devices)
			.where(and(isOneOf(id, ids), isPresent))
			.get(),
	);
}

export function findDevices(db: AccountDb, ids: string[]): DeviceRow[] {
	return ids.length === 0 ? [] : devicesBy(db).all({ ids: JSON.stringify(ids) });
}

export function findNamedDevices(db: AccountDb, ids: string[]): ReadonlyMap<string, Readonly<DeviceRow>> {
	return ids.length <= fewDevices ? fewNamed(db, JSON.stringify(ids)) : byId(findDevices(db, ids));
}

const fewDevices = 10;
const fewNamed = cached([devices], (db, ids) => byId(findDevices(db, JSON.parse(ids))));
const byId = (rows: DeviceRow[]): ReadonlyMap<string, Readonly<DeviceRow>> => new Map(rows.map((row) => [row.id, row]));

const devicesBy = prepared((db) => {
	const isRequested = isOneOf(devices.id, sql.placeholder("ids"));
	return db.select().from(devices).where(isRequested).orderBy(asc(devices.id)).prepare();
});

export type DeviceCircumstances = Pick<DeviceRow, "altitude" | "timezoneOffset" | "timeZoneRule">;

export function deviceCircumstances(db: AccountDb, ids: readonly string[]): Map<string, DeviceCircumstances> {
	const rows = circumstancesBy(db).all({ ids: JSON.stringify(ids) });
	return new Map(rows.flatMap(({ ids: alike, ...found }) => idsIn({ ids: alike }).map((id) => [id, found] as const)));
}

const circumstancesBy = prepared((db) => {
	const { id, altitude, timezoneOffset, timeZoneRule } = devices;
	const isRequested = isOneOf(id, sql.placeholder("ids"));
	return db
		.select({ altitude, timezoneOffset, timeZoneRule, ...idsAsOne(id) })
		.from(devices)
		.where(isRequested)
		.groupBy(altitude, timezoneOffset, timeZoneRule)
		.prepare();
});

export function listDeviceNames(db: AccountDb, ids: string[] | "all"): Map<string, string> {
	const rows = db
		.select({ id: devices.id, name: devices.name })
		.from(devices)
		.where(ids === "all" ? undefined : isOneOf(devices.id, ids))
		.all();
	return new Map(rows.map(({ id, name }) => [id, name]));
}

export function listCurrentIds(db: AccountDb): string[] {
	return idsIn(currentIds(db).get());
}

export function listEveryDeviceId(db: AccountDb): string[] {
	return idsIn(everyId(db).get());
}

const everyId = prepared((db) => db.select(idsAsOne(devices.id)).from(devices).prepare());
const currentIds = prepared((db) => {
	const archived = db.select({ id: devices.id }).from(devices).where(isNotNull(devices.archivedAt));
	return db.select(idsAsOne(devices.id)).from(devices).where(notInArray(devices.id, archived)).prepare();
});

export const countDevices = cached([devices], (db): number => {
	const all = db.select({ devices: count() }).from(devices).get();
	const archived = db.select({ devices: count() }).from(devices).where(isNotNull(devices.archivedAt)).get();
	return (all?.devices ?? 0) - (archived?.devices ?? 0);
});

export function findDeviceAfter(db: AccountDb, id: string): DeviceRow | null {
	return db.select().from(devices).where(gt(devices.id, id)).orderBy(asc(devices.id)).limit(1).get() ?? null;
}

export function countAllDevices(db: AccountDb): number {
	return db.select({ devices: count() }).from(devices).get()?.devices ?? 0;
}

export const findDevice = findBy(devices, devices.id);

/** The retention in force; null: for ever. */
export function findKeptDays(db: AccountDb, id: string): number | null {
	return cachedById(db).get({ id })?.days ?? null;
}

const deviceBySerialKey = findBy(devices, devices.serialKey);

export function findDeviceBySerial(db: AccountDb, serialNumber: string): DeviceRow | null {
	return deviceBySerialKey(db, serialKey(serialNumber));
}

/** Keeps the version: no user edits measured values. */
export function updateMeasured(db: AccountDb, id: string, measured: Measured): void {
	updateDevice(db, id, measured);
	factsWritten(db, [id]);
}

const updateDevice = updateIn(devices);
type Measured = Pick<DeviceRow, "measuredLoggingSeconds" | "measuredUploadSeconds">;

export function insertDevice(db: AccountDb, row: typeof devices.$inferInsert): void {
	insertRow(db, row);
	factsWritten(db, [row.id]);
}

const insertRow = insertInto(devices);

export function hasDevice(db: AccountDb, id: string): boolean {
	return presentById(db).get({ id }) !== undefined;
}

const presentById = prepared((db) =>
	db
		.select({ id: devices.id })
		.from(devices)
		.where(eq(devices.id, sql.placeholder("id")))
		.prepare(),
);

export function deleteDeviceRows(db: AccountDb, ids: string[]): void {
	deleteRows(db, ids);
	factsWritten(db, ids);
}

const deleteRows = deleteAllBy(devices, devices.id);

const isSaved = {
	...recordOf(particularNames, () => true as const),
	...recordOf(settingColumns, () => true as const),
	id: false,
	name: true,
	serialNumber: true,
	serialKey: true,
	version: true,
	inherits: true,
	mutedUntil: true,
	muteReason: true,
	measuredLoggingSeconds: false,
	measuredUploadSeconds: false,
	keptDays: false,
	settledDays: false,
	keyDigest: false,
	keyCreatedAt: false,
	keyUsedAt: false,
	previousKeyDigest: false,
	previousKeyUntil: false,
	previousKeyUsedAt: false,
	createdAt: false,
	createdBy: false,
	altitude: true,
	archivedAt: true,
	deletedFrom: true,
} as const satisfies Record<keyof DeviceRow, boolean>;

type SavedColumn = {
	[Column in keyof DeviceRow]: (typeof isSaved)[Column] extends true ? Column : never;
}[keyof DeviceRow];
const savedColumns = Object.entries(isSaved).flatMap(([column, saved]) => (saved ? (column as SavedColumn) : [])); // its keys are columns

const savedById = prepared((db) => {
	// Untyped: a placeholder of a column would encode null as a value.
	const values = savedColumns.map((column) => [column, sql`${sql.placeholder(column)}`]);
	return db
		.update(devices)
		.set(Object.fromEntries(values))
		.where(eq(devices.id, sql.placeholder("id")))
		.prepare();
});

export function saveDevice(db: AccountDb, device: DeviceRow): void {
	const values: Record<string, unknown> = { id: device.id };
	for (const column of savedColumns) {
		const value = device[column];
		values[column] = value === null ? null : devices[column].mapToDriverValue(value);
	}
	savedById(db).run(values);
	factsWritten(db, [device.id]);
}

export const raiseDeviceVersions = raiseVersionsIn(devices);

export function isSameDevice(one: DeviceRow, other: DeviceRow): boolean {
	return savedColumns.every((column) => isSameValue(one[column], other[column]));
}

/** Compares as JSON and ignores key order: a column may return keys in another order. */
export function isSameValue(one: unknown, other: unknown): boolean {
	return one === other || JSON.stringify(one, inKeyOrder) === JSON.stringify(other, inKeyOrder);
}

function inKeyOrder(_: string, value: unknown): unknown {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

type NewDeviceKey = { device: DeviceRow; digest: string; previousKeyUntil: Date | null; now: number };

export function replaceDeviceKey(db: AccountDb, { device, digest, previousKeyUntil, now }: NewDeviceKey): DeviceRow {
	const keys = {
		keyDigest: digest,
		keyCreatedAt: new Date(now),
		keyUsedAt: null,
		previousKeyDigest: previousKeyUntil && device.keyDigest,
		previousKeyUntil,
		previousKeyUsedAt: previousKeyUntil && device.keyUsedAt,
	};
	db.update(devices).set(keys).where(eq(devices.id, device.id)).run();
	return { ...device, ...keys };
}

type KeyUse = { device: DeviceRow; used: "current" | "previous"; now: number };

export function recordDeviceKeyUse(db: AccountDb, { device, used, now }: KeyUse): void {
	const change = used === "current" ? { keyUsedAt: new Date(now) } : { previousKeyUsedAt: new Date(now) };
	// Skips a key that was replaced while the upload was stored.
	const isUnchanged = and(eq(devices.id, device.id), eq(devices.keyDigest, device.keyDigest));
	db.update(devices).set(change).where(isUnchanged).run();
}

export function listDevicesWithRetention(db: AccountDb, after: string, limit: number): string[] {
	const isNext = and(gt(devices.id, after), isNotNull(devices.keptDays));
	const rows = db.select({ id: devices.id }).from(devices).where(isNext).orderBy(asc(devices.id)).limit(limit).all();
	return rows.map(({ id }) => id);
}
