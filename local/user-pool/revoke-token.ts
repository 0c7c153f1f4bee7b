import * as z from "zod/mini";
import { clientOrThrow, isClientSecret } from "./app-client";
import { CognitoError } from "./cognito-error";
import { parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { findRefreshToken, revokeSignIn } from "./refresh-token-rows";

const RevokeToken = z.object({ ClientId: z.string(), Token: z.string(), ClientSecret: z.optional(z.string()) });

/** Answers nothing, and the same for a token it does not know: after RFC 7009 such a token is as good as revoked. */
export async function revokeToken(pool: Pool, body: unknown): Promise<null> {
	const { ClientId, Token, ClientSecret } = parseInput(RevokeToken, body);
	const client = clientOrThrow(ClientId);
	if (!isClientSecret(client, ClientSecret)) {
		throw new CognitoError("UnauthorizedException", `Unable to verify client secret for client ${ClientId}`);
	}
	if (Token.split(".").length === 3) {
		throw new CognitoError("UnsupportedTokenTypeException", "Unsupported token type.");
	}
	const known = await findRefreshToken(pool, Token);
	if (known?.clientId === client.id) revokeSignIn(pool, known.originJti);
	return null;
}
