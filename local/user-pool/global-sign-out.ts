import * as z from "zod/mini";
import { userOfAccessTokenOrThrow } from "./access-token";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { revokeSignInsOf } from "./refresh-token-rows";

const GlobalSignOut = z.object({ AccessToken: z.string() });

export async function globalSignOut(pool: Pool, body: unknown): Promise<object> {
	const { AccessToken } = parseInput(GlobalSignOut, body);
	const { sub } = await userOfAccessTokenOrThrow(pool, AccessToken);
	revokeSignInsOf(pool, sub);
	return {};
}
