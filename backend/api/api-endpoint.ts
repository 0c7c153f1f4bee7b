import superjson, { type SuperJSONResult } from "superjson";
import * as z from "zod/mini";
import { hexOf } from "../../shared/hex";
import { parsedOrNull } from "../../shared/json-record";
import { networkOf } from "../../shared/network-of";
import type { AccountObjects } from "../base/context";
import { fieldsOf } from "../base/errors";
import { addressOf, callerRequestIdOf } from "../base/internal-headers";
import type { IngestKeys, KeyClaims } from "../keys/ingest-keys";
import type { Cursors } from "./cursors";
import type { CallsLeft, KeyAnswer, KeyCall } from "./key-call";
import { givenParameters, wholeNumber } from "./parameters";
import { callsHeaders, problemAnswer, problems, refusalAnswer } from "./problems";
import { csvOf, publicValue } from "./public-rows";
import { type Act, acts, type Resource, resources } from "./resources";

type ApiParts = {
	keys: Pick<IngestKeys, "parse">;
	cursors: Cursors;
	accounts: AccountObjects<{ callWithKey(call: KeyCall): Promise<KeyAnswer> }>;
	/** Calls without a genuine key, by network. */
	refused: RateLimit;
};

type Called = { request: Request; url: URL; requestId: string; claims: KeyClaims };

const root = "/api/v1/";
const mostBodyBytes = 64_000;

/** Answers `/api/v1/…`: lists as JSON or CSV, and the few things that a program may do. */
export function createApiEndpoint(parts: ApiParts) {
	return async function apiEndpoint(request: Request, requestId: string): Promise<Response> {
		const url = new URL(request.url);
		const name = url.pathname.slice(root.length);
		const list = Object.hasOwn(resources, name) ? resources[name] : undefined;
		const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
		if (!list && !act) return problemAnswer(problems.unknownPath, { requestId });
		const method = list ? "GET" : "POST";
		if (request.method !== method) return problemAnswer(problems.method, { requestId, headers: { allow: method } });
		const claims = await parts.keys.parse(sentKey(request));
		if (!claims) return refuseUnknown(request, requestId);
		const called = { request, url, requestId, claims };
		if (list) return answerList(called, list, name);
		return act ? perform(called, act) : problemAnswer(problems.unknownPath, { requestId });
	};

	async function refuseUnknown(request: Request, requestId: string): Promise<Response> {
		const { success } = await parts.refused.limit({
			key: `api from ${networkOf(addressOf(request.headers) ?? "unknown")}`,
		});
		if (success) return problemAnswer(problems.noKey, { requestId });
		return problemAnswer(problems.tooManyCalls, { requestId, headers: { "retry-after": "60" } });
	}

	async function answerList(called: Called, list: Resource, name: string): Promise<Response> {
		const { url, requestId, claims } = called;
		const { cursor, limit: givenLimit, format: givenFormat, ...given } = givenParameters(url.searchParams);
		const shown = pageParameters(list).safeParse({ limit: givenLimit, format: givenFormat });
		const input = z.strictObject(list.parameters.shape).safeParse(given);
		if (!shown.success || !input.success) {
			const fields = { ...fieldsOf(shown.error), ...fieldsOf(input.error) };
			return problemAnswer(problems.query, { requestId, fields });
		}
		const { limit = list.rows.usual, format = "json" } = shown.data;
		const query = JSON.stringify([name, Object.entries(input.data).sort()]);
		const of = { accountId: claims.accountId, query };
		const after = cursor === undefined ? null : await parts.cursors.parse(String(cursor), of);
		if (cursor !== undefined && after === null) return problemAnswer(problems.cursor, { requestId });
		const asked = { after, limit };
		const outcome = await call(called, {
			procedure: list.procedure,
			input: list.inputOf(input.data, asked),
			isWriting: false,
		});
		if (outcome instanceof Response) return outcome;
		const page = list.pageOf(outcome.data, asked);
		const next = page.after === null ? null : await parts.cursors.sign({ ...of, after: page.after });
		const body =
			format === "csv"
				? csvOf(page.rows, Object.keys(list.row.shape))
				: JSON.stringify({ data: page.rows.map((row) => publicValue(row)), nextCursor: next });
		return rowsAnswer(called, { body, format, next, calls: outcome.calls });
	}

	async function perform(called: Called, { procedure, body }: Act): Promise<Response> {
		const { request, requestId } = called;
		if (request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() !== "application/json") {
			return problemAnswer(problems.mediaType, { requestId });
		}
		const text = await readShort(request);
		if (text === null) return problemAnswer(problems.tooLarge, { requestId });
		const sent = body.safeParse(parsedOrNull(text));
		if (!sent.success) return problemAnswer(problems.body, { requestId, fields: fieldsOf(sent.error) });
		const outcome = await call(called, { procedure, input: sent.data, isWriting: true });
		if (outcome instanceof Response) return outcome;
		return Response.json({ data: publicValue(outcome.data) ?? null }, { headers: answerHeaders(outcome.calls) });
	}

	type Asking = Pick<KeyCall, "procedure" | "input" | "isWriting">;

	/** What the procedure answered, or why the caller gets no answer. */
	async function call({ request, requestId, claims }: Called, asking: Asking) {
		const { accountId, senderId: keyId, secret } = claims;
		const origin = {
			...{ address: addressOf(request.headers), browser: null, requestId },
			callerRequestId: callerRequestIdOf(request.headers),
		};
		const object = parts.accounts.get(parts.accounts.idFromName(accountId));
		const answered = await object.callWithKey({ ...{ accountId, keyId, secret, origin }, ...asking });
		if ("refusal" in answered) return refusalAnswer(answered, requestId);
		// As this backend's own router writes it.
		const wire = JSON.parse(answered.wire) as Wire;
		if (wire.error === undefined) return { data: superjson.deserialize(wire.result.data), calls: answered.calls };
		const { message, data } = superjson.deserialize<WireError>(wire.error);
		if (data.httpStatus >= 500) return problemAnswer(problems.internal, { requestId });
		const problem = { status: data.httpStatus, name: pascalCase(data.reason ?? data.code), detail: message };
		return problemAnswer(problem, { requestId, fields: data.fields, headers: callsHeaders(answered.calls) });
	}
}

const pageParameters = ({ rows }: Resource) =>
	z.object({ limit: z.optional(wholeNumber(1, rows.most)), format: z.optional(z.enum(["json", "csv"])) });

/** Null: too long. */
async function readShort(request: Request): Promise<string | null> {
	if (Number(request.headers.get("content-length") ?? 0) > mostBodyBytes) return null;
	const text = await request.text();
	return text.length > mostBodyBytes ? null : text;
}

type Wire = { result: { data: SuperJSONResult }; error?: undefined } | { error: SuperJSONResult };
type WireError = {
	message: string;
	data: { code: string; httpStatus: number; reason?: string; fields?: Record<string, string> };
};

type Rows = { body: string; format: "json" | "csv"; next: string | null; calls: CallsLeft };

const mediaTypes = { json: "application/json", csv: "text/csv; charset=utf-8" } as const;

/** With the checksum of its text as its tag: what has not changed is not sent again. */
async function rowsAnswer({ request, url }: Called, { body, format, next, calls }: Rows): Promise<Response> {
	const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
	const etag = `"${hexOf(new Uint8Array(digest)).slice(0, 32)}"`;
	const headers = new Headers({ ...answerHeaders(calls), etag });
	if (next !== null) headers.set("link", `<${linkTo(url, next)}>; rel="next"`);
	const known = (request.headers.get("if-none-match") ?? "").split(",").map((tag) => tag.trim().replace(/^W\//, ""));
	if (known.includes(etag)) return new Response(null, { status: 304, headers });
	headers.set("content-type", mediaTypes[format]);
	return new Response(body, { headers });
}

function answerHeaders(calls: CallsLeft): Record<string, string> {
	return { "cache-control": "private, no-cache", ...callsHeaders(calls) };
}

function linkTo(url: URL, cursor: string): string {
	const search = new URLSearchParams(url.search);
	search.set("cursor", cursor);
	return `${url.pathname}?${search}`;
}

function sentKey(request: Request): string {
	return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}

function pascalCase(code: string): string {
	return code.toLowerCase().replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
