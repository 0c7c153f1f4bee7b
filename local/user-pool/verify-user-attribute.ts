import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { spendCodeOrThrow } from "./codes";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { emailTaken } from "./update-user-attributes";
import { verifyEmail } from "./user-rows";

const VerifyUserAttribute = z.object({ AccessToken: z.string(), AttributeName: z.literal("email"), Code: z.string() });

export async function verifyUserAttribute(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken, Code } = parseInput(VerifyUserAttribute, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	spendCodeOrThrow(pool, { purpose: "verify-email", sub: user.sub }, Code);
	if (!verifyEmail(pool.sql, user.sub)) throw emailTaken();
	return {};
}
