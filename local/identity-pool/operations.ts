import type { Operation } from "../user-pool/pool";
import { getCredentialsForIdentity } from "./get-credentials-for-identity";
import { getId } from "./get-id";

/** What the emulated identity pool can do, by the names of Cognito's API. */
export const identityPoolOperations: Record<string, Operation> = {
	GetCredentialsForIdentity: getCredentialsForIdentity,
	GetId: getId,
};
