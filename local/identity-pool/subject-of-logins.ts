import * as z from "zod/mini";
import { isClientId } from "../user-pool/app-client";
import { notAuthorized } from "../user-pool/cognito-error";
import type { Pool } from "../user-pool/pool";
import { issuer, providerName } from "../user-pool/pool-identity";
import { isSignedBy } from "../user-pool/signing-key";
import { unverifiedPayload } from "../user-pool/unverified-payload";

/** Id tokens by the provider that issued them. */
export const Logins = z.optional(z.record(z.string(), z.string()));
export type Logins = z.infer<typeof Logins>;

const IdClaims = z.object({
	sub: z.string(),
	iss: z.string(),
	aud: z.string(),
	token_use: z.literal("id"),
	exp: z.number(),
});

/** Who has signed in; null for a guest, who sends no login. Throws for a login that is not good. */
export async function subjectOfLogins(pool: Pool, logins: Logins): Promise<string | null> {
	const [login, ...others] = Object.entries(logins ?? {});
	if (!login) return null;
	const [provider, token] = login;
	if (provider !== providerName || others.length > 0) {
		throw notAuthorized("Token is not from a supported provider of this identity pool.");
	}
	const claims = IdClaims.safeParse(unverifiedPayload(token));
	if (!claims.success) throw notAuthorized("Invalid login token. Not a valid OpenId Connect identity token.");
	const { sub, iss, aud, exp } = claims.data;
	if (iss !== issuer) throw notAuthorized("Invalid login token. Issuer doesn't match providerName");
	if (!(await isSignedBy(pool.signingKey, token))) {
		throw notAuthorized("Invalid login token. Couldn't verify signed token.");
	}
	if (!isClientId(aud)) throw notAuthorized("Invalid login token. Incorrect token audience.");
	const nowSeconds = Math.floor(pool.now / 1000);
	if (nowSeconds >= exp) throw notAuthorized(`Invalid login token. Token expired: ${nowSeconds} >= ${exp}`);
	return sub;
}
