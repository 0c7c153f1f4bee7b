import type { IngestResult } from "../../shared/ingest";
import type { AccountObject } from "../account-object";
import type { DeviceKeys } from "./device-key";
import { parseReadings } from "./parse-readings";

export type IngestParts = { deviceKeys: DeviceKeys; accounts: DurableObjectNamespace<AccountObject> };

/** `receivedAt` is epoch ms; the entries are as the device sent them. */
export type ReceivedUpload = { key: string; readings: readonly unknown[]; receivedAt: number };

/** Takes an upload: checks the key's tag, parses here, and stores in the account's object. Null for a wrong key. */
export async function ingestUpload(
	{ deviceKeys, accounts }: IngestParts,
	{ key, readings, receivedAt }: ReceivedUpload,
): Promise<IngestResult | null> {
	const claims = await deviceKeys.parse(key);
	if (!claims) return null;
	const { rejected, ...parsed } = parseReadings(readings, receivedAt);
	const { accountId, deviceId, secret } = claims;
	const object = accounts.get(accounts.idFromName(accountId));
	const stored = await object.appendUpload({ deviceId, secret, receivedAt, readings: parsed });
	if (!stored) return null;
	const unknown = stored.unknown.map((index) => ({ index, reason: "unknown-channel" as const }));
	return {
		accepted: stored.accepted,
		duplicates: stored.duplicates,
		rejected: [...rejected, ...unknown].sort((a, b) => a.index - b.index),
	};
}
