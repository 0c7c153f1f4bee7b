import { dayMs, hourMs } from "../../shared/base/durations";

type Written = { expiration?: number; expirationTtl?: number; metadata?: unknown };
type Listed = { prefix?: string | null; limit?: number; cursor?: string | null };
type Store = Pick<KVNamespace, "get" | "put" | "delete" | "list">;

const longestMs = 400 * dayMs;
const mostListed = 1_000;
/** Keys of grants and tokens name the user as the account's id, a dot and the user's id. */
const accountKey = /^(?:grant|token):(acc_[0-9a-z]{26})\./;

/**
 * The part of Workers KV that the OAuth library uses, in the directory. KV would serve ended grants for a minute and
 * more, and lies in no jurisdiction.
 */
export function createOauthStore(directory: D1Database, clock: () => number): KVNamespace {
	async function get(key: string, options?: { type?: string } | string): Promise<unknown> {
		const row = await directory
			.prepare("SELECT value FROM oauth_entries WHERE key = ? AND expires_at > ?")
			.bind(key, clock())
			.first<{ value: string }>();
		const type = typeof options === "string" ? options : options?.type;
		return row && type === "json" ? JSON.parse(row.value) : (row?.value ?? null);
	}

	async function put(key: string, value: string, options: Written = {}): Promise<void> {
		const { expiration, expirationTtl, metadata } = options;
		const ends = expiration === undefined ? null : expiration * 1_000;
		const expiresAt = ends ?? clock() + (expirationTtl === undefined ? longestMs : expirationTtl * 1_000);
		const account = accountKey.exec(key)?.[1] ?? null;
		await directory
			.prepare("INSERT OR REPLACE INTO oauth_entries VALUES (?, ?, ?, ?, ?)")
			.bind(key, account, value, metadata === undefined ? null : JSON.stringify(metadata), expiresAt)
			.run();
	}

	async function list({ prefix, limit = mostListed, cursor }: Listed = {}) {
		const from = cursor ?? prefix ?? "";
		const { results } = await directory
			.prepare(
				"SELECT key, metadata, expires_at FROM oauth_entries WHERE key >= ? AND key < ? AND expires_at > ? ORDER BY key LIMIT ?",
			)
			.bind(from, `${prefix ?? ""}\u{10FFFF}`, clock(), limit + 1)
			.all<{ key: string; metadata: string | null; expires_at: number }>();
		const keys = results.slice(0, limit).map(({ key, metadata, expires_at: expiresAt }) => ({
			name: key,
			expiration: Math.floor(expiresAt / 1_000),
			...(metadata !== null && { metadata: JSON.parse(metadata) }),
		}));
		const next = results[limit]?.key;
		return next === undefined ? { keys, list_complete: true } : { keys, list_complete: false, cursor: next };
	}

	const store = {
		get,
		put,
		list,
		delete: async (key: string) => {
			await directory.prepare("DELETE FROM oauth_entries WHERE key = ?").bind(key).run();
		},
	};
	return store as unknown as Store as KVNamespace; // the library calls these four alone
}

/** Returns how many clients this network has registered within the hour. */
export async function countRegistration(directory: D1Database, network: string, now: number): Promise<number> {
	const hour = Math.floor(now / hourMs);
	const counted = await directory
		.prepare(
			"INSERT INTO oauth_entries VALUES (?, NULL, '1', NULL, ?) ON CONFLICT (key) DO UPDATE SET value = value + 1 RETURNING value",
		)
		.bind(`registrations:${network}:${hour}`, (hour + 1) * hourMs)
		.first<{ value: string }>();
	return Number(counted?.value ?? 0);
}

export async function forgetOauthEntries(directory: D1Database, { before, limit }: { before: number; limit: number }) {
	const old = "SELECT key FROM oauth_entries WHERE expires_at < ? ORDER BY expires_at LIMIT ?";
	await directory.prepare(`DELETE FROM oauth_entries WHERE key IN (${old})`).bind(before, limit).run();
}
