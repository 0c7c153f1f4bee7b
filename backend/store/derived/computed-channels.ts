import { createBoundedCache } from "../../../shared/base/bounded-cache";
import type { Derivation, DerivedDefinition } from "../../../shared/device/derived/definition";
import type { Circumstances } from "../../../shared/device/derived/kind";
import { counterOf } from "../../../shared/device/derived/kinds/use";
import type { Pairing } from "../../../shared/device/derived/pairing";
import { derivationOf } from "../../../shared/device/derived/registry";
import type { AccountDb } from "../../base/context";
import { calibrationsOf } from "../../db/calibration-rows";
import { unitsOfChannels } from "../../db/channel-rows";
import {
	allDerivedChannels,
	type DerivedChannel,
	definitionOf,
	derivedIdsOf,
	driverIdOf,
} from "../../db/derived-channel-rows";
import { type DeviceCircumstances, deviceCircumstances } from "../../db/device-rows";
import type { UseChannel } from "./use-readings";

/** A derived channel without its units and its device's circumstances. `driver` is a position among the sources. */
export type DefinedChannel = Pairing & { channelId: string; deviceId: string; sources: readonly string[] };

export type PairedChannel = DefinedChannel & { derivation: Derivation };

export type CountedChannel = DefinedChannel & { use: UseChannel };

export type ComputedChannel = PairedChannel | CountedChannel;

/** Null: the device sends the channel. Throws if this release cannot compute its definition. */
export type FindComputed = (channelId: string) => ComputedChannel | null;

/** The id of the source at whose readings a channel is computed. Null: the device sends the channel. */
export type FindDriver = (channelId: string) => string | null;

export function driversOf(db: AccountDb): FindDriver {
	const definitions = allDerivedChannels(db);
	return (channelId) => {
		const derived = definitions.get(channelId);
		return derived ? driverIdOf(derived) : null;
	};
}

function defined(channelId: string, { deviceId, definition }: DerivedChannel): DefinedChannel {
	const sources = definition.sources.map((source) => source.channelId);
	const driver = definition.kind === "use" ? 0 : sources.indexOf(definition.driver);
	return { channelId, deviceId, sources, driver, toleranceMs: definition.toleranceSeconds * 1000 };
}

/**
 * Reads what it needs when it is needed, once: of `deviceIds` together. Create anew for each read, because definitions,
 * units and altitudes change.
 */
export function computedChannels(db: AccountDb, deviceIds: readonly string[] = []): FindComputed {
	const definitions = allDerivedChannels(db);
	const found = new Map<string, ComputedChannel>();
	let ofAll: Facts | null = null;
	const ofOthers = new Map<string, Facts>();
	const isOfAll = new Set(deviceIds);
	const factsOf = (deviceId: string) => {
		if (isOfAll.has(deviceId)) {
			ofAll ??= readFacts(db, deviceIds);
			return ofAll;
		}
		const known = ofOthers.get(deviceId) ?? readFacts(db, [deviceId]);
		ofOthers.set(deviceId, known);
		return known;
	};
	return (channelId) => {
		const derived = definitions.get(channelId);
		if (!derived) return null;
		const { deviceId } = derived;
		const known =
			found.get(channelId) ??
			computed(db, { channelId, deviceId, definition: definitionOf(derived), facts: factsOf(deviceId) });
		found.set(channelId, known);
		return known;
	};
}

export function unsavedChannel(db: AccountDb, derived: DerivedChannel): ComputedChannel {
	const sources = derived.definition.sources.map(({ channelId }) => channelId);
	return computed(db, { channelId: "", ...derived, facts: factsOfSources(db, [derived.deviceId], sources) });
}

type Facts = { units: ReadonlyMap<string, string>; devices: ReadonlyMap<string, DeviceCircumstances> };

function readFacts(db: AccountDb, deviceIds: readonly string[]): Facts {
	const all = allDerivedChannels(db);
	const sources = new Set(
		deviceIds.flatMap((deviceId) => derivedIdsOf(db, deviceId).flatMap((id) => all.get(id)?.sources ?? [])),
	);
	return factsOfSources(db, deviceIds, [...sources]);
}

function factsOfSources(db: AccountDb, deviceIds: readonly string[], sources: readonly string[]): Facts {
	return { units: unitsOfChannels(db, sources), devices: deviceCircumstances(db, deviceIds) };
}

const mostDerivations = 500;

const derivations = createBoundedCache<string, Derivation>(mostDerivations);

function sharedDerivation(definition: DerivedDefinition, circumstances: Circumstances): Derivation {
	const { sources, driver: _, toleranceSeconds: __, ...own } = definition;
	const key = JSON.stringify([own, sources.map(({ role }) => role), circumstances]);
	const known = derivations.get(key) ?? derivationOf(definition, circumstances);
	derivations.set(key, known);
	return known;
}

type ComputedRequest = DerivedChannel & { channelId: string; facts: Facts };

function computed(db: AccountDb, { channelId, deviceId, definition, facts }: ComputedRequest): ComputedChannel {
	const of = defined(channelId, { deviceId, definition });
	const { sources } = of;
	const device = facts.devices.get(deviceId);
	const [counter = ""] = sources;
	if (definition.kind === "use") {
		const clock = device ?? { timezoneOffset: 0, timeZoneRule: 0 };
		const source = { deviceId, channelId: counter };
		return { ...of, use: { source, counter: counterOf(definition, clock), calibrations: calibrationsOf(db, counter) } };
	}
	const units = sources.map((id) => facts.units.get(id) ?? "");
	const circumstances = { units, altitude: device?.altitude ?? null };
	return { ...of, derivation: sharedDerivation(definition, circumstances) };
}
