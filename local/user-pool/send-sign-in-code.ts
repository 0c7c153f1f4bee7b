import { newCode } from "./codes";
import type { Pool } from "./pool";
import type { PoolUser } from "./user-rows";

/** Sends a code by the way a person proves their second step, and returns it. */
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
