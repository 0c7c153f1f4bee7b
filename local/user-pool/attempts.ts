import type { CognitoError } from "./cognito-error";
import type { Pool } from "./pool";

/** Cognito allows between 5 and 20 in an hour, by the risk it sees. */
const mostAttempts = 5;
const windowMs = 60 * 60_000;

type AttemptRow = { attempts: number; first_at: number };

function attemptsOf({ sql, now }: Pool, action: string): AttemptRow {
	const [row] = sql
		.exec<AttemptRow>("SELECT attempts, first_at FROM attempts WHERE action = lower(?)", action)
		.toArray();
	return row && now - row.first_at < windowMs ? row : { attempts: 0, first_at: now };
}

/** `action` names what is tried and for whom. Throws `refusal` once the hour's attempts are spent. */
export function assertAttemptsLeft(pool: Pool, action: string, refusal: CognitoError): void {
	if (attemptsOf(pool, action).attempts >= mostAttempts) throw refusal;
}

export function countAttempt(pool: Pool, action: string): void {
	const { attempts, first_at: firstAt } = attemptsOf(pool, action);
	pool.sql.exec("INSERT OR REPLACE INTO attempts VALUES (lower(?), ?, ?)", action, attempts + 1, firstAt);
}

export function forgetAttempts({ sql }: Pool, action: string): void {
	sql.exec("DELETE FROM attempts WHERE action = lower(?)", action);
}
