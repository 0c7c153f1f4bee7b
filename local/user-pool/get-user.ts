import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { userAttributes } from "./attributes";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";

const GetUser = z.object({ AccessToken: z.string() });

export async function getUser(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GetUser, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	return {
		Username: user.username,
		UserAttributes: Object.entries(userAttributes(user)).map(([Name, Value]) => ({ Name, Value })),
		...(user.preferredMfa !== null && { PreferredMfaSetting: user.preferredMfa }),
		...(user.mfaMethods.length > 0 && { UserMFASettingList: user.mfaMethods }),
	};
}
