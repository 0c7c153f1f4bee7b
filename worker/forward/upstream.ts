import { isRecord, parsedOrNull } from "../../shared/base/json-record";
import { serverLimits } from "../../shared/base/limits";
import { readBody } from "../../shared/base/read-body";
import { reasonOf } from "../base/event-log";
import type { Upstream } from "../settings/upstream-settings";
import { procedurePath } from "./batch-guard";
import type { RequestBody, Upload } from "./bodies";
import type { ProxyReason } from "./error-body";
import { isPlainText } from "./header-policy";

export type UpstreamCall = {
	url: string;
	method: string;
	body: RequestBody;
	stream: StreamKind | null;
};

type StreamKind = "lines" | "events";

export type UpstreamResponse =
	| { status: "answered"; response: Response; body: Uint8Array | ReadableStream<Uint8Array> | null }
	| { status: "failed"; reason: ProxyReason; detail: string; httpStatus?: number };

export function upstreamUrl(upstream: Upstream, requestUrl: string): string {
	if (upstream.kind === "binding") return requestUrl;
	const query = requestUrl.indexOf("?");
	return `${upstream.base}/${procedurePath(requestUrl)}${query === -1 ? "" : requestUrl.slice(query)}`;
}

/** Only the request identifies JSON lines: they are also sent as `application/json`. */
export function streamKindOf({ headers }: Request): StreamKind | null {
	const accepted = `${headers.get("trpc-accept") ?? ""},${headers.get("accept") ?? ""}`;
	if (accepted.includes("text/event-stream")) return "events";
	return accepted.includes("application/jsonl") ? "lines" : null;
}

export async function callUpstream(
	upstream: Upstream,
	call: UpstreamCall,
	headers: Headers,
): Promise<UpstreamResponse> {
	const { promise: deadline, resolve } = Promise.withResolvers<UpstreamResponse>();
	const start = () =>
		setTimeout(() => resolve(failure("UPSTREAM_TIMEOUT", "deadline")), serverLimits.upstreamDeadlineMs);
	let timer = start();
	const upload = uploadOf(call);
	upload?.onPiece(() => {
		clearTimeout(timer);
		timer = start();
	});
	try {
		// The loser ends with the request: the runtime closes open upstream connections.
		return await Promise.race([exchange(upstream, call, headers), deadline]);
	} finally {
		clearTimeout(timer);
	}
}

async function exchange(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<UpstreamResponse> {
	try {
		const response = await connect(upstream, call, headers);
		if (response.status === 401) return await withoutBody(response);
		const kind = kindOf(response, call);
		if (kind === "redirect" || kind === "unusable") return await discard(response, kind);
		if (kind === "empty") return { status: "answered", response, body: null };
		if (kind === "stream") return { status: "answered", response, body: response.body };
		return await buffered(response, upstream);
	} catch (error) {
		if (uploadOf(call)?.isTooLarge()) return failure("BODY_TOO_LARGE", "an upload over the size limit");
		return failure("UPSTREAM_UNREACHABLE", reasonOf(error));
	}
}

/** Retries only queries after a broken connection; a mutation may have run. */
async function connect(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<Response> {
	const { method, url } = call;
	const upload = uploadOf(call);
	const body = upload?.stream ?? wholeBodyOf(call);
	const init = { method, body, headers, redirect: "manual", signal: upload?.signal ?? null } as const;
	const send = () => (upstream.kind === "binding" ? upstream.backend.fetch(url, init) : fetch(url, init));
	try {
		return await send();
	} catch (error) {
		if (method === "POST") throw error;
		await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 100));
		return send();
	}
}

export function wholeBodyOf({ body }: UpstreamCall): Uint8Array | null {
	return body !== null && "stream" in body ? null : body;
}

function uploadOf({ body }: UpstreamCall): Upload | null {
	return body !== null && "stream" in body ? body : null;
}

type ResponseKind = "redirect" | "unusable" | "empty" | "stream" | "whole";

function kindOf(response: Response, { method, stream }: UpstreamCall): ResponseKind {
	if (response.status >= 300 && response.status < 400) return "redirect";
	if (method === "HEAD") return "empty";
	const contentType = response.headers.get("content-type") ?? "";
	if (stream === "events" && response.ok && /^text\/event-stream\b/i.test(contentType)) return "stream";
	if (response.body === null || !isUsableType(contentType, response.status)) return "unusable";
	return stream === "lines" && response.ok ? "stream" : "whole";
}

/** tRPC labels its error for a whole request as plain text, though it is an envelope. */
function isUsableType(contentType: string, status: number): boolean {
	return /^application\/(json|jsonl)\b/i.test(contentType) || (status >= 400 && isPlainText(contentType));
}

async function withoutBody(response: Response): Promise<UpstreamResponse> {
	await response.body?.cancel();
	return { status: "answered", response, body: null };
}

async function discard(response: Response, detail: string): Promise<UpstreamResponse> {
	await response.body?.cancel();
	return { ...failure("UPSTREAM_BAD_ANSWER", detail), httpStatus: response.status };
}

/** Buffered before the status is sent, so that a stall becomes an error instead of half a response. */
async function buffered(response: Response, upstream: Upstream): Promise<UpstreamResponse> {
	const body = await bodyOf(response);
	if (body === "too-large") return failure("UPSTREAM_BAD_ANSWER", "over the size limit");
	const isError = response.status >= 400;
	// Our own backend's bodies are tRPC's, so checking their first and last bytes is enough.
	const isTrusted = upstream.kind === "binding" && !isError && looksWritten(body);
	if (isTrusted || isEnvelope(body, isError)) return { status: "answered", response, body };
	return { ...failure("UPSTREAM_BAD_ANSWER", "no envelope"), httpStatus: response.status };
}

/** Reading costs half with a known length. A compressed response has the compressed length. */
async function bodyOf(response: Response): Promise<Uint8Array | "too-large"> {
	const declared = response.headers.get("content-length");
	const isKnown = declared !== null && /^\d+$/.test(declared) && Number(declared) <= serverLimits.upstreamBodyBytes;
	if (!isKnown || response.headers.has("content-encoding"))
		return readBody(response.body, serverLimits.upstreamBodyBytes);
	const body = new Uint8Array(await response.arrayBuffer());
	return body.byteLength > serverLimits.upstreamBodyBytes ? "too-large" : body;
}

export function failure(reason: ProxyReason, detail: string): Extract<UpstreamResponse, { status: "failed" }> {
	return { status: "failed", reason, detail };
}

/** Parsing a larger body could exceed the isolate's memory, so only its ends are checked. */
const mostParsedBytes = 1_000_000;

const starts = ['{"result":', '{"error":', '[{"result":', '[{"error":'].map((text) => new TextEncoder().encode(text));

/** Checks the ends of a body, which exposes HTML, foreign errors and truncation. */
function looksWritten(body: Uint8Array): boolean {
	const end = body[0] === 0x5b ? 0x5d : 0x7d;
	return body.at(-1) === end && starts.some((start) => start.every((byte, index) => body[index] === byte));
}

/** Whether tRPC's clients can read the body: superjson results and errors, at least one error if `isError`. */
function isEnvelope(body: Uint8Array, isError: boolean): boolean {
	if (body.byteLength > mostParsedBytes) return !isError && looksWritten(body);
	const parsed = parsedOrNull(new TextDecoder().decode(body));
	const items = Array.isArray(parsed) ? parsed : [parsed];
	return items.length > 0 && items.every(isItem) && (!isError || items.some(holdsError));
}

function isItem(item: unknown): boolean {
	return holdsError(item) || (isRecord(item) && isRecord(item.result));
}

function holdsError(item: unknown): boolean {
	if (!isRecord(item) || !isRecord(item.error) || !isRecord(item.error.json)) return false;
	const { message, code } = item.error.json;
	return typeof message === "string" && typeof code === "number";
}
