import { expect, it } from "vitest";
import type { MemberContext } from "../../../backend/base/context";
import { readDeviceOrder } from "../../../backend/log/read-device-order";
import type { LogChannel } from "../../../shared/log/log";

const devices = Array.from({ length: 250 }, (_, position) => ({ id: `dev_${position}`, name: `Store ${position}` }));
const channels = devices.map(({ id }) => ({ id: `ch_${id}`, deviceId: id }) as LogChannel);
const readingsOf = (id: string) => Array.from({ length: Number(id.slice(4)) % 7 }, (_, step) => `${id} ${step}`);

it.each([1, 3, 40, 320, 5_000])(
	"divides many devices into pages of %i readings, and requests a hundred devices at a time",
	async (limit) => {
		const requested: number[] = [];
		const estimate = async ({ channels: refs }: { channels: { deviceId: string }[] }) => {
			requested.push(refs.length);
			return refs.map(({ deviceId }) => readingsOf(deviceId).length);
		};
		const rows: string[] = [];
		const readPart = async (part: { deviceIds: string[] } | "others", from = "0") => {
			const all = part === "others" ? [] : part.deviceIds.flatMap(readingsOf);
			const page = all.slice(Number(from), Number(from) + limit);
			const next = Number(from) + limit;
			rows.push(...(part !== "others" && (all.length <= limit || part.deviceIds.length === 1) ? page : []));
			const readings = { readingAt: page.map(() => 0), receivedAt: [], channel: [], value: [] };
			return { readings, events: [], nextCursor: next < all.length ? String(next) : null };
		};
		let cursor: string | undefined;
		do {
			const request = {
				from: 0,
				to: 1,
				devices,
				channels,
				isFiltering: false,
				hasOthers: false,
				cursor,
				limit,
				readPart,
			};
			const page = await readDeviceOrder({ readingStore: { estimate } } as unknown as MemberContext, request);
			cursor = page.nextCursor ?? undefined;
		} while (cursor !== undefined);
		expect(rows).toEqual(devices.flatMap(({ id }) => readingsOf(id)));
		expect(Math.max(...requested)).toBeLessThanOrEqual(100);
	},
);
