import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import { isPrivateLine } from "../base/loopback";
import type { Bindings } from "./bindings";
import { reservedHeaders } from "./reserved-headers";

/** https://www.rfc-editor.org/rfc/rfc9110#name-tokens */
const headerName = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** No control characters, and no leading or trailing spaces, which a header would lose. */
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

export type Upstream = { kind: "binding"; backend: Fetcher } | { kind: "url"; base: string };

export type UpstreamAuth = { mode: "bearer" | "id" } | { mode: "iam"; region: string; service: string };

export function parseUpstream(env: Bindings): Upstream | null {
	if (!env.UPSTREAM_URL) return { kind: "binding", backend: env.BACKEND };
	if (!URL.canParse(env.UPSTREAM_URL)) return null;
	const url = new URL(env.UPSTREAM_URL);
	const isPlain = url.search === "" && url.hash === "" && url.username === "" && url.password === "";
	if (!isPrivateLine(url) || !isPlain) return null;
	return { kind: "url", base: url.href.replace(/\/+$/, "") };
}

/** Our own backend accepts only access tokens, so other modes need an upstream URL. */
export function parseUpstreamAuth(env: Bindings): UpstreamAuth | null {
	const mode = env.UPSTREAM_AUTH || "bearer";
	if (mode === "bearer") return { mode };
	if (!env.UPSTREAM_URL) return null;
	if (mode === "id") return { mode };
	if (mode !== "iam") return null;
	const [poolRegion = ""] = (env.IDENTITY_POOL_ID ?? "").split(":");
	return { mode, region: env.UPSTREAM_REGION || poolRegion, service: env.UPSTREAM_SERVICE || "execute-api" };
}

export type UpstreamHeaders = readonly (readonly [name: string, value: string])[];

/** Null unless it is a JSON object of texts without reserved names. */
export function parseUpstreamHeaders(text: string | undefined): UpstreamHeaders | null {
	if (!text) return [];
	const parsed = parsedOrNull(text);
	if (!isRecord(parsed)) return null;
	const headers: [string, string][] = [];
	for (const [spelledName, value] of Object.entries(parsed)) {
		const name = spelledName.toLowerCase();
		const isTwice = headers.some(([known]) => known === name);
		if (isTwice || !headerName.test(name) || isReserved(name)) return null;
		if (typeof value !== "string" || !headerValue.test(value)) return null;
		headers.push([name, value]);
	}
	return headers;
}

function isReserved(name: string): boolean {
	return reservedHeaders.has(name) || /^(?:x-amz-|x-aqlcloud-|x-forwarded-|sec-|cf-)/.test(name);
}
