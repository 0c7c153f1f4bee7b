import { limits } from "../../shared/limits";
import type { Upstream } from "../env";
import { readBody } from "../read-body";
import { procedurePath } from "./batch-guard";
import type { ProxyReason } from "./error-body";

/** A call as it goes upstream, kept so that it can go twice. */
export type UpstreamCall = {
	url: string;
	method: string;
	body: Uint8Array | null;
	isStreamed: boolean;
};

export type UpstreamAnswer =
	| { status: "answered"; response: Response; body: Uint8Array | ReadableStream | null }
	| { status: "failed"; reason: ProxyReason; detail: string };

export function upstreamUrl(upstream: Upstream, requestUrl: string): string {
	if (upstream.kind === "binding") return requestUrl;
	const query = requestUrl.indexOf("?");
	return `${upstream.base}/${procedurePath(requestUrl)}${query === -1 ? "" : requestUrl.slice(query)}`;
}

/** JSON lines and event streams are handed through as they come; only the request tells JSON lines apart. */
export function isStreamRequest({ headers }: Request): boolean {
	const accepted = `${headers.get("trpc-accept") ?? ""},${headers.get("accept") ?? ""}`;
	return accepted.includes("application/jsonl") || accepted.includes("text/event-stream");
}

/** One exchange with the upstream: within the deadline, of a usable kind, and read to its end unless streamed. */
export async function callUpstream(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<UpstreamAnswer> {
	const { promise: deadline, resolve } = Promise.withResolvers<UpstreamAnswer>();
	const timer = setTimeout(() => resolve(failure("UPSTREAM_TIMEOUT", "deadline")), limits.upstreamDeadlineMs);
	try {
		// What loses this race ends with the request: the runtime closes what is left open upstream.
		return await Promise.race([exchange(upstream, call, headers), deadline]);
	} finally {
		clearTimeout(timer);
	}
}

async function exchange(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<UpstreamAnswer> {
	try {
		const response = await connect(upstream, call, headers);
		const badness = badnessOf(response, call);
		if (badness !== null) return await discard(response, badness);
		if (call.method === "HEAD" || response.body === null) return { status: "answered", response, body: null };
		if (call.isStreamed && response.ok) return { status: "answered", response, body: response.body };
		return await buffered(response);
	} catch (error) {
		return failure("UPSTREAM_UNREACHABLE", error instanceof Error ? error.name : "unknown");
	}
}

/** A query that met a broken connection goes once more; anything else may have been done already. */
async function connect(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<Response> {
	const { method, body, url } = call;
	const init = { method, body, headers, redirect: "manual" } as const;
	const send = () => (upstream.kind === "binding" ? upstream.backend.fetch(url, init) : fetch(url, init));
	try {
		return await send();
	} catch (error) {
		if (method === "POST") throw error;
		await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
		return send();
	}
}

function badnessOf(response: Response, call: UpstreamCall): string | null {
	if (response.status >= 300 && response.status < 400) return "redirect";
	if (call.method === "HEAD") return null;
	const contentType = response.headers.get("content-type") ?? "";
	const isUsable = /^application\/(json|jsonl)\b/i.test(contentType);
	if (isUsable || (call.isStreamed && /^text\/event-stream\b/i.test(contentType))) return null;
	return "not JSON";
}

async function discard(response: Response, detail: string): Promise<UpstreamAnswer> {
	await response.body?.cancel();
	return failure("UPSTREAM_BAD_ANSWER", detail);
}

/** Read whole before its status is sent on: a stall must become an error, not half an answer. */
async function buffered(response: Response): Promise<UpstreamAnswer> {
	const body = await readBody(response.body, limits.upstreamBodyBytes);
	if (body === "too-large") return failure("UPSTREAM_BAD_ANSWER", "over the size limit");
	if (response.status >= 400 && !isErrorEnvelope(body)) return failure("UPSTREAM_BAD_ANSWER", "error without envelope");
	if (!looksWhole(body)) return failure("UPSTREAM_BAD_ANSWER", "not whole JSON");
	return { status: "answered", response, body };
}

/** Parsing would cost as much as everything else here; the first and last byte show pages and truncations. */
function looksWhole(body: Uint8Array): boolean {
	const [first, last] = [body.at(0), body.at(-1)];
	return (first === 0x7b && last === 0x7d) || (first === 0x5b && last === 0x5d);
}

/** tRPC clients can make nothing of another form of error. */
function isErrorEnvelope(body: Uint8Array): boolean {
	try {
		const parsed: unknown = JSON.parse(new TextDecoder().decode(body));
		const items = Array.isArray(parsed) ? parsed : [parsed];
		const isItem = (item: unknown) =>
			typeof item === "object" && item !== null && ("error" in item || "result" in item);
		return items.length > 0 && items.every(isItem);
	} catch {
		return false; // not JSON, whatever it calls itself
	}
}

function failure(reason: ProxyReason, detail: string): UpstreamAnswer {
	return { status: "failed", reason, detail };
}
