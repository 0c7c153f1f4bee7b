/** `target`: a path of the console, or claims of a link as JSON. `expiresAt` is epoch ms. */
export type ShortLink = { digest: string; accountId: string; target: string; expiresAt: number };

export async function saveShortLink(directory: D1Database, link: ShortLink): Promise<void> {
	const { digest, accountId, target, expiresAt } = link;
	await directory
		.prepare("INSERT INTO short_links VALUES (?, ?, ?, ?)")
		.bind(digest, accountId, target, expiresAt)
		.run();
}

export async function findShortLink(directory: D1Database, digest: string): Promise<ShortLink | null> {
	const columns = "digest, account_id AS accountId, target, expires_at AS expiresAt";
	return directory.prepare(`SELECT ${columns} FROM short_links WHERE digest = ?`).bind(digest).first();
}

export async function forgetShortLinks(directory: D1Database, { before, limit }: { before: number; limit: number }) {
	const old = "SELECT digest FROM short_links WHERE expires_at < ? ORDER BY expires_at LIMIT ?";
	await directory.prepare(`DELETE FROM short_links WHERE digest IN (${old})`).bind(before, limit).run();
}
