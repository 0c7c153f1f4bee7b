import { expect, it } from "vitest";
import type { CachedDevice } from "../../../backend/base/context";
import { fleetParts } from "../../../backend/overview/fleet-parts";
import { nearestOfAll } from "../../../backend/overview/nearest-tiles";
import { DeviceStatus } from "../../../shared/device/device-terms";
import { countFleet, sumCounts } from "../../../shared/overview/count-fleet";
import * as fc from "../../properties";

const places = 230;

type Facts = { status: DeviceStatus; value: number | null; high: number | null };

/** An object makes a new row for changed list values, and changes the limits within a row. */
function cachedDevice(position: number, { status, value, high }: Facts): CachedDevice {
	const id = `dev_${String(position).padStart(4, "0")}`;
	const row = {
		id,
		name: `Device ${position % 7}`,
		status,
		groupIds: [],
		lastReceivedAt: position % 11,
		lastReadingAt: null,
		latest: [{ channel: "Air", quantity: "temperature", unit: "C", value, at: 0 }],
	};
	return {
		row,
		channels: [{ channelId: `chn_${position}`, low: null, high }],
		unlisted: [],
		seq: 0,
	} as unknown as CachedDevice;
}

const limit = fc.constantFrom(null, 5, 8);
const facts = fc.record({
	status: fc.constantFrom(...DeviceStatus.options),
	value: fc.option(fc.integer({ min: -90, max: 9 })),
	high: limit,
});
const place = fc.constantFrom(0, 1, 99, 100, places - 1);
const step = fc.oneof(
	fc.record({ kind: fc.constant("measured"), place, facts }),
	fc.record({ kind: fc.constant("limited"), place, high: limit }),
	fc.record({ kind: fc.constant("opened"), place, since: fc.nat({ max: 3 }) }),
	fc.record({ kind: fc.constant("closed"), place }),
	fc.record({ kind: fc.constant("left"), place }),
	fc.record({ kind: fc.constant("joined"), place, facts }),
);

it("counts a fleet in parts as it counts the whole, after any change", () => {
	fc.assert(
		fc.property(
			fc.array(facts, { minLength: places, maxLength: places }),
			fc.array(step, { minLength: 40, maxLength: 40 }),
			(all, steps) => {
				let devices = all.map((own, index) => cachedDevice(index, own));
				const since = new Map<string, number>();
				const deviceIds = new Set<string>();
				const looked = () => {
					const parts = fleetParts(devices);
					expect(sumCounts(parts.map(({ counted }) => counted))).toEqual(countFleet(devices.map(({ row }) => row)));
					const near = parts.map(({ tiles }) => tiles);
					const everyId = new Set(devices.map(({ row }) => row.id));
					const direct = nearestOfAll(devices, [], { since, deviceIds: everyId });
					expect(nearestOfAll(devices, near, { since, deviceIds })).toEqual(direct);
					// The headline counts each of these, so that it never says "All clear" above a red tile.
					const out = new Set(parts.flatMap(({ outValues }) => outValues.map(({ deviceId }) => deviceId)));
					const red = direct.filter(({ isOut }) => isOut).map(({ device }) => device.row.id);
					expect(red.filter((id) => !out.has(id))).toEqual([]);
					const isLimited = direct.some(({ hasLimit, outSince }) => hasLimit || outSince !== null);
					expect(direct.every(({ hasLimit, outSince }) => hasLimit || outSince !== null)).toBe(isLimited);
				};
				looked();
				for (const one of steps) {
					const [id, channelId] = [`dev_${String(one.place).padStart(4, "0")}`, `chn_${one.place}`];
					if ("facts" in one) {
						const others = devices.filter(({ row }) => row.id !== id);
						if (one.kind === "measured" && others.length === devices.length) continue;
						devices = [...others, cachedDevice(one.place, one.facts)].sort((first, second) =>
							first.row.id < second.row.id ? -1 : 1,
						);
					} else if ("high" in one) {
						const limited = devices.find(({ row }) => row.id === id);
						if (limited) limited.channels = [{ channelId, low: null, high: one.high }];
					} else if ("since" in one) {
						since.set(channelId, one.since);
						deviceIds.add(id);
					} else if (one.kind === "closed") {
						since.delete(channelId);
						deviceIds.delete(id);
					} else devices = devices.filter(({ row }) => row.id !== id);
					looked();
				}
			},
		),
		{ numRuns: 30 },
	);
});
