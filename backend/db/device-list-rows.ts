import { and, asc, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { listedTextNames, pick } from "../../shared/base/plain-fields";
import type { ArchivedFilter } from "../../shared/device/device";
import type { AccountDb } from "../base/context";
import { withDefinitions } from "./derived-channel-rows";
import { isOneOf, prepared } from "./queries";
import { channels, devices } from "./schema";

export type ListedDevice = ReturnType<typeof listDevicesOnList>[number];

export function listDevicesOnList(db: AccountDb, archived: ArchivedFilter, ids: string[] | "all") {
	const queries = queriesOf(db)[archived];
	return ids === "all" ? queries.all.all() : queries.some.all({ ids: JSON.stringify(ids) });
}

const queriesOf = prepared((db) => ({ current: queriesFor(db, "current"), archived: queriesFor(db, "archived") }));

function queriesFor(db: AccountDb, archived: ArchivedFilter) {
	const isOnIt = archived === "current" ? isNull(devices.archivedAt) : isNotNull(devices.archivedAt);
	const isRequested = isOneOf(devices.id, sql.placeholder("ids"));
	return { all: selectListed(db, isOnIt).prepare(), some: selectListed(db, and(isOnIt, isRequested)).prepare() };
}

function selectListed(db: AccountDb, condition: SQL | undefined) {
	const { id, name, serialNumber, timezoneOffset, timeZoneRule, power, tags } = devices;
	const { uploadIntervalSeconds, offlineAfterSeconds, archivedAt, deletedFrom, mutedUntil } = devices;
	const { loggingIntervalSeconds, retentionDays, inherits, createdAt, altitude } = devices;
	const texts = pick(devices, listedTextNames);
	const facts = { id, name, serialNumber, timezoneOffset, timeZoneRule, ...texts, power, tags };
	const state = { uploadIntervalSeconds, offlineAfterSeconds, archivedAt, deletedFrom, mutedUntil };
	const onDemand = { loggingIntervalSeconds, retentionDays, inherits, createdAt, altitude };
	return db
		.select({ ...facts, ...state, ...onDemand })
		.from(devices)
		.where(condition)
		.orderBy(asc(id));
}

export type ListedChannel = ReturnType<typeof listListedChannels>[number];

export function listListedChannels(db: AccountDb, deviceIds: string[] | "all") {
	const queries = listedChannels(db);
	const rows = deviceIds === "all" ? queries.all.all() : queries.some.all({ ids: JSON.stringify(deviceIds) });
	return withDefinitions(db, rows);
}

const listedChannels = prepared((db) => {
	const isRequested = isOneOf(channels.deviceId, sql.placeholder("ids"));
	return { all: selectChannels(db, undefined).prepare(), some: selectChannels(db, isRequested).prepare() };
});

function selectChannels(db: AccountDb, condition: SQL | undefined) {
	const { id, deviceId, name, quantity, unit, decimals, min, max, position } = channels;
	return db
		.select({ id, deviceId, name, quantity, unit, decimals, min, max })
		.from(channels)
		.where(condition)
		.orderBy(asc(deviceId), asc(position));
}
