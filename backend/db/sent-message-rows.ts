/** `sentAt` is epoch ms. */
export type SentMessage = { providerId: string; accountId: string; messageId: string; sentAt: number };

export async function saveSentMessage(directory: D1Database, sentMessage: SentMessage): Promise<void> {
	const { providerId, accountId, messageId, sentAt } = sentMessage;
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

/** `limit` keeps a run of the cron short. `before` is epoch ms. */
export async function forgetSentMessages(directory: D1Database, { before, limit }: { before: number; limit: number }) {
	const old = "SELECT provider_id FROM sent_messages WHERE sent_at < ? ORDER BY sent_at LIMIT ?";
	await directory.prepare(`DELETE FROM sent_messages WHERE provider_id IN (${old})`).bind(before, limit).run();
}
