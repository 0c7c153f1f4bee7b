import * as z from "zod/mini";
import { CognitoError, notAuthorized } from "../user-pool/cognito-error";
import { newOpaqueToken } from "../user-pool/opaque-token";
import { parseInput } from "../user-pool/parse-input";
import type { Pool } from "../user-pool/pool";
import { assertGuestsAllowed } from "./get-id";
import { claimIdentity, findIdentity, type Identity } from "./identity-rows";
import { Logins, subjectOfLogins } from "./subject-of-logins";

const GetCredentialsForIdentity = z.object({ IdentityId: z.string(), Logins });

const lifetimeSeconds = 60 * 60;
const keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Credentials in AWS's form, which open nothing: no service of AWS has ever heard of them. */
export async function getCredentialsForIdentity(pool: Pool, body: unknown): Promise<object> {
	const { IdentityId, Logins } = parseInput(GetCredentialsForIdentity, body);
	const identity = findIdentity(pool.sql, IdentityId);
	if (!identity) throw new CognitoError("ResourceNotFoundException", `Identity '${IdentityId}' not found.`);
	const sub = await subjectOfLogins(pool, Logins);
	const { identityId } = sub === null ? guestOrThrow(pool, identity) : ownIdentityOrThrow(pool, identity, sub);
	return {
		IdentityId: identityId,
		Credentials: {
			AccessKeyId: newAccessKeyId(),
			SecretKey: newOpaqueToken().slice(0, 40),
			SessionToken: `${newOpaqueToken()}${newOpaqueToken()}`,
			Expiration: Math.floor(pool.now / 1000) + lifetimeSeconds,
		},
	};
}

function guestOrThrow(pool: Pool, identity: Identity): Identity {
	if (identity.sub !== null) throw notAuthorized(`Access to Identity '${identity.identityId}' is forbidden.`);
	assertGuestsAllowed(pool);
	return identity;
}

function ownIdentityOrThrow({ sql }: Pool, identity: Identity, sub: string): Identity {
	if (identity.sub === null) return claimIdentity(sql, identity, sub);
	if (identity.sub === sub) return identity;
	throw notAuthorized(
		"Logins don't match. Please include at least one valid login for this identity or identity pool.",
	);
}

/** Temporary keys of AWS begin with ASIA and have twenty letters. */
function newAccessKeyId(): string {
	const random = crypto.getRandomValues(new Uint8Array(16));
	return `ASIA${[...random].map((byte) => keyLetters[byte % keyLetters.length]).join("")}`;
}
