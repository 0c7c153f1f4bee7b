import { dayMs, hourMs } from "../../shared/base/durations";
import { assertAttemptsLeft, countAttempt, forgetAttempts } from "./attempts";
import { CognitoError } from "./cognito-error";
import type { Pool } from "./pool";
import type { PoolUser } from "./user-rows";

type CodePurpose = "sign-up" | "reset" | "verify-email";

const lifetimesMs: Record<CodePurpose, number> = {
	"sign-up": dayMs,
	reset: hourMs,
	"verify-email": dayMs,
};

const messages: Record<CodePurpose, { subject: string; text: string }> = {
	"sign-up": { subject: "Your verification code", text: "Enter this code to confirm your e-mail address:" },
	reset: { subject: "Your password reset code", text: "Enter this code to choose a new password:" },
	"verify-email": { subject: "Your verification code", text: "Enter this code to confirm your new e-mail address:" },
};

type Code = { purpose: CodePurpose; sub: string };

function newCode(): string {
	const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
	return String(random % 1_000_000).padStart(6, "0");
}

function issueCode({ sql, now }: Pool, { purpose, sub }: Code): string {
	const code = newCode();
	sql.exec("INSERT OR REPLACE INTO codes VALUES (?, ?, ?, ?)", purpose, sub, code, now + lifetimesMs[purpose]);
	return code;
}

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

function tooManyCodes(purpose: CodePurpose): CognitoError {
	if (purpose !== "sign-up") return limitExceeded();
	return new CognitoError("TooManyFailedAttemptsException", "Too many failed attempts. Please try again later.");
}

export type CodeDeliveryDetails = { Destination: string; DeliveryMedium: "EMAIL"; AttributeName: "email" };

export async function sendCode(pool: Pool, user: PoolUser, purpose: CodePurpose): Promise<CodeDeliveryDetails> {
	const to = purpose === "verify-email" ? (user.pendingEmail ?? user.email) : user.email;
	const code = issueCode(pool, { purpose, sub: user.sub });
	const { subject, text } = messages[purpose];
	await pool.deliver({ to, owner: null, subject, text: `${text} ${code}`, code, sentAt: pool.now });
	return emailDelivery(to);
}

/** Counts before the user is looked up, so that an unknown user gets the same rejection. */
export function countSending(pool: Pool, purpose: CodePurpose, username: string): void {
	const action = `send ${purpose} ${username}`;
	assertAttemptsLeft(pool, action, limitExceeded());
	countAttempt(pool, action);
}

export function emailDelivery(address: string): CodeDeliveryDetails {
	return { Destination: maskEmail(address), DeliveryMedium: "EMAIL", AttributeName: "email" };
}

/** `owner@aqlcloud.test` becomes `o***@a***`. */
export function maskEmail(address: string): string {
	const [user = "", host = ""] = address.split("@");
	return `${user.slice(0, 1)}***@${host.slice(0, 1)}***`;
}

export function maskPhoneNumber(number: string): string {
	return `+${"*".repeat(Math.max(number.length - 5, 0))}${number.slice(-4)}`;
}

export async function sendSignInCode(pool: Pool, user: PoolUser, method: "SMS_MFA" | "EMAIL_OTP"): Promise<string> {
	const code = newCode();
	const message = { text: `Enter this code to sign in: ${code}`, code, sentAt: pool.now };
	if (method === "SMS_MFA" && user.phoneNumber !== null) {
		await pool.deliver({ ...message, to: user.phoneNumber, owner: user.email, subject: "SMS: your sign-in code" });
	} else {
		await pool.deliver({ ...message, to: user.email, owner: null, subject: "Your sign-in code" });
	}
	return code;
}
