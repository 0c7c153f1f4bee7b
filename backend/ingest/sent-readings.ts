import type { IngestResult } from "../../shared/ingest";
import type { RefusedEntries } from "../device/refusal/note-refusals";

/** An entry as it was sent, and the place it is told by where it is refused. */
export type SentEntry = { index: number; channel: unknown; at: unknown; value: unknown };

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
