import { serverLimits } from "../../../shared/base/limits";
import type { DeviceListRow } from "../../../shared/device/device";
import type { LiveTopic } from "../../../shared/overview/live";
import type {
	AccountDb,
	CachedDevice,
	CachedDevices,
	CachedList,
	DeviceLeaving,
	Invalidations,
	LoggedDevice,
	LoggedFleet,
	LoggedOrder,
	MadeRow,
} from "../../base/context";
import type { ReadingStore } from "../../base/reading-store";
import type { TurnQueue } from "../../base/turn-queue";
import { listCurrentIds } from "../../db/device-rows";
import { compareDeviceNames, loggedFleet } from "../logged-device";
import { limitsText } from "./channel-limits";
import { makeListRows } from "./make-list-rows";

const othersTopics: readonly LiveTopic[] = ["log", "messages", "reports"];
const rowsPerSlice = 1_000;
const mostLeavings = 10_000;
/** Concurrent requests carry their own times. */
const besideMs = 60_000;

type Parts = { db: AccountDb; readingStore: Pick<ReadingStore, "latest">; turnQueue: Pick<TurnQueue, "next"> };

export type DeviceMemory = CachedDevices & {
	/** Rows of these devices are made again at the next request. An invalidation without devices drops all rows. */
	changed: Invalidations["changed"];
	forget(): void;
};

/** Rows of current devices, cached with the order of their changes. */
export function createCachedDevices({ db, readingStore, turnQueue }: Parts): DeviceMemory {
	const life = crypto.randomUUID();
	const kept = new Map<string, CachedDevice>();
	const changedIds = new Set<string>();
	let isDropped = true;
	let madeAt = 0;
	let seq = 0;
	let oldestSeq = 0;
	let leavings: DeviceLeaving[] = [];
	let listed: CachedDevice[] | null = null;
	let idsByName: string[] | null = null;
	const logged = new Map<LoggedOrder, LoggedFleet>();
	let limitsNow = "";
	let limitsCount = 0;
	const limitsSeen = new Map<string, number>();
	/** No row changes by itself before this time, epoch ms. */
	let nextStaleAt = Number.POSITIVE_INFINITY;
	let remaking: Promise<unknown> = Promise.resolve();

	async function remake(now: number): Promise<void> {
		const isBack = now < madeAt - besideMs;
		const at = isBack ? now : Math.max(now, madeAt);
		const due = isDropped || isBack ? everyId() : dueAt(at);
		if (due.length === 0) return;
		if (isDropped) countLimits();
		isDropped = false;
		changedIds.clear();
		try {
			for (let from = 0; from < due.length; from += rowsPerSlice) {
				// Writes during a slice invalidate rows, which are made again at the next request.
				if (from > 0) await turnQueue.next();
				const ids = due.slice(from, from + rowsPerSlice);
				take(await makeListRows({ db, readingStore, now: at }, "current", ids), ids);
			}
			madeAt = at;
		} catch (error) {
			isDropped = true;
			throw error;
		}
	}

	function countLimits(): void {
		const found = limitsText(db);
		if (found === limitsNow) return;
		limitsNow = found;
		limitsCount += 1;
	}

	/** Whether a device's marks may differ for users who see only some of its groups, although its row is the same. */
	function isMarkedAnew({ id, groupIds }: DeviceListRow, isLoggedAlike: boolean): boolean {
		if (groupIds.length < 2) {
			limitsSeen.delete(id);
			return false;
		}
		const isAlike = limitsSeen.get(id) === limitsCount && isLoggedAlike;
		limitsSeen.set(id, limitsCount);
		return !isAlike;
	}

	function everyId(): string[] {
		return [...new Set([...listCurrentIds(db), ...kept.keys()])];
	}

	function dueAt(now: number): string[] {
		const due = [...changedIds];
		if (now < nextStaleAt) return due;
		nextStaleAt = Number.POSITIVE_INFINITY;
		for (const [id, { staleAt }] of kept) {
			if (staleAt > now) nextStaleAt = Math.min(staleAt, nextStaleAt);
			else if (!changedIds.has(id)) due.push(id);
		}
		return due;
	}

	function take(made: MadeRow[], ids: string[]): void {
		const missing = new Set(ids);
		for (const row of made) {
			missing.delete(row.row.id);
			takeRow(row);
		}
		for (const id of missing) {
			const before = kept.get(id);
			if (!before) continue;
			kept.delete(id);
			limitsSeen.delete(id);
			idsByName = null;
			logged.clear();
			leave({ id, groupIds: before.row.groupIds, isGone: true });
		}
	}

	function takeRow({ row, ...made }: MadeRow): void {
		const before = kept.get(row.id);
		nextStaleAt = Math.min(made.staleAt, nextStaleAt);
		const isLoggedAlike = before !== undefined && isSameLogged(before.logged, made.logged);
		if (!isLoggedAlike) logged.clear();
		const facts = isLoggedAlike ? { ...made, logged: before.logged } : made;
		const isAnew = isMarkedAnew(row, isLoggedAlike);
		if (before && !isAnew && JSON.stringify(before.row) === JSON.stringify(row)) {
			Object.assign(before, facts);
			return;
		}
		if (before?.row.name !== row.name) idsByName = null;
		const left = before?.row.groupIds.filter((id) => !row.groupIds.includes(id)) ?? [];
		if (left.length > 0) leave({ id: row.id, groupIds: left, isGone: false });
		seq += 1;
		listed = null;
		const { channels, unlisted, logged: own, createdAt, staleAt } = facts;
		// Named one by one: an object that is spread into another takes a third more memory.
		kept.set(row.id, { row, channels, unlisted, logged: own, createdAt, staleAt, seq });
	}

	function leave(leaving: Omit<DeviceLeaving, "seq">): void {
		seq += 1;
		listed = null;
		leavings.push({ ...leaving, seq });
		if (leavings.length <= mostLeavings) return;
		const forgotten = leavings.length >> 1;
		oldestSeq = leavings[forgotten - 1]?.seq ?? seq;
		leavings = leavings.slice(forgotten);
	}

	function list(): CachedList {
		return { life, seq, oldestSeq, devices: byId(), logged: loggedIn, leavings };
	}

	function byId(): CachedDevice[] {
		listed ??= [...kept.values()].sort((one, other) => (one.row.id < other.row.id ? -1 : 1));
		return listed;
	}

	/** Cached, because sorting thousands of names is most of a chart's cost. */
	function byName(): CachedDevice[] {
		idsByName ??= Array.from(kept.values(), ({ row }) => row)
			.sort(compareDeviceNames)
			.map(({ id }) => id);
		return idsByName.flatMap((id) => kept.get(id) ?? []);
	}

	function loggedIn(order: LoggedOrder): LoggedFleet {
		const known = logged.get(order);
		if (known) return known;
		const devices = order === "by-name" ? byName() : byId();
		const fleet = loggedFleet(devices.map((device) => device.logged));
		logged.set(order, fleet);
		return fleet;
	}

	return {
		at(now) {
			// One after another: an earlier read must not replace a later one.
			const made = remaking.then(() => remake(now));
			// The caller gets the error; the next request makes all rows again.
			remaking = made.catch(() => {});
			return made.then(list);
		},

		isLarge: () => kept.size > serverLimits.devicesSearchedInPage,

		changed(topic, deviceIds) {
			if (deviceIds === "all") isDropped ||= !othersTopics.includes(topic);
			else for (const id of deviceIds) changedIds.add(id);
		},

		forget() {
			isDropped = true;
		},
	};
}

function isSameLogged(one: LoggedDevice, other: LoggedDevice): boolean {
	if (one.channels.length !== other.channels.length || !isSame(one.device, other.device)) return false;
	return one.channels.every((channel, index) => {
		const known = other.channels[index];
		return isSame(channel, known) && isSame(channel.computed, known?.computed);
	});
}

function isSame<Fields extends object>(one: Fields, other: Fields | undefined): boolean {
	if (other === undefined) return false;
	if (one === other) return true;
	const values = Object.entries(one);
	// Each list of rows makes `computed` anew; `formula` is the text of `computedAs`.
	const isMadeAnew = (key: string) => key === "computed" || key === "computedAs";
	const isAlike = ([key, value]: [string, unknown]) => isMadeAnew(key) || Reflect.get(other, key) === value;
	return values.length === Object.keys(other).length && values.every(isAlike);
}
