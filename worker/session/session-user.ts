import type { SessionUser } from "../../shared/session";
import type { AccessClaims, IdClaims } from "../../shared/token-verifier";

export function toSessionUser(access: AccessClaims, id: IdClaims | null): SessionUser {
	return { sub: access.sub, username: access.username, email: id?.email ?? null, name: id?.name ?? null };
}
