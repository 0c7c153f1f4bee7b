import type { IngestResult } from "../../shared/ingest";
import type { RefusedEntries } from "../device/refusal/note-refusals";

/**
 * An entry as it was sent, and the place it is told by where it is refused. `isOptional`: people are told of it only
 * where the device has its channel.
 */
export type SentEntry = { index: number; channel: unknown; at: unknown; value: unknown; isOptional?: boolean };

type MessageValue = Pick<SentEntry, "channel" | "at" | "value">;

/**
 * The entries of a network server's message: what the payload holds, and what the server added to it. A device cannot
 * help what is added, and codecs write units and states beside values: neither is a fault where nobody made a channel.
 */
export function messageEntries(payload: MessageValue[], added: MessageValue[]): SentEntry[] {
	return [
		...payload.map((entry) => ({ ...entry, isOptional: !["number", "boolean"].includes(typeof entry.value) })),
		...added.map((entry) => ({ ...entry, isOptional: true })),
	].map((entry, index) => ({ ...entry, index }));
}

/**
 * What one device sent through an integration; `name` is what the sender calls it, where it does. `setAside`: what is
 * among the `rejected` of the whole already, and plainly this device's.
 */
export type SentByDevice = {
	serialNumber: string;
	name: string | null;
	entries: SentEntry[];
	setAside?: RefusedEntries[];
};

/** A message or file of an integration. `rejected`: what could not even be laid to a device. */
export type SentReadings = { devices: SentByDevice[]; rejected: IngestResult["rejected"] };

/** A message that is none of readings: it is acknowledged, and nothing is stored. */
export const nothingSent: SentReadings = { devices: [], rejected: [] };

/** How well a message was heard: the strength at the gateway that heard it best, in dBm; undefined where none says it. */
export function bestSignal(gateways: { rssi?: number | undefined }[]): number | undefined {
	let best: number | undefined;
	for (const { rssi } of gateways) if (rssi !== undefined && (best === undefined || rssi > best)) best = rssi;
	return best;
}
