import type { MemberContext } from "../context";
import { domainError } from "../errors";
import { findIntegrationKey, type IntegrationKeyRow } from "./integration-key-rows";

/** A key that is not revoked. Throws INTEGRATION_KEY_NOT_FOUND. */
export function integrationKeyOrThrow({ db }: MemberContext, keyId: string): IntegrationKeyRow {
	const key = findIntegrationKey(db, keyId);
	if (!key) throw domainError("INTEGRATION_KEY_NOT_FOUND", { keyId });
	return key;
}
