import { limits } from "../../shared/limits";
import { reasonOf } from "../event-log";
import type { Upstream } from "../settings/upstream-settings";
import { procedurePath } from "./batch-guard";
import { type RequestBody, readBody, type Upload } from "./bodies";
import type { ProxyReason } from "./error-body";
import { isPlainText } from "./header-policy";

/** A call as it goes upstream. What is no upload can go twice. */
export type UpstreamCall = {
	url: string;
	method: string;
	body: RequestBody;
	stream: StreamKind | null;
};

/** JSON lines, or server-sent events. */
type StreamKind = "lines" | "events";

export type UpstreamAnswer =
	/** The body is a stream where the call asked for one and got it. */
	| { status: "answered"; response: Response; body: Uint8Array | ReadableStream<Uint8Array> | null }
	/** `httpStatus` is that of an answer which could not be used. */
	| { status: "failed"; reason: ProxyReason; detail: string; httpStatus?: number };

export function upstreamUrl(upstream: Upstream, requestUrl: string): string {
	if (upstream.kind === "binding") return requestUrl;
	const query = requestUrl.indexOf("?");
	return `${upstream.base}/${procedurePath(requestUrl)}${query === -1 ? "" : requestUrl.slice(query)}`;
}

/** Only the request tells JSON lines apart: they travel as `application/json` too. */
export function streamKindOf({ headers }: Request): StreamKind | null {
	const accepted = `${headers.get("trpc-accept") ?? ""},${headers.get("accept") ?? ""}`;
	if (accepted.includes("text/event-stream")) return "events";
	return accepted.includes("application/jsonl") ? "lines" : null;
}

/** One exchange with the upstream: within the deadline, of a usable kind, and read to its end unless streamed. */
export async function callUpstream(upstream: Upstream, call: UpstreamCall, headers: Headers): Promise<UpstreamAnswer> {
	const { promise: deadline, resolve } = Promise.withResolvers<UpstreamAnswer>();
	const start = () => setTimeout(() => resolve(failure("UPSTREAM_TIMEOUT", "deadline")), limits.upstreamDeadlineMs);
	let timer = start();
	const upload = uploadOf(call);
	upload?.onPiece(() => {
		clearTimeout(timer);
		timer = start();
	});
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
		// Whatever a refusal of the token says, its status is all that counts, and its text stays here.
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

/** A query whose connection broke goes once more; anything else may have been done already. */
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

/** Null where there is none, or where it passes as a stream. */
export function wholeBodyOf({ body }: UpstreamCall): Uint8Array | null {
	return body !== null && "stream" in body ? null : body;
}

function uploadOf({ body }: UpstreamCall): Upload | null {
	return body !== null && "stream" in body ? body : null;
}

type AnswerKind = "redirect" | "unusable" | "empty" | "stream" | "whole";

function kindOf(response: Response, { method, stream }: UpstreamCall): AnswerKind {
	if (response.status >= 300 && response.status < 400) return "redirect";
	if (method === "HEAD") return "empty";
	const contentType = response.headers.get("content-type") ?? "";
	if (stream === "events" && response.ok && /^text\/event-stream\b/i.test(contentType)) return "stream";
	if (response.body === null || !isUsableType(contentType, response.status)) return "unusable";
	return stream === "lines" && response.ok ? "stream" : "whole";
}

/** tRPC labels its refusal of a whole request as plain text, though it is an envelope. */
function isUsableType(contentType: string, status: number): boolean {
	return /^application\/(json|jsonl)\b/i.test(contentType) || (status >= 400 && isPlainText(contentType));
}

async function withoutBody(response: Response): Promise<UpstreamAnswer> {
	await response.body?.cancel();
	return { status: "answered", response, body: null };
}

async function discard(response: Response, detail: string): Promise<UpstreamAnswer> {
	await response.body?.cancel();
	return { ...failure("UPSTREAM_BAD_ANSWER", detail), httpStatus: response.status };
}

/** Read whole before its status is sent on: a stall must become an error, not half an answer. */
async function buffered(response: Response, upstream: Upstream): Promise<UpstreamAnswer> {
	const body = await bodyOf(response);
	if (body === "too-large") return failure("UPSTREAM_BAD_ANSWER", "over the size limit");
	const isError = response.status >= 400;
	// Our own backend writes with tRPC alone, so the ends of what it wrote show that it is whole.
	const isTrusted = upstream.kind === "binding" && !isError && looksWritten(body);
	if (isTrusted || isEnvelope(body, isError)) return { status: "answered", response, body };
	return { ...failure("UPSTREAM_BAD_ANSWER", "no envelope"), httpStatus: response.status };
}

/** An answer that says how long it is costs half as much to read. One that is packed says so of its packed form. */
async function bodyOf(response: Response): Promise<Uint8Array | "too-large"> {
	const declared = response.headers.get("content-length");
	const isKnown = declared !== null && /^\d+$/.test(declared) && Number(declared) <= limits.upstreamBodyBytes;
	if (!isKnown || response.headers.has("content-encoding")) return readBody(response.body, limits.upstreamBodyBytes);
	const body = new Uint8Array(await response.arrayBuffer());
	return body.byteLength > limits.upstreamBodyBytes ? "too-large" : body;
}

export function failure(reason: ProxyReason, detail: string): Extract<UpstreamAnswer, { status: "failed" }> {
	return { status: "failed", reason, detail };
}

/** Past this a parse could cost the isolate its memory, and the ends of the text have to do. */
const mostParsedBytes = 1_000_000;

const starts = ['{"result":', '{"error":', '[{"result":', '[{"error":'].map((text) => new TextEncoder().encode(text));

/** The ends of a body, as tRPC writes them: they show pages, other forms of errors, and what breaks off. */
function looksWritten(body: Uint8Array): boolean {
	const end = body[0] === 0x5b ? 0x5d : 0x7d;
	return body.at(-1) === end && starts.some((start) => start.every((byte, index) => body[index] === byte));
}

/** Whether tRPC's clients can read a body: results and errors in the form of superjson, and an error where `isError`. */
function isEnvelope(body: Uint8Array, isError: boolean): boolean {
	if (body.byteLength > mostParsedBytes) return !isError && looksWritten(body);
	const parsed = parsedOrNull(body);
	const items = Array.isArray(parsed) ? parsed : [parsed];
	return items.length > 0 && items.every(isItem) && (!isError || items.some(holdsError));
}

function parsedOrNull(body: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder().decode(body));
	} catch {
		return null; // not JSON, whatever it calls itself
	}
}

function isItem(item: unknown): boolean {
	return holdsError(item) || (isObject(item) && isObject(item.result));
}

function holdsError(item: unknown): boolean {
	if (!isObject(item) || !isObject(item.error) || !isObject(item.error.json)) return false;
	const { message, code } = item.error.json;
	return typeof message === "string" && typeof code === "number";
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
