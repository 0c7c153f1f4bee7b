import { hourMs, minuteMs } from "../../shared/base/durations";
import { type CognitoError, notAuthorized } from "./cognito-error";
import type { Pool } from "./pool";

/** From Cognito's guide, "Lockout behavior for failed sign-in attempts". */
const freePasswords = 5;
const longestLockMs = 15 * minuteMs;

const mostAttempts = 5;
const windowMs = hourMs;

type AttemptRow = { attempts: number; first_at: number };

function attemptsOf({ sql, now }: Pool, action: string): AttemptRow {
	const [row] = sql
		.exec<AttemptRow>("SELECT attempts, first_at FROM attempts WHERE action = lower(?)", action)
		.toArray();
	return row && now - row.first_at < windowMs ? row : { attempts: 0, first_at: now };
}

export function assertAttemptsLeft(pool: Pool, action: string, rejection: CognitoError): void {
	if (attemptsOf(pool, action).attempts >= mostAttempts) throw rejection;
}

export function countAttempt(pool: Pool, action: string): void {
	const { attempts, first_at: firstAt } = attemptsOf(pool, action);
	pool.sql.exec("INSERT OR REPLACE INTO attempts VALUES (lower(?), ?, ?)", action, attempts + 1, firstAt);
}

export function forgetAttempts({ sql }: Pool, action: string): void {
	sql.exec("DELETE FROM attempts WHERE action = lower(?)", action);
}

type BadPasswords = { attempts: number; last_at: number };

function badPasswords({ sql, now }: Pool, username: string): BadPasswords {
	const [row] = sql
		.exec<BadPasswords>("SELECT attempts, last_at FROM bad_passwords WHERE username = lower(?)", username)
		.toArray();
	if (!row || now - row.last_at > longestLockMs) return { attempts: 0, last_at: 0 };
	return row;
}

function lockMs(attempts: number): number {
	return attempts < freePasswords ? 0 : Math.min(2 ** (attempts - freePasswords) * 1000, longestLockMs);
}

/** Counted by the typed name, so that an unknown user is locked like a known one. */
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
