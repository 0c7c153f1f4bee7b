import type { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import { connectPath, consentDays, mcpPath } from "../../shared/account/api-key";
import { dayMs, hourMs, secondMs } from "../../shared/base/durations";

export type OauthEnv = { OAUTH_KV: KVNamespace };
export type Grant = { key: string };

export const readScope = "read";
export const tokenPath = "/oauth/token";
export const registrationPath = "/oauth/register";

/** The first request loads it: a Worker that serves no assistant starts without it. */
export const loadOauth = () => import("@cloudflare/workers-oauth-provider");

/** One for each hostname: the resource must equal the address that an assistant has called (RFC 9728, 3.3). */
export async function authorizationServerOf(origin: string): Promise<OAuthAuthorizationServer<OauthEnv>> {
	const { OAuthAuthorizationServer } = await loadOauth();
	return new OAuthAuthorizationServer<OauthEnv>({
		issuer: origin,
		resources: [resourceOf(origin)],
		authorizeEndpoint: `${origin}${connectPath}`,
		tokenEndpoint: `${origin}${tokenPath}`,
		clientRegistrationEndpoint: `${origin}${registrationPath}`,
		scopesSupported: [readScope],
		clientIdMetadataDocumentEnabled: true,
		accessTokenTTL: hourMs / secondMs,
		refreshTokenIdleTTL: (consentDays * dayMs) / secondMs,
		// Errors are the caller's, who gets them as the standard has them.
		onError: () => {},
	});
}

export const resourceOf = (origin: string) => `${origin}${mcpPath}`;
