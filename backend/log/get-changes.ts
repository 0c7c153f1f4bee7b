import { dayMs } from "../../shared/base/durations";
import { limits } from "../../shared/base/limits";
import { appendAll } from "../../shared/base/lists";
import type {
	GetReadingChanges,
	ReadingChange,
	ReadingChangePage,
	ReadingsPosition,
} from "../../shared/log/reading-changes";
import type { AccountContext, Call } from "../base/context";
import { InputError } from "../base/errors";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, listArchivedDevices } from "../db/device-rows";
import { listReadingChanges, type ReadingChangeRow, readingChangeNumbers } from "../db/reading-change-rows";
import { devicesInScope, groupsInScope } from "../group/scope";
import { requestedDevices } from "./log-request";

type Store = Pick<AccountContext, "db" | "readingStore" | "now">;

/** Changed days by receipt, so that late readings are not missed. Throws InputError at `since`. */
export function getChanges({ ctx, input }: Call<GetReadingChanges>): ReadingChangePage {
	const { deviceIds, groupIds, ...requested } = input;
	const { devices } = requestedDevices(ctx, { deviceIds, groupIds });
	if (deviceIds ?? groupIds) return changesPage(ctx, { ...requested, devices, isGoneSeen: () => false });
	const archived = archivedInScope(ctx.db, devicesInScope(ctx));
	const groups = groupsInScope(ctx);
	const isGoneSeen = (row: ReadingChangeRow) => groups === "all" || row.groupIds.some((id) => groups.includes(id));
	const listed = [...devices, ...archived].filter((device) => !isGone(device, ctx.now));
	return changesPage(ctx, { ...requested, devices: listed, isGoneSeen });
}

type Followed = Pick<DeviceRow, "id" | "keptDays">;

type Wanted = Pick<GetReadingChanges, "since" | "after" | "limit"> & {
	devices: readonly Followed[];
	isGoneSeen: (row: ReadingChangeRow) => boolean;
};

/** Devices are whole: a page may exceed its limit. */
export function changesPage(store: Store, { since, after, limit, devices, isGoneSeen }: Wanted): ReadingChangePage {
	const present = readingsPosition(store);
	if (since && !isKnownPosition(store, since, present)) throw new InputError({ since: unknownPosition });
	const until = after?.until ?? present;
	const listed = since ? listReadingChanges(store.db, { after: since.change, until: until.change }) : [];
	const changesOf = Map.groupBy(listed, ({ deviceId }) => deviceId);
	const gone = new Set(listed.filter((row) => row.isGone).map(({ deviceId }) => deviceId));
	const notified = after ? [] : listed.filter((row) => row.isGone && isGoneSeen(row));
	const changes: ReadingChange[] = notified.map(({ deviceId }) => {
		return { deviceId, change: "deleted", from: null, to: null, eventsGone: true };
	});
	let lastDeviceId: string | null = null;
	for (const device of devices.toSorted((one, other) => (one.id < other.id ? -1 : 1))) {
		if (gone.has(device.id) || (after && device.id <= after.deviceId)) continue;
		if (lastDeviceId !== null && changes.length >= limit) return { changes, until, lastDeviceId };
		appendAll(changes, changesOfDevice(store, device, { since, changes: changesOf.get(device.id) ?? [] }));
		lastDeviceId = device.id;
	}
	return { changes, until, lastDeviceId: null };
}

const unknownPosition = "What changed since is not known any more. Leave it out to read everything again.";

export function readingsPosition({ db, readingStore, now }: Store): ReadingsPosition {
	const day = Math.floor(now / dayMs);
	return { seq: readingStore.storedUpTo(), change: readingChangeNumbers(db).last, day };
}

/** False: changes after it are stored no more, or the account was restored to an earlier time. */
export function isKnownPosition(
	{ db }: Pick<Store, "db">,
	since: ReadingsPosition,
	present: ReadingsPosition,
): boolean {
	const { first } = readingChangeNumbers(db);
	const isAhead = since.seq > present.seq || since.change > present.change;
	return !isAhead && since.change >= first - 1;
}

function archivedInScope(db: Store["db"], scope: string[] | "all"): DeviceRow[] {
	const archived = listArchivedDevices(db);
	if (scope === "all") return archived;
	const ids = new Set(scope);
	return archived.filter(({ id }) => ids.has(id));
}

type Known = { since: ReadingsPosition | undefined; changes: readonly ReadingChangeRow[] };

function changesOfDevice(
	{ readingStore, now }: Store,
	{ id: deviceId, keptDays }: Followed,
	{ since, changes }: Known,
): ReadingChange[] {
	const today = Math.floor(now / dayMs);
	const firstKept = keptDays === null ? firstDay : Math.max(firstDay, today - keptDays);
	const hasExpired = since !== undefined && keptDays !== null && since.day < today;
	const expired: ReadingChange[] = hasExpired
		? [{ deviceId, change: "removed", from: null, to: new Date(firstKept * dayMs), eventsGone: false }]
		: [];
	const days = readingStore.changedDays(deviceId, since?.seq ?? -1);
	const said = changes.map(({ from, to }): Days => {
		return {
			from: from === null ? firstDay : Math.floor(from / dayMs),
			to: Math.min(to === null ? today + 2 : Math.floor(to / dayMs) + 1, today + 2),
			// Only an undone import has both ends.
			eventsGone: from !== null && to !== null,
		};
	});
	const uploaded = days.map((day): Days => ({ from: day, to: day + 1, eventsGone: false }));
	const spans = joined([...uploaded, ...said]).filter(({ to }) => to > firstKept);
	return [
		...expired,
		...spans.map(({ from, to, eventsGone }): ReadingChange => {
			const kept = new Date(Math.max(from, firstKept) * dayMs);
			return { deviceId, change: "changed", from: kept, to: new Date(to * dayMs), eventsGone };
		}),
	];
}

/** UTC days; `to` is exclusive. */
type Days = { from: number; to: number; eventsGone: boolean };

const firstDay = Math.floor(limits.ingestEarliestMs / dayMs);

function joined(spans: Days[]): Days[] {
	const all: Days[] = [];
	for (const span of spans.toSorted((one, other) => one.from - other.from)) {
		const last = all.at(-1);
		if (last && span.from <= last.to) {
			last.to = Math.max(last.to, span.to);
			last.eventsGone ||= span.eventsGone;
		} else all.push({ ...span });
	}
	return all;
}
