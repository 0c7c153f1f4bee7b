import type { IngestResult, UploadRefusal } from "../../shared/ingest";
import type { UploadSlots } from "../../shared/upload-slots";
import type { AccountObjects } from "../base/context";
import type { DeviceKeys, IntegrationKeys } from "../keys/ingest-keys";
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

export type IngestParts = {
	deviceKeys: DeviceKeys;
	integrationKeys: IntegrationKeys;
	accounts: AccountObjects<UploadCalls>;
};

type ReceivedUpload = {
	key: string;
	readings: readonly unknown[];
	receivedAt: number;
	past: UploadSlots | null;
};

export async function ingestUpload(
	{ deviceKeys, accounts }: IngestParts,
	{ key, readings, receivedAt, past }: ReceivedUpload,
): Promise<UploadAnswer<IngestResult>> {
	const claims = await deviceKeys.parse(key);
	if (!claims) return { refusal: "invalid-key" };
	const { rejected, ...parsed } = parseReadings(readings, receivedAt);
	const { accountId, deviceId, secret } = claims;
	const object = accounts.get(accounts.idFromName(accountId));
	const refused = countRefused(rejected, (index) => sampleOfEntry(readings[index]));
	const validated = { sent: readings.length, refused };
	const stored = await object.appendUpload({ deviceId, secret, receivedAt, readings: parsed, validated, past });
	return "refusal" in stored ? stored : { ...stored, rejected: inOrder([...rejected, ...stored.rejected]) };
}

export async function recordRefusedUpload(
	{ deviceKeys, accounts }: IngestParts,
	{ key, ...refused }: { key: string; reason: UploadRefusal; receivedAt: number },
): Promise<void> {
	const claims = await deviceKeys.parse(key);
	if (!claims) return;
	const { accountId, deviceId, secret } = claims;
	await accounts.get(accounts.idFromName(accountId)).recordRefusedUpload({ deviceId, secret, ...refused });
}

type ReceivedFromIntegration = Pick<IntegrationUpload, "metered" | "receivedAt"> & { key: string; sent: SentReadings };

export async function ingestIntegrationUpload(
	{ integrationKeys, accounts }: IngestParts,
	{ key, sent, receivedAt, metered }: ReceivedFromIntegration,
): Promise<UploadAnswer<IngestResult>> {
	const claims = await integrationKeys.parse(key);
	if (!claims) return { refusal: "invalid-key" };
	const parsed = sent.devices.map((device) => parseDevice(device, receivedAt));
	const devices = sent.devices.map(({ serialNumber, name }, place) => {
		const { readings, validated } = parsed[place] ?? nothingParsed;
		return { serialNumber, name, readings, validated };
	});
	const object = accounts.get(accounts.idFromName(claims.accountId));
	const stored = await object.appendIntegrationUpload({ ...claims, receivedAt, metered, devices });
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
