import * as z from "zod/mini";
import { CognitoError } from "./cognito-error";
import { assertClient, parseInput } from "./parse-input";
import type { Pool } from "./pool";
import { findRefreshToken, revokeSignIn } from "./refresh-token-rows";

const RevokeToken = z.object({ ClientId: z.string(), Token: z.string() });

/** Answers nothing, and the same for a token it does not know: after RFC 7009 such a token is as good as revoked. */
export async function revokeToken(pool: Pool, body: unknown): Promise<null> {
	const { ClientId, Token } = parseInput(RevokeToken, body);
	assertClient(ClientId);
	if (Token.split(".").length === 3) {
		throw new CognitoError("UnsupportedTokenTypeException", "Unsupported token type.");
	}
	const known = await findRefreshToken(pool, Token);
	if (known) revokeSignIn(pool, known.originJti);
	return null;
}
