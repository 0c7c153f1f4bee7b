import type { LogChannel } from "../../shared/log/log";
import type { TimeRange } from "../../shared/time/time-zones";
import type { MemberContext } from "../base/context";
import { toRefs } from "./log-request";
import { badCursor, type ReadLogPage } from "./read-log-page";

const mostLookedAt = 20_000;
const estimatedTogether = 100;

/** The index helps if the device is deleted before the next page. */
const cursorForm = /^(\d{1,6})@([\w-]{0,60})@(.*)$/;

type Named = { id: string; name: string };

/** `others`: entries without a device, such as events of the account. */
type DevicePart = { deviceIds: string[] } | "others";

type DeviceOrderRequest = TimeRange & {
	devices: Named[];
	channels: readonly LogChannel[];
	isFiltering: boolean;
	hasOthers: boolean;
	cursor: string | undefined;
	limit: number;
	readPart: (part: DevicePart, cursor: string | undefined) => Promise<ReadLogPage>;
};

/** Devices by name, each newest first; they share a page only if it holds all of them. Throws InputError. */
export async function readDeviceOrder(
	{ readingStore }: MemberContext,
	request: DeviceOrderRequest,
): Promise<ReadLogPage> {
	const { channels, from, to, hasOthers, readPart } = request;
	const devices = request.devices.toSorted(byName);
	const start = startAt(devices, request.cursor);
	if (start.place === devices.length) {
		const page = await readPart("others", start.inner);
		return { ...page, nextCursor: page.nextCursor && cursorAt(start.place, page.nextCursor) };
	}
	let count = start.inner === undefined ? await fittingCount() : 1;
	for (;;) {
		const next = start.place + count;
		const deviceIds = devices.slice(start.place, next).map(({ id }) => id);
		const page = await readPart({ deviceIds }, start.inner);
		if (page.nextCursor === null) {
			const isLast = next === devices.length && !hasOthers;
			return { ...page, nextCursor: isLast ? null : cursorAt(next) };
		}
		if (count === 1) return { ...page, nextCursor: cursorAt(start.place, page.nextCursor) };
		count = Math.ceil(count / 2);
	}

	async function fittingCount(): Promise<number> {
		const left = devices.slice(start.place);
		const byDevice = Map.groupBy(channels, ({ deviceId }) => deviceId);
		let room = request.isFiltering ? mostLookedAt : request.limit;
		for (let position = 0; position < left.length; position += estimatedTogether) {
			const part = left.slice(position, position + estimatedTogether);
			const readings = await readingsOf(toRefs(part.flatMap(({ id }) => byDevice.get(id) ?? [])));
			for (const [index, { id }] of part.entries()) {
				room -= readings.get(id) ?? 0;
				if (room < 0) return Math.max(position + index, 1);
			}
		}
		return left.length;
	}

	async function readingsOf(refs: ReturnType<typeof toRefs>): Promise<Map<string, number>> {
		const readings = new Map<string, number>();
		for (const [index, most] of (await readingStore.estimate({ channels: refs, from, to })).entries()) {
			const id = refs[index]?.deviceId ?? "";
			readings.set(id, (readings.get(id) ?? 0) + most);
		}
		return readings;
	}

	function cursorAt(position: number, inner = ""): string {
		return `${position}@${devices[position]?.id ?? ""}@${inner}`;
	}
}

const names = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

function byName(one: Named, other: Named): number {
	return names.compare(one.name, other.name) || (one.id < other.id ? -1 : 1);
}

function startAt(devices: Named[], cursor: string | undefined): { place: number; inner: string | undefined } {
	if (cursor === undefined) return { place: 0, inner: undefined };
	const [, index, id, inner] = cursorForm.exec(cursor) ?? [];
	if (index === undefined) throw badCursor();
	const found = id === "" ? devices.length : devices.findIndex((device) => device.id === id);
	if (found === -1) return { place: Math.min(Number(index), devices.length), inner: undefined };
	return { place: found, inner: inner || undefined };
}
