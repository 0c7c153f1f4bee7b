import { type CountedRows, countRows } from "../../shared/overview/count-fleet";
import type { CachedDevice } from "../base/context";
import { type NearTile, nearestIn } from "./nearest-tiles";

/** So many that most parts of a fleet stay the same between two looks at it, and that few parts are put together. */
const devicesEach = 100;

/** Some devices of a fleet, as long as nothing of them changes. `tiles`: the nearest of them. */
type FleetPart = { counted: CountedRows; tiles: readonly NearTile[] };

type KnownPart = FleetPart & { of: readonly Pick<CachedDevice, "row" | "channels">[] };

/** By its first device. What is forgotten with a row is found again. */
const knownParts = new WeakMap<CachedDevice["row"], KnownPart>();

/** `devices`: in the same order each time, so that what has not changed is not counted again. */
export function fleetParts(devices: readonly CachedDevice[]): FleetPart[] {
	const parts: FleetPart[] = [];
	for (let from = 0; from < devices.length; from += devicesEach) parts.push(partAt(devices, from));
	return parts;
}

function partAt(devices: readonly CachedDevice[], from: number): FleetPart {
	const first = devices[from];
	const known = first && knownParts.get(first.row);
	if (known && isOf(known, devices, from)) return known;
	const own = devices.slice(from, from + devicesEach);
	const part = { counted: countRows(own.map(({ row }) => row)), tiles: nearestIn(own) };
	// A device keeps its row while its limits change.
	if (first) knownParts.set(first.row, { ...part, of: own.map(({ row, channels }) => ({ row, channels })) });
	return part;
}

function isOf({ of }: KnownPart, devices: readonly CachedDevice[], from: number): boolean {
	if (of.length !== Math.min(devicesEach, devices.length - from)) return false;
	return of.every(({ row, channels }, position) => {
		const device = devices[from + position];
		return device?.row === row && device.channels === channels;
	});
}
