import { assertAttemptsLeft, countAttempt, forgetAttempts } from "./attempts";
import { CognitoError } from "./cognito-error";
import type { Pool } from "./pool";

export type CodePurpose = "sign-up" | "reset" | "verify-email";

const hourMs = 60 * 60_000;
const lifetimesMs: Record<CodePurpose, number> = {
	"sign-up": 24 * hourMs,
	reset: hourMs,
	"verify-email": 24 * hourMs,
};

type Code = { purpose: CodePurpose; sub: string };

/** Six digits. */
export function newCode(): string {
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	return String(random % 1_000_000).padStart(6, "0");
}

/** A new code takes the place of the one before. */
export function issueCode({ sql, now }: Pool, { purpose, sub }: Code): string {
	const code = newCode();
	sql.exec("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)", purpose, sub, code, now + lifetimesMs[purpose]);
	return code;
}

/** Takes the code out, so that it is good once. */
export function spendCodeOrThrow(pool: Pool, { purpose, sub }: Code, entered: string): void {
	const { sql, now } = pool;
	const action = `enter ${purpose} ${sub}`;
	assertAttemptsLeft(pool, action, tooManyCodes(purpose));
	const [row] = sql
		.exec<{ code: string; expires_at: number }>(
			"SELECT code, expires_at FROM codes WHERE purpose = ? AND sub = ?",
			purpose,
			sub,
		)
		.toArray();
	if (!row || now >= row.expires_at) throw expiredCode();
	if (row.code !== entered) {
		countAttempt(pool, action);
		throw wrongCode();
	}
	sql.exec("DELETE FROM codes WHERE purpose = ? AND sub = ?", purpose, sub);
	forgetAttempts(pool, action);
}

export function expiredCode(): CognitoError {
	return new CognitoError("ExpiredCodeException", "Invalid code provided, please request a code again.");
}

export function wrongCode(): CognitoError {
	return new CognitoError("CodeMismatchException", "Invalid verification code provided, please try again.");
}

export function limitExceeded(): CognitoError {
	return new CognitoError("LimitExceededException", "Attempt limit exceeded, please try after some time.");
}

/** Cognito has two names for it. */
function tooManyCodes(purpose: CodePurpose): CognitoError {
	if (purpose !== "sign-up") return limitExceeded();
	return new CognitoError("TooManyFailedAttemptsException", "Too many failed attempts. Please try again later.");
}
