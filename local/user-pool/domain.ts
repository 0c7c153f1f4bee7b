import * as z from "zod/mini";
import { clientOrThrow, isClientId, isClientSecret } from "./app-client";
import { CognitoError } from "./cognito-error";
import {
	type AuthorizationRequest,
	beginVisit,
	endDomainSession,
	endVisit,
	findVisit,
	grantCode,
	openDomainSession,
	personOfDomainSession,
	spendCode,
} from "./domain-rows";
import { isRemovedAt, saveFederatedUser, setRemovedAt, userIdAt } from "./federated-users";
import { findProvider, findProviderOfClient, type IdentityProvider } from "./identity-providers";
import type { Pool } from "./pool";
import { providerPage } from "./provider-page";
import { refreshTokensOrThrow } from "./refresh-tokens";
import { toBase64Url } from "./secrets";
import { isSignedBy, signJwt, unverifiedPayload } from "./signing-key";
import { signIn } from "./tokens";
import { findUser } from "./user-rows";

/** Endpoints of a Cognito domain, and the provider that it leads to. Locations are relative to what a browser sees. */
export async function handleDomain(request: Request, pool: Pool): Promise<Response | null> {
	const { pathname, searchParams } = new URL(request.url);
	const cookie = sessionToken(request.headers.get("cookie") ?? "");
	switch (`${request.method} ${pathname}`) {
		case "GET /oauth2/authorize":
			return authorize(pool, searchParams, cookie);
		case "POST /oauth2/token":
			return exchange(pool, await formOf(request), request.headers.get("authorization"));
		case "GET /oauth2/idpresponse":
			return takeAssertion(pool, searchParams);
		case "GET /logout":
			return logOut(pool, searchParams, cookie);
		case "GET /oauth2/provider":
			return showProvider(pool, { visit: searchParams.get("visit") ?? "", note: "" });
		case "POST /oauth2/provider":
			return leaveProvider(pool, await formOf(request));
		default:
			return null;
	}
}

const consolePath = { callback: "/login/sso", signedOut: "/login" } as const;

/** The allow-list of a local run: the console at any port of this machine. */
function isListed(address: string, path: keyof typeof consolePath): boolean {
	if (!URL.canParse(address)) return false;
	const { protocol, hostname, pathname, search, hash, username, password } = new URL(address);
	const isHere = hostname === "127.0.0.1" || hostname === "localhost" || hostname.endsWith(".localhost");
	return protocol === "http:" && isHere && pathname === consolePath[path] && search + hash + username + password === "";
}

async function authorize(pool: Pool, params: URLSearchParams, cookie: string | null): Promise<Response> {
	const read = (name: string) => params.get(name) ?? "";
	const redirectUri = read("redirect_uri");
	if (!isClientId(read("client_id"))) return errorPage("invalid_request: client");
	if (!isListed(redirectUri, "callback")) return errorPage("redirect_mismatch");
	const request = {
		clientId: read("client_id"),
		redirectUri,
		provider: read("identity_provider"),
		state: read("state"),
		nonce: read("nonce"),
		codeChallenge: read("code_challenge"),
		loginHint: read("login_hint"),
	};
	if (read("response_type") !== "code") return reject(request, "unsupported_response_type");
	if (!read("scope").split(" ").includes("openid")) return reject(request, "invalid_scope");
	const isChallenged = request.codeChallenge !== "" && read("code_challenge_method") === "S256";
	if (!isChallenged) return reject(request, "invalid_request", "code_challenge");
	if (!findProviderOfClient(pool.sql, request.provider)) return reject(request, "invalid_request", "identity_provider");
	const known = cookie === null ? null : await personOfDomainSession(pool, cookie);
	const user = known === null ? null : findUser(pool.sql, known);
	if (user?.federation?.provider === request.provider && read("prompt") !== "login") {
		return toConsole(request, { code: await grantCode(pool, { request, sub: user.sub }) });
	}
	return redirect(`provider?visit=${await beginVisit(pool, request)}`);
}

type Shown = { visit: string; note: string; email?: string };

async function showProvider(pool: Pool, { visit, note, email }: Shown): Promise<Response> {
	const request = await findVisit(pool, visit);
	const provider = request && findProvider(pool.sql, request.provider);
	if (!provider) return errorPage("This visit has ended.");
	const page = await providerPage({ provider, visit, note, email: email ?? request.loginHint });
	return new Response(String(page), { headers: { "content-type": "text/html; charset=utf-8", ...pageHeaders } });
}

async function providerOfVisit(pool: Pool, visit: string): Promise<IdentityProvider | null> {
	const request = await findVisit(pool, visit);
	return request && findProvider(pool.sql, request.provider);
}

/** The provider's assertion of a person. The pool's own key signs it, as only this machine reads it. */
const Assertion = z.object({
	visit: z.string(),
	claims: z.object({
		sub: z.string(),
		email: z.string(),
		email_verified: z.boolean(),
		name: z.string(),
		groups: z.array(z.string()),
	}),
});

async function leaveProvider(pool: Pool, form: URLSearchParams): Promise<Response> {
	const read = (name: string) => (form.get(name) ?? "").trim();
	const [visit, email, act] = [read("visit"), read("email"), read("act")];
	const provider = await providerOfVisit(pool, visit);
	if (provider === null) return errorPage("This visit has ended.");
	const sub = await userIdAt(provider.name, email || read("name"));
	if (act === "remove" || act === "restore") {
		setRemovedAt(pool.sql, provider.name, sub, act === "remove");
		return showProvider(pool, { visit, email, note: act === "remove" ? `Removed: ${email}` : `Back again: ${email}` });
	}
	if (act !== "continue" || isRemovedAt(pool.sql, provider.name, sub)) {
		const why = act === "continue" ? "The person is not assigned to this application" : "The person declined";
		return redirect(
			`idpresponse?${new URLSearchParams({ state: visit, error: "access_denied", error_description: why })}`,
		);
	}
	const groups = Array.from({ length: Math.min(1_000, Number(read("groups")) || 0) }, (_, index) => `group-${index}`);
	const claims = { sub, email, email_verified: read("isVerified") === "yes", name: read("name"), groups };
	const code = await signJwt(pool.signingKey, { visit, claims });
	return redirect(`idpresponse?${new URLSearchParams({ state: visit, code })}`);
}

/** A fifth of Cognito's length of an attribute. */
const longestAttribute = 400;

async function takeAssertion(pool: Pool, params: URLSearchParams): Promise<Response> {
	const visit = params.get("state") ?? "";
	const request = await endVisit(pool, visit);
	const provider = request && findProvider(pool.sql, request.provider);
	if (!request || !provider) return errorPage("This visit has ended.");
	const declined = params.get("error");
	if (declined !== null) return reject(request, declined, params.get("error_description") ?? "");
	const code = params.get("code") ?? "";
	const asserted = Assertion.safeParse(unverifiedPayload(code));
	if (!asserted.success || asserted.data.visit !== visit || !(await isSignedBy(pool.signingKey, code))) {
		return reject(request, "invalid_request", "Bad code of the provider");
	}
	const { claims } = asserted.data;
	const mapped = (attribute: string) => {
		const claim = new Map<string, unknown>(Object.entries(claims)).get(provider.mapping[attribute] ?? "");
		return claim === undefined ? "" : String(claim).slice(0, longestAttribute);
	};
	// The pool's schema requires the attribute, so Cognito makes no user without it.
	if (mapped("email") === "") return reject(request, "invalid_request", "attributes required: [email]");
	const person = {
		userId: claims.sub,
		email: mapped("email"),
		isEmailVerified: mapped("email_verified") === "true",
		name: mapped("name"),
	};
	const sub = saveFederatedUser(pool.sql, provider.name, person, pool.now);
	const session = await openDomainSession(pool, sub);
	return toConsole(request, { code: await grantCode(pool, { request, sub }) }, cookieLine(session));
}

async function exchange(pool: Pool, form: URLSearchParams, authorization: string | null): Promise<Response> {
	const read = (name: string) => form.get(name) ?? "";
	const [basicId = "", basicSecret] = basicCredentials(authorization) ?? [];
	const clientId = read("client_id") || basicId;
	if (!isClientId(clientId)) return tokenError("invalid_client");
	const client = clientOrThrow(clientId);
	if (!isClientSecret(client, basicSecret ?? form.get("client_secret") ?? undefined))
		return tokenError("invalid_client");
	switch (read("grant_type")) {
		case "authorization_code": {
			const granted = await spendCode(pool, read("code"));
			const user = granted && findUser(pool.sql, granted.sub);
			if (!granted || !user || granted.request.clientId !== clientId) return tokenError("invalid_grant");
			if (granted.request.redirectUri !== read("redirect_uri")) return tokenError("invalid_grant");
			if (granted.request.codeChallenge !== (await s256(read("code_verifier")))) return tokenError("invalid_grant");
			const { nonce } = granted.request;
			return tokenResponse(await signIn(pool, user, clientId, nonce === "" ? {} : { nonce }));
		}
		case "refresh_token":
			try {
				return tokenResponse(await refreshTokensOrThrow(pool, client, read("refresh_token")));
			} catch (error) {
				if (error instanceof CognitoError) return tokenError("invalid_grant");
				throw error;
			}
		default:
			return tokenError("unsupported_grant_type");
	}
}

type Tokens = Awaited<ReturnType<typeof signIn>>;

function tokenResponse({ IdToken, AccessToken, RefreshToken, ExpiresIn, TokenType }: Tokens): Response {
	const refreshed = RefreshToken === undefined ? {} : { refresh_token: RefreshToken };
	const body = { id_token: IdToken, access_token: AccessToken, expires_in: ExpiresIn, token_type: TokenType };
	return Response.json({ ...body, ...refreshed }, { headers: { "cache-control": "no-store" } });
}

function tokenError(error: string): Response {
	return Response.json({ error }, { status: 400, headers: { "cache-control": "no-store" } });
}

async function logOut(pool: Pool, params: URLSearchParams, cookie: string | null): Promise<Response> {
	const address = params.get("logout_uri") ?? "";
	if (!isClientId(params.get("client_id") ?? "") || !isListed(address, "signedOut")) {
		return errorPage("invalid_request: logout_uri");
	}
	if (cookie !== null) await endDomainSession(pool, cookie);
	return redirect(address, cookieLine("", 0));
}

function toConsole(request: AuthorizationRequest, result: Record<string, string>, cookie?: string): Response {
	const query = new URLSearchParams(result);
	if (request.state !== "") query.set("state", request.state);
	return redirect(`${request.redirectUri}?${query}`, cookie);
}

function reject(request: AuthorizationRequest, error: string, description = ""): Response {
	return toConsole(request, description === "" ? { error } : { error, error_description: description });
}

function redirect(location: string, cookie?: string): Response {
	return new Response(null, { status: 302, headers: { location, ...(cookie && { "set-cookie": cookie }) } });
}

/** The console's own policy forbids forms that lead to another host. */
const pageHeaders = {
	"cache-control": "no-store",
	"content-security-policy":
		"default-src 'none'; style-src 'self'; form-action *; base-uri 'none'; frame-ancestors 'none'",
};

function errorPage(text: string): Response {
	return new Response(text, { status: 400, headers: { "content-type": "text/plain; charset=utf-8", ...pageHeaders } });
}

const cookieName = "cognito";

function cookieLine(token: string, maxAgeSeconds = 3_600): string {
	return `${cookieName}=${token}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax`;
}

function sessionToken(header: string): string | null {
	const [, token = null] = /(?:^|; )cognito=([\w-]+)/.exec(header) ?? [];
	return token;
}

function basicCredentials(authorization: string | null): [id: string, secret: string] | null {
	const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(authorization ?? "") ?? [];
	if (encoded === undefined) return null;
	const [id = "", secret = ""] = atob(encoded).split(":");
	return [decodeURIComponent(id), decodeURIComponent(secret)];
}

async function s256(verifier: string): Promise<string> {
	return toBase64Url(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))));
}

/** Not `text()`: workerd warns of a body that is a form. */
async function formOf(request: Request): Promise<URLSearchParams> {
	return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()));
}
