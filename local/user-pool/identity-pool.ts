import * as z from "zod/mini";
import { isClientId } from "./app-client";
import { CognitoError, notAuthorized, parseInput } from "./cognito-error";
import { type Operation, type Pool, readPoolSettings } from "./pool";
import { identityPoolId, issuer, providerName, region } from "./pool-identity";
import { newOpaqueToken } from "./secrets";
import { isSignedBy, unverifiedPayload } from "./signing-key";

const Logins = z.optional(z.record(z.string(), z.string()));
type Logins = z.infer<typeof Logins>;

const GetId = z.object({ IdentityPoolId: z.string(), Logins });
const GetCredentialsForIdentity = z.object({ IdentityId: z.string(), Logins });

const IdClaims = z.object({
	sub: z.string(),
	iss: z.string(),
	aud: z.string(),
	token_use: z.literal("id"),
	exp: z.number(),
});

const lifetimeSeconds = 60 * 60;
const keyLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const identityPoolOperations: Record<string, Operation> = {
	GetCredentialsForIdentity: getCredentialsForIdentity,
	GetId: getId,
};

async function getId(pool: Pool, body: unknown): Promise<object> {
	const { IdentityPoolId, Logins } = parseInput(GetId, body);
	if (IdentityPoolId !== identityPoolId) {
		throw new CognitoError("ResourceNotFoundException", `IdentityPool '${IdentityPoolId}' not found.`);
	}
	const sub = await subjectOfLogins(pool, Logins);
	if (sub === null) assertGuestsAllowed(pool);
	const { identityId } = sub === null ? insertGuest(pool.sql) : ensureIdentityOf(pool.sql, sub);
	return { IdentityId: identityId };
}

function assertGuestsAllowed({ sql }: Pool): void {
	if (readPoolSettings(sql).guestAccess) return;
	throw notAuthorized("Unauthenticated access is not supported for this identity pool.");
}

/** The credentials have AWS's form, but AWS does not know them: they give access to nothing. */
async function getCredentialsForIdentity(pool: Pool, body: unknown): Promise<object> {
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

function newAccessKeyId(): string {
	const random = crypto.getRandomValues(new Uint8Array(16));
	return `ASIA${[...random].map((byte) => keyLetters[byte % keyLetters.length]).join("")}`;
}

async function subjectOfLogins(pool: Pool, logins: Logins): Promise<string | null> {
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

type Identity = { identityId: string; sub: string | null };

type IdentityRow = { identity_id: string; sub: string | null };

function findIdentity(sql: SqlStorage, identityId: string): Identity | null {
	const [row] = sql
		.exec<IdentityRow>("SELECT identity_id, sub FROM identities WHERE identity_id = ?", identityId)
		.toArray();
	return row ? { identityId: row.identity_id, sub: row.sub } : null;
}

function insertGuest(sql: SqlStorage): Identity {
	return insertIdentity(sql, null);
}

function ensureIdentityOf(sql: SqlStorage, sub: string): Identity {
	return identityOf(sql, sub) ?? insertIdentity(sql, sub);
}

/** A guest who signs in keeps the identity, unless the user already has one. */
function claimIdentity(sql: SqlStorage, guest: Identity, sub: string): Identity {
	const existing = identityOf(sql, sub);
	if (existing) return existing;
	sql.exec("UPDATE identities SET sub = ? WHERE identity_id = ?", sub, guest.identityId);
	return { ...guest, sub };
}

function identityOf(sql: SqlStorage, sub: string): Identity | null {
	const [row] = sql.exec<IdentityRow>("SELECT identity_id, sub FROM identities WHERE sub = ?", sub).toArray();
	return row ? { identityId: row.identity_id, sub: row.sub } : null;
}

function insertIdentity(sql: SqlStorage, sub: string | null): Identity {
	const identityId = `${region}:${crypto.randomUUID()}`;
	sql.exec("INSERT INTO identities VALUES (?, ?)", identityId, sub);
	return { identityId, sub };
}
