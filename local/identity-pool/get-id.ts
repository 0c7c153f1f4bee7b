import * as z from "zod/mini";
import { CognitoError, notAuthorized } from "../user-pool/cognito-error";
import { parseInput } from "../user-pool/parse-input";
import type { Pool } from "../user-pool/pool";
import { identityPoolId } from "../user-pool/pool-identity";
import { readPoolSettings } from "../user-pool/pool-settings";
import { ensureIdentityOf, insertGuest } from "./identity-rows";
import { Logins, subjectOfLogins } from "./subject-of-logins";

const GetId = z.object({ IdentityPoolId: z.string(), Logins });

export async function getId(pool: Pool, body: unknown): Promise<object> {
	const { IdentityPoolId, Logins } = parseInput(GetId, body);
	if (IdentityPoolId !== identityPoolId) {
		throw new CognitoError("ResourceNotFoundException", `IdentityPool '${IdentityPoolId}' not found.`);
	}
	const sub = await subjectOfLogins(pool, Logins);
	if (sub === null) assertGuestsAllowed(pool);
	const { identityId } = sub === null ? insertGuest(pool.sql) : ensureIdentityOf(pool.sql, sub);
	return { IdentityId: identityId };
}

export function assertGuestsAllowed({ sql }: Pool): void {
	if (readPoolSettings(sql).guestAccess) return;
	throw notAuthorized("Unauthenticated access is not supported for this identity pool.");
}
