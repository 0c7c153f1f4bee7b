import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";

const GetUser = z.object({ AccessToken: z.string() });

export async function getUser(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GetUser, body);
	const user = await userOfAccessTokenOrThrow(pool, AccessToken);
	const attributes = { sub: user.sub, email_verified: "true", name: user.name, email: user.email };
	return {
		Username: user.sub,
		UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
		...(user.totpSecret !== null && {
			PreferredMfaSetting: "SOFTWARE_TOKEN_MFA",
			UserMFASettingList: ["SOFTWARE_TOKEN_MFA"],
		}),
	};
}
