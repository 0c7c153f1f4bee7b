import superjson, { type SuperJSONResult } from "superjson";
import * as z from "zod/mini";
import { isInOrder } from "../../shared/base/instant";
import { serverLimits } from "../../shared/base/limits";
import { networkOf } from "../../shared/base/network-of";
import { mediaTypeOf } from "../../shared/base/read-body";
import { requestKeyHeader } from "../../shared/base/request-key";
import { sentJsonOrNull } from "../../shared/ingest/sent-json";
import type { AccountObjects } from "../base/context";
import { type DirectRequest, type DirectResponse, jsonWith } from "../base/direct-response";
import { fieldsOf } from "../base/errors";
import { addressOf, callerRequestIdOf } from "../base/internal-headers";
import { readText } from "../base/read-text";
import { digestSecret, type IngestKeys, type KeyClaims } from "../keys/ingest-keys";
import { type Act, acts } from "./acts";
import type { Cursors } from "./cursors";
import type { KeyCall, KeyResponse } from "./key-call";
import { givenParameters, wholeNumber } from "./parameters";
import { callsHeaders, denialResponse, type Problem, problemResponse, problems } from "./problems";
import { csvOf, publicValue } from "./public-rows";
import { type Resource, resources } from "./resources";
import { responseHeadersOf, rowsResponse } from "./rows-response";

type ApiParts = {
	keys: Pick<IngestKeys, "parse">;
	cursors: Cursors;
	accounts: AccountObjects<{ callWithKey(call: KeyCall): Promise<KeyResponse> }>;
	/** Counts calls without a genuine key, by network. */
	denied: RateLimit;
};

type ApiRequest = DirectRequest<"api">;
type ApiResponse = DirectResponse<"api">;
type Called = {
	request: ApiRequest;
	url: URL;
	requestId: string;
	claims: KeyClaims;
	assistant: KeyCall["assistant"];
};

const root = "/api/v1/";
const usualBodyBytes = 64_000;
export const longestRequestKey = 255;

export function createApiEndpoint(parts: ApiParts) {
	return async function apiEndpoint(
		request: ApiRequest,
		requestId: string,
		assistant?: KeyCall["assistant"],
	): Promise<ApiResponse> {
		const url = new URL(request.url);
		const name = url.pathname.slice(root.length);
		const list = Object.hasOwn(resources, name) ? resources[name] : undefined;
		const act = Object.hasOwn(acts, name) ? acts[name] : undefined;
		if (!list && !act) return problemResponse(problems.unknownPath, { requestId });
		const methods = [...(list ? ["GET", "HEAD"] : []), ...(act ? ["POST"] : [])];
		const { method } = request;
		if (!methods.includes(method)) {
			return problemResponse(problems.method, { requestId, headers: { allow: methods.join(", ") } });
		}
		const claims = await parts.keys.parse(sentKey(request));
		if (!claims) return denyUnknown(request, requestId);
		const called = { request, url, requestId, claims, assistant };
		if (list && method !== "POST") return serveList(called, list, name);
		return act ? perform(called, act) : problemResponse(problems.unknownPath, { requestId });
	};

	async function denyUnknown(request: ApiRequest, requestId: string): Promise<ApiResponse> {
		return deny(problems.noKey, requestId, `from ${networkOf(addressOf(request.headers) ?? "unknown")}`);
	}

	/** Objects count their own calls. Calls that reach none are counted here. */
	async function deny(
		{ fields, ...problem }: Problem & { fields?: Record<string, string> },
		requestId: string,
		who: string,
	): Promise<ApiResponse> {
		const { success } = await parts.denied.limit({ key: `api ${who}` });
		if (success) return problemResponse(problem, { requestId, fields });
		return problemResponse(problems.tooManyDenied, {
			requestId,
			headers: {
				"retry-after": "60",
				...callsHeaders({ limit: serverLimits.ingestRefusalsPerMinute, left: 0 }, "refused"),
			},
		});
	}

	async function serveList(called: Called, list: Resource, name: string): Promise<ApiResponse> {
		const { url, request, requestId, claims } = called;
		const { cursor, limit: givenLimit, format: givenFormat, ...others } = givenParameters(url.searchParams);
		const { since: givenSince, ...filters } = others;
		const [since, given] = list.isFollowed ? [givenSince, filters] : [undefined, others];
		const shown = pageParameters(list).safeParse({ limit: givenLimit, format: givenFormat });
		const input = z.strictObject(list.parameters.shape).check(isInOrder).safeParse(given);
		if (!shown.success || !input.success) {
			const fields = { ...fieldsOf(shown.error), ...fieldsOf(input.error) };
			return problemResponse(problems.query, { requestId, fields });
		}
		const { limit = list.rows.usual, format = "json" } = shown.data;
		const filter = Object.entries(input.data).sort();
		const { accountId, senderId } = claims;
		const requested = { accountId, query: JSON.stringify(["since", name, filter]) };
		const paged = { accountId, query: JSON.stringify([name, filter, since ?? null]) };
		const [from, after] = await Promise.all([placeOf(since, requested), placeOf(cursor, paged)]);
		if (from === undefined) return deny(atParameter("since", problems.since), requestId, senderId);
		if (after === undefined) return deny(atParameter("cursor", problems.cursor), requestId, senderId);
		const { id } = input.data;
		const question = { after, since: from, limit, ids: Array.isArray(id) ? new Set<string>(id) : null };
		const outcome = await call(called, {
			procedure: list.procedure,
			input: list.inputOf(input.data, question),
			isWriting: false,
		});
		if (outcome instanceof Response) return outcome;
		const page = list.pageOf(outcome.data, question);
		const next = page.after === null ? null : await parts.cursors.sign({ ...paged, after: page.after });
		// Only the last page returns `nextSince`: before it the caller has not read everything.
		const isLast = page.since !== undefined && next === null;
		const nextSince = isLast ? await parts.cursors.sign({ ...requested, after: page.since ?? "" }) : null;
		const data = page.rows.map((row) => publicValue(row));
		const body =
			format === "csv"
				? csvOf(page.rows, Object.keys(list.row.shape))
				: JSON.stringify({ data, nextCursor: next, ...(list.isFollowed && { nextSince }) });
		return rowsResponse(request, { body, format, next, since: nextSince, calls: outcome.calls });
	}

	/** Null: no cursor. Undefined: a cursor of another account or query. */
	async function placeOf(
		given: Given,
		subject: { accountId: string; query: string },
	): Promise<string | null | undefined> {
		if (given === undefined) return null;
		return (await parts.cursors.parse(String(given), subject)) ?? undefined;
	}

	async function perform(
		called: Called,
		{ procedure, body, mostBytes = usualBodyBytes, responseOf }: Act,
	): Promise<ApiResponse> {
		const { request, requestId } = called;
		if (mediaTypeOf(request.headers) !== "application/json") return problemResponse(problems.mediaType, { requestId });
		const requestKey = request.headers.get(requestKeyHeader);
		if (requestKey !== null && (requestKey.length === 0 || requestKey.length > longestRequestKey)) {
			return problemResponse(problems.requestKey, { requestId });
		}
		const text = await readText(request, mostBytes);
		if (text === null) return problemResponse(problems.tooLarge, { requestId });
		const sent = body.safeParse(sentJsonOrNull(text));
		if (!sent.success) return problemResponse(problems.body, { requestId, fields: fieldsOf(sent.error) });
		const outcome = await call(called, {
			procedure,
			input: sent.data,
			isWriting: true,
			requestKey: requestKey && (await digestSecret(requestKey)),
		});
		if (outcome instanceof Response) return outcome;
		const response = responseOf?.(outcome.data) ?? { data: outcome.data };
		const headers = responseHeadersOf(outcome.calls);
		if ("data" in response) return jsonWith({ data: publicValue(response.data) ?? null }, { headers });
		const { problem, errors, retryAfterSeconds } = response;
		const retry = retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) };
		return problemResponse(problem, { requestId, errors, headers: { ...callsHeaders(outcome.calls), ...retry } });
	}

	type SessionRequest = Pick<KeyCall, "procedure" | "input" | "isWriting" | "requestKey">;

	async function call({ request, requestId, claims, assistant }: Called, requesting: SessionRequest) {
		const { accountId, senderId: keyId, secret } = claims;
		const origin = {
			address: addressOf(request.headers),
			browser: null,
			requestId,
			callerRequestId: callerRequestIdOf(request.headers),
		};
		const object = parts.accounts.get(parts.accounts.idFromName(accountId));
		const responded = await object.callWithKey({ accountId, keyId, secret, origin, assistant, ...requesting });
		if ("refusal" in responded) return denialResponse(responded, requestId);
		const wire = JSON.parse(responded.wire) as Wire;
		if (wire.error === undefined) return { data: superjson.deserialize(wire.result.data), calls: responded.calls };
		const { message, data } = superjson.deserialize<WireError>(wire.error);
		if (data.httpStatus >= 500) return problemResponse(problems.internal, { requestId });
		const name = pascalCase(data.reason ?? data.code);
		const problem = Object.values(problems).find((each) => each.name === name) ?? {
			status: data.httpStatus,
			name,
			detail: message,
		};
		return problemResponse(problem, { requestId, fields: data.fields, headers: callsHeaders(responded.calls) });
	}
}

type Given = string | string[] | undefined;

const atParameter = (name: string, problem: Problem) => ({ ...problem, fields: { [name]: problem.detail } });

const pageParameters = ({ rows }: Resource) =>
	z.object({ limit: z.optional(wholeNumber(1, rows.most)), format: z.optional(z.enum(["json", "csv"])) });

type Wire = { result: { data: SuperJSONResult }; error?: undefined } | { error: SuperJSONResult };
type WireError = {
	message: string;
	data: { code: string; httpStatus: number; reason?: string; fields?: Record<string, string> };
};

function sentKey(request: ApiRequest): string {
	return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
}

function pascalCase(code: string): string {
	return code.toLowerCase().replaceAll(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
