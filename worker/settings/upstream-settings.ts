import type { Bindings } from "../env";
import { isPrivateLine } from "../loopback";

export type Upstream = { kind: "binding"; backend: Fetcher } | { kind: "url"; base: string };

/** What a call carries upstream: the access token, the id token, or a signature with the identity pool's credentials. */
export type UpstreamAuth = { mode: "bearer" | "id" } | { mode: "iam"; region: string; service: string };

export function parseUpstream(env: Bindings): Upstream | null {
	if (!env.UPSTREAM_URL) return { kind: "binding", backend: env.BACKEND };
	if (!URL.canParse(env.UPSTREAM_URL)) return null;
	const url = new URL(env.UPSTREAM_URL);
	const isPlain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
	if (!isPrivateLine(url) || !isPlain) return null;
	return { kind: "url", base: url.href.replace(/\/+$/, "") };
}

/** The backend of this repository takes access tokens alone, so other modes need an address. */
export function parseUpstreamAuth(env: Bindings): UpstreamAuth | null {
	const mode = env.UPSTREAM_AUTH || "bearer";
	if (mode === "bearer") return { mode };
	if (!env.UPSTREAM_URL) return null;
	if (mode === "id") return { mode };
	if (mode !== "iam") return null;
	const [poolRegion = ""] = (env.IDENTITY_POOL_ID ?? "").split(":");
	return { mode, region: env.UPSTREAM_REGION || poolRegion, service: env.UPSTREAM_SERVICE || "execute-api" };
}
