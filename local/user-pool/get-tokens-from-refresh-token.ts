import * as z from "zod/mini";
import { clientOrThrow, isClientSecret } from "./app-client";
import { notAuthorized } from "./cognito-error";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { refreshTokensOrThrow } from "./refresh-tokens";

const GetTokensFromRefreshToken = z.object({
	ClientId: z.string(),
	RefreshToken: z.string(),
	ClientSecret: z.optional(z.string()),
});

export async function getTokensFromRefreshToken(pool: Pool, body: unknown): Promise<object> {
	const { ClientId, RefreshToken, ClientSecret } = parseInput(GetTokensFromRefreshToken, body);
	const client = clientOrThrow(ClientId);
	if (!isClientSecret(client, ClientSecret)) {
		throw notAuthorized(`Unable to verify client secret for client ${ClientId}`);
	}
	return { AuthenticationResult: await refreshTokensOrThrow(pool, client, RefreshToken) };
}
