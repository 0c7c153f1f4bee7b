import { type CountedRows, countRows } from "../../shared/overview/count-fleet";
import type { CachedDevice } from "../base/context";
import { type OutValue, outValuesIn } from "./beyond-limits";
import { type NearTile, nearestIn } from "./nearest-tiles";

/** Small enough that most parts stay the same, large enough that parts are few. */
const devicesEach = 100;

type FleetPart = { counted: CountedRows; tiles: readonly NearTile[]; outValues: readonly OutValue[] };

type KnownPart = FleetPart & { of: readonly Pick<CachedDevice, "row" | "channels">[] };

/** Keyed by the part's first row. A lost entry is recomputed. */
const knownParts = new WeakMap<CachedDevice["row"], KnownPart>();

/** `devices` must keep their order, so that unchanged parts stay cached. */
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
	const counted = countRows(own.map(({ row }) => row));
	const part = { counted, tiles: nearestIn(own), outValues: outValuesIn(own) };
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
