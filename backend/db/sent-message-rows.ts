import type { MessageChannel } from "../../shared/message";

type Reservation = { channel: MessageChannel; day: string; limit: number };

/** Counts one message more, unless that would exceed the limit. `day` is of UTC, as `2026-11-23`. */
export async function reserveMessage(directory: D1Database, { channel, day, limit }: Reservation): Promise<boolean> {
	const reserved = await directory
		.prepare(
			"INSERT INTO message_counts (channel, day, sent) SELECT ?1, ?2, 1 WHERE ?3 > 0 ON CONFLICT (channel, day) DO UPDATE " +
				"SET sent = sent + 1 WHERE sent < ?3 RETURNING sent",
		)
		.bind(channel, day, limit)
		.first<number>("sent");
	return reserved !== null;
}

/** `sentAt` is epoch ms. */
export type SentMessage = { providerId: string; accountId: string; messageId: string; sentAt: number };

export async function saveSentMessage(directory: D1Database, sent: SentMessage): Promise<void> {
	const { providerId, accountId, messageId, sentAt } = sent;
	await directory
		.prepare("INSERT INTO sent_messages VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING")
		.bind(providerId, accountId, messageId, sentAt)
		.run();
}

export async function findSentMessage(
	directory: D1Database,
	providerId: string,
): Promise<Pick<SentMessage, "accountId" | "messageId"> | null> {
	const query = "SELECT account_id AS accountId, message_id AS messageId FROM sent_messages WHERE provider_id = ?";
	return directory.prepare(query).bind(providerId).first();
}

/** At most `limit` rows, so that one run of the cron stays short. `before` is epoch ms. */
export async function forgetSentMessages(directory: D1Database, { before, limit }: { before: number; limit: number }) {
	const old = "SELECT provider_id FROM sent_messages WHERE sent_at < ? ORDER BY sent_at LIMIT ?";
	await directory.batch([
		directory.prepare(`DELETE FROM sent_messages WHERE provider_id IN (${old})`).bind(before, limit),
		directory.prepare("DELETE FROM message_counts WHERE day < ?").bind(new Date(before).toISOString().slice(0, 10)),
	]);
}
