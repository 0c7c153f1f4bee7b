import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { countSending, sendCode } from "./send-code";

const GetUserAttributeVerificationCode = z.object({ AccessToken: z.string(), AttributeName: z.literal("email") });

export async function getUserAttributeVerificationCode(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GetUserAttributeVerificationCode, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	countSending(pool, "verify-email", user.sub);
	return { CodeDeliveryDetails: await sendCode(pool, user, "verify-email") };
}
