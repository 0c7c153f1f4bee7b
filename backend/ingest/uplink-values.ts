import type { IngestResult } from "../../shared/ingest/ingest";
import type { AccountDb } from "../base/context";
import { channelNameKey, listChannels } from "../db/channel-rows";
import type { RejectedEntries } from "../device/status/record-rejections";
import { countRejected } from "./rejected-entries";
import { inChannelUnit } from "./sent-units";
import { type SentColumns, sampleAt } from "./store-upload";

/** Continues channels that were once stored as `….value`. `ids`: of the device, by id and name. */
export function withKnownNames(readings: SentColumns, ids: ReadonlyMap<string, string>): SentColumns {
	const channels = readings.channels.map((word) => {
		const former = `${word}.value`;
		const isKnown = ids.has(word) || ids.has(channelNameKey(word));
		return !isKnown && ids.has(channelNameKey(former)) ? former : word;
	});
	return { ...readings, channels };
}

type InUnits = {
	readings: SentColumns;
	rejected: IngestResult["rejected"];
	denied: RejectedEntries[];
};

/** Converts values to the units of the device's channels. Rejects other dimensions. */
export function inOwnUnits(
	db: AccountDb,
	deviceId: string,
	{ readings, units }: { readings: SentColumns; units: (string | null)[] },
): InUnits {
	if (units.every((unit) => unit === null)) return { readings, rejected: [], denied: [] };
	const rows = listChannels(db, [deviceId]);
	const unitOf = (word: string) => {
		return (
			rows.find(({ id }) => id === word) ?? rows.find(({ name }) => channelNameKey(name) === channelNameKey(word))
		)?.unit;
	};
	const own = readings.channels.map(unitOf);
	const values = readings.value.map((value, position) => {
		const channel = readings.channel[position] ?? -1;
		const [sent, unit] = [units[channel] ?? null, own[channel] ?? ""];
		return sent === null || unit === "" ? value : inChannelUnit(value, sent, unit);
	});
	const isKept = (_: unknown, position: number) => values[position] !== null;
	const rejectedPlaces = values.flatMap((value, position) => (value === null ? position : []));
	const reason = "other-unit" as const; // a literal of the contract
	const atPlaces = rejectedPlaces.map((index) => ({ index, reason }));
	return {
		readings: {
			channels: readings.channels,
			index: readings.index.filter(isKept),
			channel: readings.channel.filter(isKept),
			at: readings.at.filter(isKept),
			value: values.filter((value) => value !== null),
		},
		rejected: rejectedPlaces.map((position) => ({ index: readings.index[position] ?? position, reason })),
		denied: countRejected(atPlaces, (position) => sampleAt(readings, position)),
	};
}
