import { asc, isNotNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { AccountDb } from "../context";
import { prepared } from "../prepared";
import { devices, groups } from "../schema";
import { isOneOf } from "../sql-lists";
import type { SettingColumns } from "./setting-columns";

/** What groups say of devices, in order of creation; without those that only hold some. */
export function listSettlingGroups(db: AccountDb) {
	return settlingGroups(db).all();
}

const settlingGroups = prepared((db) => {
	const { id, filter, defaults } = groups;
	const saysSomething = or(isNotNull(filter), ne(defaults, {}));
	return db.select({ id, filter, defaults }).from(groups).where(saysSomething).orderBy(asc(id)).prepare();
});

export type SettledDevice = ReturnType<typeof listSettledDevices>[number];

/** What groups look at and what they set, of every device or of those of a list; archived ones too. */
export function listSettledDevices(db: AccountDb, ids: string[] | "all") {
	return ids === "all" ? everyDevice(db).all() : devicesOf(db).all({ ids: JSON.stringify(ids) });
}

const everyDevice = prepared((db) => selectDevices(db).prepare());
const devicesOf = prepared((db) => selectDevices(db, isOneOf(devices.id, sql.placeholder("ids"))).prepare());

function selectDevices(db: AccountDb, condition?: SQL) {
	const { id, name, serialNumber, model, site, firmwareVersion, power, tags } = devices;
	const { inherits, loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, retentionDays } = devices;
	const { timezoneOffset, timeZoneRule } = devices;
	const facts = { id, name, serialNumber, model, site, firmwareVersion, power, tags };
	const durations = { loggingIntervalSeconds, uploadIntervalSeconds, offlineAfterSeconds, retentionDays };
	return db
		.select({ ...facts, inherits, ...durations, timezoneOffset, timeZoneRule })
		.from(devices)
		.where(condition)
		.orderBy(asc(id));
}

/** Writes what devices inherit. */
export function writeSettings(db: AccountDb, deviceIds: string[], values: SettingColumns): void {
	const { loggingIntervalSeconds, uploadIntervalSeconds, ...nullable } = values;
	// There is always an interval, though not always one of the other two.
	const intervals = {
		loggingIntervalSeconds: loggingIntervalSeconds ?? undefined,
		uploadIntervalSeconds: uploadIntervalSeconds ?? undefined,
	};
	db.update(devices)
		.set({ ...intervals, ...nullable })
		.where(isOneOf(devices.id, deviceIds))
		.run();
}
