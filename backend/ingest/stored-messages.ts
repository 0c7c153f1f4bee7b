import { hourMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import { smallestOf } from "../../shared/base/lists";
import type { IntegrationEndpointName, MessageOutcome } from "../../shared/ingest/integration-message";
import { said } from "../../shared/log/said";
import { mailLimits } from "../../shared/message/mail-inbox";
import type { AccountDb } from "../base/context";
import type { NewId } from "../base/ids";
import { doneTogether, type Job } from "../base/job";
import { findIntegrationKey } from "../db/integration-key-rows";
import {
	deleteIntegrationMessagesBefore,
	keepIntegrationMessage,
	oldestIntegrationMessageAt,
} from "../db/integration-message-rows";
import { deleteLinePartsBefore, oldestLinePartAt } from "../db/line-rows";
import { deleteReceivedMailsBefore, oldestReceivedMailAt } from "../db/mail-rows";
import type { RejectedEntries } from "../device/status/record-rejections";
import { acceptedKey, digestSecret } from "../keys/ingest-keys";

/** `body` is null if it is too large to store, or not text. */
export type StoredMessage = { endpoint: IntegrationEndpointName; event: string | null; body: string | null };

const mostEventLength = 20;
const mostSerialLength = 64;

/** JSON keys that hold secrets. `key` alone may name a value. */
const secretParts =
	/("[\w-]*(?:[-_]key|[a-z]Key|[Aa][Pp][Ii][Kk]ey|[Pp]assw(?:or)?d|[Ss]ecret|[Tt]oken|[Aa]uthorization)"\s*:\s*")(?:[^"\\]|\\.)*(?=")/g;
export const ownKeys = /\baq[a-z]_[\w-]+/g;

export function storedMessage(endpoint: IntegrationEndpointName, address: URL, body: string | null): StoredMessage {
	const event = address.searchParams.get("event")?.slice(0, mostEventLength) ?? null;
	if (body === null || body.length > serverLimits.integrationMessageLength) return { endpoint, event, body: null };
	return { endpoint, event, body: body.replace(ownKeys, "…").replace(secretParts, "$1…") };
}

type Recorded = {
	keyId: string;
	receivedAt: number;
	message: StoredMessage;
	serialNumber: string | null;
	deviceId: string | null;
	outcome: MessageOutcome;
};

export function keepMessage({ db, newId }: { db: AccountDb; newId: NewId }, recorded: Recorded): void {
	const { message, serialNumber, ...facts } = recorded;
	const row = {
		...message,
		...facts,
		id: newId("integrationMessage"),
		serialNumber: serialNumber?.slice(0, mostSerialLength) ?? null,
		readAgainAt: null,
	};
	keepIntegrationMessage(db, row, serverLimits.integrationMessages);
}

export type RejectedMessage = {
	keyId: string;
	secret: string;
	receivedAt: number;
	message: StoredMessage;
	refusal: string;
};

export async function storeRejectedMessage(
	store: { db: AccountDb; newId: NewId },
	{ secret, refusal: rejection, ...recorded }: RejectedMessage,
): Promise<void> {
	const digest = await digestSecret(secret);
	const key = findIntegrationKey(store.db, recorded.keyId);
	if (!key || acceptedKey(key, digest, recorded.receivedAt) === null) return;
	keepMessage(store, {
		...recorded,
		serialNumber: null,
		deviceId: null,
		outcome: { ...noOutcome, refusal: rejection },
	});
}

export const noOutcome: MessageOutcome = {
	refusal: null,
	kind: null,
	isRepeated: false,
	accepted: 0,
	duplicates: 0,
	refused: [],
	unread: [],
};

export function sumRejected(rejected: readonly RejectedEntries[]): MessageOutcome["refused"] {
	const byReason = Map.groupBy(rejected, ({ reason }) => reason);
	const sums = [...byReason].flatMap(([reason, [first, ...others]]) => {
		if (!first) return [];
		return { reason, count: others.reduce((sum, { count }) => sum + count, first.count), sample: first.sample };
	});
	return sums.sort((one, other) => other.count - one.count);
}

/** Deletes messages, and what lines came to, after a day, at most once an hour. Subject: the hour. */
export function oldIntegrationMessagesWork(db: AccountDb): Job {
	const dueAt = () => {
		const oldest = smallestOf([oldestIntegrationMessageAt(db) ?? Infinity, oldestLinePartAt(db) ?? Infinity]);
		const oldestMail = oldestReceivedMailAt(db) ?? Infinity;
		const first = smallestOf([oldest + serverLimits.integrationMessageMs, oldestMail + mailLimits.storedMs]);
		return first === Infinity ? null : first + hourMs;
	};
	return {
		name: "old integration messages",
		title: said("work.is.oldIntegrationMessages"),
		...doneTogether(dueAt, hourMs),
		run: async (_, now) => {
			deleteIntegrationMessagesBefore(db, now - serverLimits.integrationMessageMs);
			deleteLinePartsBefore(db, now - serverLimits.integrationMessageMs);
			deleteReceivedMailsBefore(db, now - mailLimits.storedMs);
		},
	};
}
