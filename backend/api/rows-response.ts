import { hexOf } from "../../shared/base/hex";
import { type DirectRequest, type DirectResponse, responseWith } from "../base/direct-response";
import type { CallsLeft } from "./key-call";
import { callsHeaders } from "./problems";

export type RowsFormat = "json" | "csv";

export type RowsBody = {
	body: string;
	format: RowsFormat;
	next: string | null;
	since: string | null;
	calls: CallsLeft;
};

const mediaTypes = { json: "application/json", csv: "text/csv; charset=utf-8" } as const;

export async function rowsResponse(
	request: DirectRequest<"api">,
	{ body, format, next, since, calls }: RowsBody,
): Promise<DirectResponse<"api">> {
	const url = new URL(request.url);
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
	const etag = `"${hexOf(new Uint8Array(digest)).slice(0, 32)}"`;
	const headers = {
		...responseHeadersOf(calls),
		etag,
		...(next !== null && { link: `<${linkTo(url, next)}>; rel="next"` }),
		...(since !== null && { "x-next-since": since }),
	};
	if (knownTags(request).includes(etag)) return responseWith(null, { status: 304, headers });
	return responseWith(body, { headers: { ...headers, "content-type": mediaTypes[format] } });
}

/** Proxies mark the tag of a compressed response: `W/"…"`, `"…-gzip"`, `"…:br"`. */
function knownTags({ headers }: DirectRequest<"api">): string[] {
	const tags = (headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim());
	return tags.map((tag) => tag.replace(/^W\//, "").replace(/(?<![-:;])[-:;]{1,2}[a-z]{2,8}"$/, '"'));
}

export function responseHeadersOf(calls: CallsLeft) {
	return { "cache-control": "private, no-cache", ...callsHeaders(calls) };
}

function linkTo(url: URL, cursor: string): string {
	const search = new URLSearchParams(url.search);
	search.set("cursor", cursor);
	return `${url.pathname}?${search}`;
}
