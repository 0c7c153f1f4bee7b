import { waitUntil } from "cloudflare:workers";
import { mcpPath } from "../../shared/account/api-key";
import { networkOf } from "../../shared/base/network-of";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../base/direct-response";
import { addressOf } from "../base/internal-headers";
import { readText } from "../base/read-text";
import { countRegistration } from "../db/oauth-rows";
import {
	authorizationServerOf,
	type OauthEnv,
	readScope,
	registrationPath,
	resourceOf,
	tokenPath,
} from "./authorization-server";

type OauthParts = {
	store: OauthEnv["OAUTH_KV"];
	directory: D1Database;
	clock: () => number;
	/** Counts requests by network. */
	counted: RateLimit;
};

const serverMetadataPath = "/.well-known/oauth-authorization-server";
const resourceMetadataPath = "/.well-known/oauth-protected-resource";
/** A person may type the address with a slash at its end. */
const resourceMetadataPaths = ["", mcpPath, `${mcpPath}/`].map((path) => `${resourceMetadataPath}${path}`);
const mostBodyBytes = 64_000;
const registrationsPerHour = 10;

export const resourceMetadataOf = (origin: string) => `${origin}${resourceMetadataPath}${mcpPath}`;

/** The library serves tokens, registrations and its metadata. The consent is a screen of the console. */
export function createOauthEndpoint({ store, directory, clock, counted }: OauthParts) {
	return async function oauthEndpoint(request: DirectRequest<"oauth">): Promise<DirectResponse<"oauth">> {
		const { origin, pathname } = new URL(request.url);
		const { method, headers } = request;
		if (method === "GET" && resourceMetadataPaths.includes(pathname)) {
			return jsonWith({
				resource: resourceOf(origin),
				authorization_servers: [origin],
				bearer_methods_supported: ["header"],
				scopes_supported: [readScope],
			});
		}
		const isMetadata = method === "GET" && pathname === serverMetadataPath;
		const isPosted = method === "POST" && (pathname === tokenPath || pathname === registrationPath);
		if (!isMetadata && !isPosted) return failure(404, "not_found");
		const network = networkOf(addressOf(headers) ?? "unknown");
		if (!(await counted.limit({ key: `oauth ${network}` })).success) return failure(429, "slow_down", "60");
		const body = isPosted ? await readText(request, mostBodyBytes) : null;
		if (isPosted && body === null) return failure(413, "invalid_request");
		if (
			pathname === registrationPath &&
			(await countRegistration(directory, network, clock())) > registrationsPerHour
		) {
			return failure(429, "slow_down", "3600");
		}
		const sent = new Headers();
		for (const name of ["authorization", "content-type"] as const) {
			const value = headers.get(name);
			if (value !== null) sent.set(name, value);
		}
		const server = await authorizationServerOf(origin);
		const context = { waitUntil, passThroughOnException() {}, props: {} } as unknown as ExecutionContext; // it uses waitUntil alone
		const response = await server.fetch(
			new Request(request.url, { method, headers: sent, body }),
			{ OAUTH_KV: store },
			context,
		);
		return responseWith(response.body, {
			status: response.status,
			headers: {
				"cache-control": response.headers.get("cache-control") ?? "no-store",
				"content-type": response.headers.get("content-type") ?? "application/json",
			},
		});
	};
}

function failure(status: number, error: string, retryAfter?: string): DirectResponse<"oauth"> {
	const headers = { "cache-control": "no-store", ...(retryAfter !== undefined && { "retry-after": retryAfter }) };
	return jsonWith({ error }, { status, headers });
}
