import type { IngestResult, UploadRefusal } from "../../shared/ingest";
import type { UploadSlots } from "../../shared/upload-slots";
import type { AccountObjects } from "../base/context";
import type { KeyClaims } from "../keys/ingest-keys";
import type { IntegrationUpload, StoredIntegrationUpload } from "./append-integration-upload";
import type { DeviceUpload, RefusedUpload, UploadAnswer } from "./append-upload";
import { parseReadings } from "./parse-readings";
import { countOptional, countRefused, sampleOfEntry } from "./refused-entries";
import type { SentByDevice, SentReadings } from "./sent-readings";
import type { StoredUpload } from "./store-upload";

type UploadCalls = {
	appendUpload(upload: DeviceUpload): Promise<UploadAnswer<StoredUpload>>;
	appendIntegrationUpload(upload: IntegrationUpload): Promise<UploadAnswer<StoredIntegrationUpload>>;
	recordRefusedUpload(upload: RefusedUpload): Promise<void>;
};

export type IngestParts = { accounts: AccountObjects<UploadCalls> };

type ReceivedUpload = {
	/** Of a device's key. */
	claims: KeyClaims;
	readings: readonly unknown[];
	receivedAt: number;
	past: UploadSlots | null;
};

export async function ingestUpload(
	{ accounts }: IngestParts,
	{ claims, readings, receivedAt, past }: ReceivedUpload,
): Promise<UploadAnswer<IngestResult>> {
	const { rejected, ...parsed } = parseReadings(readings, receivedAt);
	const { accountId, senderId: deviceId, secret } = claims;
	const object = accounts.get(accounts.idFromName(accountId));
	const refused = countRefused(rejected, (index) => sampleOfEntry(readings[index]));
	const validated = { sent: readings.length, refused };
	const stored = await object.appendUpload({ deviceId, secret, receivedAt, readings: parsed, validated, past });
	return "refusal" in stored ? stored : { ...stored, rejected: inOrder([...rejected, ...stored.rejected]) };
}

export async function recordRefusedUpload(
	{ accounts }: IngestParts,
	{ claims, ...refused }: Pick<ReceivedUpload, "claims" | "receivedAt"> & { reason: UploadRefusal },
): Promise<void> {
	const { accountId, senderId: deviceId, secret } = claims;
	await accounts.get(accounts.idFromName(accountId)).recordRefusedUpload({ deviceId, secret, ...refused });
}

type ReceivedFromIntegration = Pick<IntegrationUpload, "metered" | "receivedAt"> & {
	/** Of an integration's key. */
	claims: KeyClaims;
	sent: SentReadings;
};

export async function ingestIntegrationUpload(
	{ accounts }: IngestParts,
	{ claims: { accountId, senderId: keyId, secret }, sent, receivedAt, metered }: ReceivedFromIntegration,
): Promise<UploadAnswer<IngestResult>> {
	const parsed = sent.devices.map((device) => parseDevice(device, receivedAt));
	const devices = sent.devices.map(({ serialNumber, name }, place) => {
		const { readings, validated } = parsed[place] ?? nothingParsed;
		return { serialNumber, name, readings, validated };
	});
	const object = accounts.get(accounts.idFromName(accountId));
	const stored = await object.appendIntegrationUpload({ accountId, keyId, secret, receivedAt, metered, devices });
	if ("refusal" in stored) return stored;
	const { accepted, duplicates, unknownDevices } = stored;
	const unknown = new Set(unknownDevices);
	const rejected = sent.devices.flatMap(({ entries }, place) =>
		unknown.has(place)
			? entries.map(({ index }) => ({ index, reason: "unknown-device" as const }))
			: (parsed[place]?.rejected ?? []),
	);
	return { accepted, duplicates, rejected: inOrder([...sent.rejected, ...rejected, ...stored.rejected]) };
}

const nothingParsed = {
	readings: { channels: [], index: [], channel: [], at: [], value: [] },
	validated: { sent: 0, refused: [] },
};

function parseDevice({ entries, setAside = [] }: SentByDevice, receivedAt: number) {
	const { rejected, index, ...columns } = parseReadings(entries, receivedAt);
	const placeOf = (position: number) => entries[position]?.index ?? position;
	const counting = rejected.filter((entry) => !entries[entry.index]?.isOptional);
	const refused = [...setAside, ...countRefused(counting, (position) => sampleOfEntry(entries[position]))];
	const own = entries.filter(({ isOptional }) => !isOptional).length;
	const sent = setAside.reduce((sum, { count }) => sum + count, own);
	return {
		validated: { sent, refused, optional: countOptional(entries, rejected) },
		readings: { ...columns, index: index.map(placeOf) },
		rejected: rejected.map((entry) => ({ ...entry, index: placeOf(entry.index) })),
	};
}

/** By index. Several values of one line may have the same refusal, which is listed once. */
function inOrder(rejected: IngestResult["rejected"]): IngestResult["rejected"] {
	const said = new Map(rejected.map((entry) => [`${entry.index} ${entry.reason}`, entry]));
	return [...said.values()].sort((a, b) => a.index - b.index);
}
