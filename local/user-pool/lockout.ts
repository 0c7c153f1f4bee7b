import { notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";

/** From Cognito's guide, "Lockout behavior for failed sign-in attempts". */
const freeAttempts = 5;
const longestMs = 15 * 60_000;

type BadPasswords = { attempts: number; last_at: number };

function badPasswords({ sql, now }: Pool, username: string): BadPasswords {
	const [row] = sql
		.exec<BadPasswords>("SELECT attempts, last_at FROM bad_passwords WHERE username = lower(?)", username)
		.toArray();
	if (!row || now - row.last_at > longestMs) return { attempts: 0, last_at: 0 };
	return row;
}

function lockMs(attempts: number): number {
	return attempts < freeAttempts ? 0 : Math.min(2 ** (attempts - freeAttempts) * 1000, longestMs);
}

/** Kept by the name that was typed, so that a name nobody has is locked like any other. */
export function assertNotLocked(pool: Pool, username: string): void {
	const { attempts, last_at: lastAt } = badPasswords(pool, username);
	if (pool.now < lastAt + lockMs(attempts)) throw notAuthorized("Password attempts exceeded");
}

export function countBadPassword(pool: Pool, username: string): void {
	const { attempts } = badPasswords(pool, username);
	pool.sql.exec("INSERT OR REPLACE INTO bad_passwords VALUES (lower(?), ?, ?)", username, attempts + 1, pool.now);
}

export function forgetBadPasswords({ sql }: Pool, username: string): void {
	sql.exec("DELETE FROM bad_passwords WHERE username = lower(?)", username);
}
