import { assertAttemptsLeft, countAttempt } from "./attempts";
import { type CodePurpose, issueCode, limitExceeded } from "./codes";
import type { Pool } from "./pool";
import type { PoolUser } from "./user-rows";

export type CodeDeliveryDetails = { Destination: string; DeliveryMedium: "EMAIL"; AttributeName: "email" };

const words: Record<CodePurpose, { subject: string; text: string }> = {
	"sign-up": { subject: "Your verification code", text: "Enter this code to confirm your e-mail address:" },
	reset: { subject: "Your password reset code", text: "Enter this code to choose a new password:" },
	"verify-email": { subject: "Your verification code", text: "Enter this code to confirm your new e-mail address:" },
};

/** A new code by e-mail, to the address the purpose is about. */
export async function sendCode(pool: Pool, user: PoolUser, purpose: CodePurpose): Promise<CodeDeliveryDetails> {
	const to = purpose === "verify-email" ? (user.pendingEmail ?? user.email) : user.email;
	const code = issueCode(pool, { purpose, sub: user.sub });
	const { subject, text } = words[purpose];
	await pool.deliver({ to, owner: null, subject, text: `${text} ${code}`, code, sentAt: pool.now });
	return emailDelivery(to);
}

/** Counts before it is known whether there is such a user, so that an unknown one is refused alike. */
export function countSending(pool: Pool, purpose: CodePurpose, username: string): void {
	const action = `send ${purpose} ${username}`;
	assertAttemptsLeft(pool, action, limitExceeded());
	countAttempt(pool, action);
}

export function emailDelivery(address: string): CodeDeliveryDetails {
	return { Destination: maskEmail(address), DeliveryMedium: "EMAIL", AttributeName: "email" };
}

/** As Cognito masks an address: `owner@aqlcloud.test` is `o***@a***`. */
export function maskEmail(address: string): string {
	const [user = "", host = ""] = address.split("@");
	return `${user.slice(0, 1)}***@${host.slice(0, 1)}***`;
}

/** As Cognito masks a telephone number: its last four digits stay. */
export function maskPhoneNumber(number: string): string {
	return `+${"*".repeat(Math.max(number.length - 5, 0))}${number.slice(-4)}`;
}
