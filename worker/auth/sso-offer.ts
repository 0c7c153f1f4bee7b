import { headerNames } from "../../shared/base/header-names";
import { parsedOrNull } from "../../shared/base/json-record";
import { domainName, StoredSsoOffer, ssoOfferPath } from "../../shared/session/sso-offer";
import { reasonOf } from "../base/event-log";
import { HttpError, upstreamUnreachable } from "../base/http-error";
import type { AuthCall } from "./auth-call";

const backendDeadlineMs = 5_000;

export async function findOffer(call: AuthCall, domain: string): Promise<StoredSsoOffer | null> {
	if (call.services.settings.userPoolDomain === null) return null;
	const offer = await fetchFromBackend(call, `${ssoOfferPath}?${new URLSearchParams({ domain })}`, {});
	return offer === null ? null : (StoredSsoOffer.safeParse(offer).data ?? null);
}

/** True if it is unknown. */
export async function isOffered(call: AuthCall, address: string): Promise<boolean> {
	const domain = domainName(address.slice(address.lastIndexOf("@") + 1));
	if (domain === null) return false;
	try {
		return (await findOffer(call, domain)) !== null;
	} catch (error) {
		if (error instanceof HttpError) return true;
		throw error;
	}
}

/** Null: 204. */
export async function fetchFromBackend(
	call: AuthCall,
	path: string,
	{ headers, ...init }: { method?: string; headers?: Record<string, string> },
): Promise<unknown> {
	const { upstream } = call.services.settings;
	if (upstream.kind === "url") throw new HttpError("NotImplemented");
	const sent = { ...headers, [headerNames.requestId]: call.requestId };
	const signal = AbortSignal.timeout(backendDeadlineMs);
	const response = await upstream.backend
		.fetch(new URL(path, call.url).href, { ...init, headers: sent, signal })
		.catch((error: unknown) => {
			throw upstreamUnreachable(reasonOf(error));
		});
	const text = await response.text();
	if (response.status === 204) return null;
	if (response.status !== 200) throw upstreamUnreachable(`status ${response.status}`);
	return parsedOrNull(text);
}
