import type { Derivation } from "../../../shared/device/derived/definition";
import { counterOf } from "../../../shared/device/derived/kinds/use";
import type { Pairing } from "../../../shared/device/derived/pairing";
import { derivationOf } from "../../../shared/device/derived/registry";
import type { AccountDb } from "../../base/context";
import { calibrationsOf } from "../../db/calibration-rows";
import { type ChannelRow, listChannels } from "../../db/channel-rows";
import { allDerivedChannels, type DerivedChannel } from "../../db/derived-channel-rows";
import { type DeviceRow, findDevice } from "../../db/device-rows";
import type { UseChannel } from "./use-readings";

/** `sources` are channel ids of the device. */
type Computed = { channelId: string; deviceId: string; sources: readonly string[]; toleranceMs: number };

/** Of calibrated values. */
export type PairedChannel = Computed & { pairing: Pairing; derivation: Derivation };

/** Counts what its only source sent. */
export type CountedChannel = Computed & { use: UseChannel };

export type ComputedChannel = PairedChannel | CountedChannel;

/** Null: the device sends the channel. Throws if this release cannot compute its definition. */
export type FindComputed = (channelId: string) => ComputedChannel | null;

/** Reads what it needs when it is needed, once. Create anew for each read: definitions, units and altitudes change. */
export function computedChannels(db: AccountDb): FindComputed {
	const definitions = allDerivedChannels(db);
	const found = new Map<string, ComputedChannel>();
	const facts = new Map<string, DeviceFacts>();
	const factsOf = (deviceId: string) => {
		const known = facts.get(deviceId) ?? { device: findDevice(db, deviceId), channels: listChannels(db, [deviceId]) };
		facts.set(deviceId, known);
		return known;
	};
	return (channelId) => {
		const derived = definitions.get(channelId);
		if (!derived) return null;
		const known = found.get(channelId) ?? computed(db, { channelId, ...derived, ...factsOf(derived.deviceId) });
		found.set(channelId, known);
		return known;
	};
}

type DeviceFacts = { device: DeviceRow | null; channels: readonly ChannelRow[] };

function computed(
	db: AccountDb,
	{ channelId, deviceId, definition, device, channels }: DerivedChannel & DeviceFacts & { channelId: string },
): ComputedChannel {
	const sources = definition.sources.map((source) => source.channelId);
	const toleranceMs = definition.toleranceSeconds * 1000;
	const of = { channelId, deviceId, sources, toleranceMs };
	const [counter = ""] = sources;
	if (definition.kind === "use") {
		const clock = device ?? { timezoneOffset: 0, timeZoneRule: 0 };
		const source = { deviceId, channelId: counter };
		return { ...of, use: { source, counter: counterOf(definition, clock), calibrations: calibrationsOf(db, counter) } };
	}
	const units = sources.map((id) => channels.find((channel) => channel.id === id)?.unit ?? "");
	const derivation = derivationOf(definition, { units, altitude: device?.altitude ?? null });
	return { ...of, pairing: { driver: sources.indexOf(definition.driver), toleranceMs }, derivation };
}
