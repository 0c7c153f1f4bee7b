import { lakeLimits } from "../../shared/account/lake";
import { dayMs } from "../../shared/base/durations";
import { appendAll } from "../../shared/base/lists";
import type { AccountDb } from "../base/context";
import type { PageTurns } from "../base/page-turns";
import type { ReadingStore } from "../base/reading-store";
import { listChannels } from "../db/channel-rows";
import { isGone } from "../db/deletion-rows";
import { type DeviceRow, findDevice, findDeviceAfter } from "../db/device-rows";
import type { LakePosition } from "../db/lake-schema";
import type { LakePage, LakePlace, LakeResponse } from "./lake-calls";
import { heldLake } from "./night";

const devicesPerPage = 50;

type Store = { db: AccountDb; readingStore: ReadingStore; pageTurns: PageTurns; now: number };

export async function readLake(store: Store, step: number, where: LakePlace): Promise<LakeResponse> {
	if (heldLake(store, step) === null) return { status: "lost" };
	return { status: "page", page: await store.pageTurns(() => lakePage(store, where)) };
}

/** Readings that count, of all devices that are not deleted, by device and then by time. */
async function lakePage({ db, readingStore, now }: Store, { day, position, rows: most }: LakePlace): Promise<LakePage> {
	const pageRows = Math.min(most, lakeLimits.rowsPerPage);
	const span = { from: day * dayMs, to: (day + 1) * dayMs };
	const channels: LakePage["channels"] = [];
	const rows = { channel: [] as number[], at: [] as number[], value: [] as number[], sent: [] as number[] };
	const receivedAt: number[] = [];
	let next: LakePosition | null = position;
	for (let looked = 0; looked < devicesPerPage && next !== null && rows.at.length < pageRows; looked += 1) {
		const device = deviceAt(db, next, now);
		if (device === null) {
			next = null;
			break;
		}
		const { cursor } = next.deviceId === device.id ? next : { cursor: null };
		next = { deviceId: device.id, cursor: null };
		if (isGone(device, now) || readingStore.mostStored([device.id], span)[0] === 0) continue;
		const listed = listChannels(db, [device.id]);
		const page = await readingStore.readSpan({
			...span,
			channels: listed.map(({ id }) => ({ deviceId: device.id, channelId: id })),
			limit: pageRows - rows.at.length,
			order: "oldest-first",
			...(cursor !== null && { cursor }),
		});
		next = { deviceId: device.id, cursor: page.nextCursor };
		const first = channels.length;
		appendAll(
			channels,
			listed.map(({ id, name, unit }) => {
				return { deviceId: device.id, serial: device.serialNumber, channelId: id, name, unit };
			}),
		);
		appendAll(rows.at, page.readingAt);
		appendAll(receivedAt, page.receivedAt);
		appendAll(rows.value, page.value);
		for (const [index, each] of page.channel.entries()) {
			rows.channel.push(first + each);
			const isComputed = listed[each]?.derived !== undefined;
			rows.sent.push(isComputed ? Number.NaN : (page.sent?.[index] ?? page.value[index] ?? Number.NaN));
		}
	}
	return {
		channels,
		channel: Uint32Array.from(rows.channel),
		at: Float64Array.from(rows.at),
		value: Float64Array.from(rows.value),
		sent: Float64Array.from(rows.sent),
		receivedAt: Float64Array.from(receivedAt),
		next,
	};
}

function deviceAt(db: AccountDb, { deviceId, cursor }: LakePosition, now: number): DeviceRow | null {
	const begun = cursor === null ? null : findDevice(db, deviceId);
	return begun && !isGone(begun, now) ? begun : findDeviceAfter(db, deviceId);
}
