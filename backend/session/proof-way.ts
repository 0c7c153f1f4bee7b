import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import type { ProofWay } from "../../shared/session/identity-confirmation";
import type { SignIn } from "../base/context";
import { findProviderOf } from "../db/sso-rows";

const respondsFromOpenSession = ["accounts.google.com"];

export type Provided = { way: ProofWay; host: string };

/** How a person of a provider can be confirmed. `host`: of the provider's issuer or metadata. */
export async function proofWayOf(
	directory: D1Database,
	{ accountId, provider }: { accountId: string; provider: SignIn["provider"] },
): Promise<Provided> {
	if (!provider) return { way: "password", host: "" };
	const row = await findProviderOf(directory, accountId);
	if (row?.name !== provider || row.readyAt === null) return { way: "replaced", host: "" };
	const request: unknown = parsedOrNull(row.request);
	const { kind, address } = isRecord(request) ? request : {};
	const host = typeof address === "string" && URL.canParse(address) ? new URL(address).hostname : "";
	return { way: kind === "oidc" && !respondsFromOpenSession.includes(host) ? "provider" : "code", host };
}
