import type { IngestResult, UploadRejection } from "../../shared/ingest/ingest";
import type { UploadSlots } from "../../shared/ingest/upload-slots";
import type { AccountObjects } from "../base/context";
import type { KeyClaims } from "../keys/ingest-keys";
import type { IntegrationUpload, OtherRecipe, StoredIntegrationUpload } from "./append-integration-upload";
import type { DeviceUpload, RejectedUpload, UploadResponse } from "./append-upload";
import { parseReadings } from "./parse-readings";
import { countOptional, countRejected, sampleOfEntry } from "./rejected-entries";
import type { SentByDevice, SentEntry, SentReadings } from "./sent-readings";
import type { StoredUpload } from "./store-upload";
import type { RejectedMessage, StoredMessage } from "./stored-messages";

type UploadCalls = {
	appendUpload(upload: DeviceUpload): Promise<UploadResponse<StoredUpload>>;
	appendIntegrationUpload(upload: IntegrationUpload): Promise<UploadResponse<StoredIntegrationUpload> | OtherRecipe>;
	recordRefusedUpload(upload: RejectedUpload): Promise<void>;
	recordRefusedMessage(message: RejectedMessage): Promise<void>;
};

export type IngestParts = { accounts: AccountObjects<UploadCalls> };

type ReceivedUpload = {
	claims: KeyClaims;
	readings: readonly unknown[];
	receivedAt: number;
	past: UploadSlots | null;
};

export async function ingestUpload(
	{ accounts }: IngestParts,
	{ claims, readings, receivedAt, past }: ReceivedUpload,
): Promise<UploadResponse<IngestResult>> {
	const { rejected, ...parsed } = parseReadings(readings, receivedAt);
	const { accountId, senderId: deviceId, secret } = claims;
	const object = accounts.get(accounts.idFromName(accountId));
	const denied = countRejected(rejected, (index) => sampleOfEntry(readings[index]));
	const validated = { sent: readings.length, refused: denied };
	const stored = await object.appendUpload({ deviceId, secret, receivedAt, readings: parsed, validated, past });
	if ("refusal" in stored) return stored;
	const { accepted, duplicates } = stored;
	return { accepted, duplicates, rejected: inOrder([...rejected, ...stored.rejected]) };
}

export async function reportRejectedUpload(
	{ accounts }: IngestParts,
	{ claims, ...rejected }: Pick<ReceivedUpload, "claims" | "receivedAt"> & { reason: UploadRejection },
): Promise<void> {
	const { accountId, senderId: deviceId, secret } = claims;
	await accounts.get(accounts.idFromName(accountId)).recordRefusedUpload({ deviceId, secret, ...rejected });
}

type ReceivedFromIntegration = Pick<IntegrationUpload, "metered" | "receivedAt"> & {
	claims: KeyClaims;
	sent: SentReadings;
	message: StoredMessage;
};

export async function ingestIntegrationUpload(
	{ accounts }: IngestParts,
	{ claims: { accountId, senderId: keyId, secret }, sent, message, receivedAt, metered }: ReceivedFromIntegration,
): Promise<UploadResponse<IngestResult> | OtherRecipe> {
	const { devices, rejected: parsed, unplaced } = parseSent(sent, receivedAt);
	const object = accounts.get(accounts.idFromName(accountId));
	const stored = await object.appendIntegrationUpload({
		accountId,
		keyId,
		secret,
		receivedAt,
		metered,
		devices,
		message: { ...message, unplaced },
		...(sent.recipe && { recipe: { ...sent.recipe, unread: sent.unread ?? [] } }),
	});
	if ("refusal" in stored || "current" in stored) return stored;
	const { accepted, duplicates, unknownDevices } = stored;
	const unknown = new Set(unknownDevices);
	const rejected = sent.devices.flatMap(({ entries }, position) =>
		unknown.has(position)
			? entries.map(({ index }) => ({ index, reason: "unknown-device" as const }))
			: (parsed[position] ?? []),
	);
	return { accepted, duplicates, rejected: inOrder([...sent.rejected, ...rejected, ...stored.rejected]) };
}

export async function reportRejectedMessage(
	{ accounts }: IngestParts,
	{ claims, ...rejected }: { claims: KeyClaims; receivedAt: number; message: StoredMessage; refusal: string },
): Promise<void> {
	const { accountId, senderId: keyId, secret } = claims;
	await accounts.get(accounts.idFromName(accountId)).recordRefusedMessage({ keyId, secret, ...rejected });
}

/** `rejected`: by device, in the order of `devices`. `unplaced`: entries without a device. */
export function parseSent(sentReadings: SentReadings, receivedAt: number) {
	const parsed = sentReadings.devices.map((device) => parseDevice(device, receivedAt));
	const devices = sentReadings.devices.flatMap(({ serialNumber, name, uplink, deviceId, found }, index) => {
		const own = parsed[index];
		if (!own) return [];
		const { rejected: _, ...columns } = own;
		const ofRecipe = { ...(deviceId !== undefined && { deviceId }), ...(found && { found }) };
		return { serialNumber, name, ...columns, ...ofRecipe, uplink: uplink ?? null };
	});
	const placed = sentReadings.devices.flatMap(({ setAside = [] }) => setAside);
	const unplaced = countRejected(sentReadings.rejected, () => ({ channel: null, at: null, value: null })).flatMap(
		(entries) => {
			const known = placed.filter(({ reason }) => reason === entries.reason).reduce((sum, { count }) => sum + count, 0);
			return entries.count > known ? { ...entries, count: entries.count - known } : [];
		},
	);
	return { devices, rejected: parsed.map(({ rejected }) => rejected), unplaced };
}

function parseDevice({ entries, setAside = [] }: SentByDevice, receivedAt: number) {
	const readable = entries.map((entry) => (entry.rejected === undefined ? entry : { ...entry, value: undefined }));
	const { rejected: unreadable, index, ...columns } = parseReadings(readable, receivedAt);
	const rejected = unreadable.map((entry) => ({ ...entry, reason: entries[entry.index]?.rejected ?? entry.reason }));
	const positionOf = (position: number) => entries[position]?.index ?? position;
	const counting = rejected.filter((entry) => !entries[entry.index]?.isOptional);
	const denied = [...setAside, ...countRejected(counting, (position) => sampleOfEntry(entries[position]))];
	const own = entries.filter(({ isOptional }) => !isOptional).length;
	const sent = setAside.reduce((sum, { count }) => sum + count, own);
	const { columns: words, channel } = columnsByUnit(index.map((position) => entries[position] ?? {}));
	return {
		validated: { sent, refused: denied, optional: countOptional(entries, rejected) },
		readings: { ...columns, channels: words.map(({ word }) => word), channel, index: index.map(positionOf) },
		units: words.map(({ unit }) => unit),
		sharedUnits: words.map(({ isUnitShared }) => isUnitShared),
		formerNames: words.map(({ former }) => former),
		rejected: rejected.map((entry) => ({ ...entry, index: positionOf(entry.index) })),
	};
}

function columnsByUnit(entries: readonly Partial<SentEntry>[]) {
	const indexes = new Map<string, number>();
	const columns: { word: string; unit: string | null; isUnitShared: boolean; former: string | null }[] = [];
	const channel = entries.map(({ channel: name, unit = null, isUnitShared = false, former = null }) => {
		const column = { word: String(name).trim(), unit, isUnitShared, former };
		const key = JSON.stringify([column.word, unit, isUnitShared]);
		const index = indexes.get(key) ?? columns.push(column) - 1;
		indexes.set(key, index);
		return index;
	});
	return { columns, channel };
}

/** Several values of one line may have the same rejection, which is listed once. */
function inOrder(rejected: IngestResult["rejected"]): IngestResult["rejected"] {
	const said = new Map(rejected.map((entry) => [`${entry.index} ${entry.reason}`, entry]));
	return [...said.values()].sort((a, b) => a.index - b.index);
}
