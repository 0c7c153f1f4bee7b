import * as z from "zod/mini";
import { assertClient, parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { refreshTokensOrThrow } from "./refresh-tokens";

const GetTokensFromRefreshToken = z.object({ ClientId: z.string(), RefreshToken: z.string() });

export async function getTokensFromRefreshToken(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, RefreshToken } = parseInput(GetTokensFromRefreshToken, body);
	assertClient(ClientId);
	return { AuthenticationResult: await refreshTokensOrThrow(pool, RefreshToken) };
}
