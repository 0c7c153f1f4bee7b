import { countBefore } from "../base/sorted";
import type { DeviceListRow } from "../device/device";
import { DeviceStatus, noDevices } from "../device/device-terms";
import { attentionReasons, byUrgency, type DeviceInNeed } from "./attention";
import { AttentionKind, type AttentionReason, type FleetOverview, type ShownDevice } from "./fleet-overview";

const shownInNeed = 5;
const shownUploads = 6;
const shownChannels = 2;

export type CountedFleet = Pick<FleetOverview, "devices" | "counts" | "unwatched" | "attention" | "uploads"> & {
	mutedDevices: number;
};

/** Counts of some devices. `urgent` and `uploaded`: candidates for the lists, in order. */
export type CountedRows = Omit<CountedFleet, "attention" | "uploads"> & {
	inNeed: number;
	reasons: ReadonlyMap<AttentionKind, number>;
	urgent: readonly DeviceInNeed[];
	uploaded: readonly DeviceListRow[];
};

export function countFleet(rows: Iterable<DeviceListRow>): CountedFleet {
	return sumCounts([countRows(rows)]);
}

export function countRows(rows: Iterable<DeviceListRow>): CountedRows {
	const counts = noDevices();
	const reasons = new Map<AttentionKind, number>();
	const urgent = createBest(shownInNeed, byUrgency);
	const uploaded = createBest(shownUploads, byReceipt);
	let [devices, inNeed, mutedDevices, unwatched] = [0, 0, 0, 0];
	for (const row of rows) {
		devices += 1;
		counts[row.status] += 1;
		if (row.alertState === "muted") mutedDevices += 1;
		if (row.lacks?.includes("rule")) unwatched += 1;
		if (row.lastReceivedAt !== null) uploaded.offer(row);
		const own = knownReasons(row);
		if (own.length === 0) continue;
		inNeed += 1;
		for (const { kind } of own) reasons.set(kind, (reasons.get(kind) ?? 0) + 1);
		urgent.offer({ row, reasons: own });
	}
	return {
		devices,
		counts,
		mutedDevices,
		unwatched,
		inNeed,
		reasons,
		urgent: urgent.all(),
		uploaded: uploaded.all(),
	};
}

export function sumCounts(parts: Iterable<CountedRows>): CountedFleet {
	const counts = noDevices();
	const reasons = new Map<AttentionKind, number>();
	const urgent = createBest(shownInNeed, byUrgency);
	const uploaded = createBest(shownUploads, byReceipt);
	let [devices, inNeed, mutedDevices, unwatched] = [0, 0, 0, 0];
	for (const part of parts) {
		devices += part.devices;
		inNeed += part.inNeed;
		mutedDevices += part.mutedDevices;
		unwatched += part.unwatched;
		for (const status of DeviceStatus.options) counts[status] += part.counts[status];
		for (const [kind, found] of part.reasons) reasons.set(kind, (reasons.get(kind) ?? 0) + found);
		part.urgent.forEach(urgent.offer);
		part.uploaded.forEach(uploaded.offer);
	}
	return {
		devices,
		counts,
		mutedDevices,
		unwatched,
		attention: {
			devices: inNeed,
			reasons: AttentionKind.options.flatMap((kind) => {
				const found = reasons.get(kind);
				return found === undefined ? [] : { kind, devices: found };
			}),
			rows: urgent.all().map((device) => ({ ...toShown(device.row), reasons: device.reasons })),
		},
		uploads: uploaded.all().map((row) => ({ ...toShown(row), latest: row.latest.slice(0, shownChannels) })),
	};
}

/** Cached by row object: a changed row is a new object. */
const reasonsByRow = new WeakMap<DeviceListRow, AttentionReason[]>();
const none: AttentionReason[] = [];

function knownReasons(row: DeviceListRow): AttentionReason[] {
	const known = reasonsByRow.get(row);
	if (known) return known;
	const found = attentionReasons(row);
	reasonsByRow.set(row, found.length === 0 ? none : found);
	return found;
}

export function toShown({ id, name, timezoneOffset, timeZoneRule, lastReceivedAt }: ShownDevice): ShownDevice {
	return { id, name, timezoneOffset, timeZoneRule, lastReceivedAt };
}

function byReceipt(one: DeviceListRow, other: DeviceListRow): number {
	return (other.lastReceivedAt ?? 0) - (one.lastReceivedAt ?? 0) || (one.id < other.id ? -1 : 1);
}

export function createBest<Item>(most: number, order: (one: Item, other: Item) => number) {
	const best: Item[] = [];

	function positionOf(item: Item): number {
		return countBefore(best.length, (position) => {
			const held = best[position];
			return held !== undefined && order(item, held) >= 0;
		});
	}

	return {
		offer(item: Item): void {
			const last = best.at(-1);
			if (best.length === most && last !== undefined && order(item, last) >= 0) return;
			best.splice(positionOf(item), 0, item);
			if (best.length > most) best.pop();
		},
		all: () => best,
	};
}
