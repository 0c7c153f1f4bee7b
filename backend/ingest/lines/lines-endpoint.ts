import { serverLimits } from "../../../shared/base/limits";
import { networkOf } from "../../../shared/base/network-of";
import { readBody } from "../../../shared/base/read-body";
import { linePrecision, parseLines } from "../../../shared/ingest/line-protocol";
import type { AccountObjects } from "../../base/context";
import { type DirectRequest, type DirectResponse, jsonWith, responseWith } from "../../base/direct-response";
import { inflated } from "../../base/inflate";
import type { IngestKeys } from "../../keys/ingest-keys";
import type { UploadResponse } from "../append-upload";
import { ownKeys } from "../stored-messages";
import type { LeftOutLine, LineUpload, StoredLines } from "./append-lines";

type LineCalls = { appendLines(upload: LineUpload): Promise<UploadResponse<StoredLines>> };

type Parts = {
	keys: IngestKeys;
	accounts: AccountObjects<LineCalls>;
	rateLimits: { byServer: RateLimit; rejected: RateLimit };
	/** Epoch ms. */
	clock: () => number;
};

type LinesRequest = DirectRequest<"lines">;
type LinesResponse = DirectResponse<"lines">;

const version = { "x-influxdb-version": "2.7.0-compatible" };

/** Senders obey no longer wait, and a shorter one costs both sides a request. */
const shortestWait = 30;
const longestWait = 600;
const rateLimitSeconds = 60;

/**
 * `POST /api/v2/write` and `/write`. A sender throws its lines away for every 4xx but 401, 413 and 429, so that single
 * lines never change the response: the integration shows them.
 */
export function createLinesEndpoint({ keys, accounts, rateLimits, clock }: Parts) {
	return async function linesEndpoint(request: LinesRequest): Promise<LinesResponse> {
		const url = new URL(request.url);
		const key = sentKey(request.headers.get("authorization"));
		const claims = key === null ? null : await keys.parse(key);
		const tag = key?.slice(key.lastIndexOf("_") + 1);
		if (tag === undefined || claims === null) return denyKey(request, { url, rejected: rateLimits.rejected });
		const { success } = await rateLimits.byServer.limit({ key: tag });
		if (!success) return later(429, "too many requests", rateLimitSeconds);
		const { accountId, senderId: keyId, secret } = claims;
		const object = accounts.get(accounts.idFromName(accountId));
		const receivedAt = clock();
		const body = await readText(request);
		if (body === "too-large") return tooLarge();
		const lines = linesOf(body, { precision: url.searchParams.get("precision"), receivedAt });
		if (lines === "too-many-values") return tooLarge();
		const stored = await object.appendLines({ accountId, keyId, secret, receivedAt, lines });
		if ("refusal" in stored) {
			if (!("retryAfterSeconds" in stored)) return denyKey(request, { url, rejected: rateLimits.rejected, tag });
			const said = stored.refusal === "storage-full" ? "the account's storage is full" : "too many uploads";
			return later(429, said, stored.retryAfterSeconds);
		}
		// Bytes may have been lost on the way, so the sender must repeat them or the readings are lost.
		if (body === "unreadable") return later(503, "the body is not what its content encoding says", shortestWait);
		return responseWith(null, { status: 204, headers: version });
	};
}

/** Clients call `/health` and `/ping` before they send. */
export async function linesHealth(): Promise<DirectResponse<"linesHealth">> {
	const body = {
		name: "aqlcloud",
		message: "ready for writes",
		status: "pass",
		checks: [],
		version: "2.7.0-compatible",
	};
	return jsonWith(body, { headers: version });
}

export async function linesPing(): Promise<DirectResponse<"linesPing">> {
	return responseWith(null, { status: 204, headers: version });
}

/** The sender waits out errors of the server. */
export function later(status: 429 | 503, message: string, retryAfterSeconds: number): LinesResponse {
	const wait = Math.min(longestWait, Math.max(shortestWait, retryAfterSeconds));
	const code = status === 429 ? "too many requests" : "unavailable";
	return jsonWith({ code, message }, { status, headers: { ...version, "retry-after": String(wait) } });
}

function tooLarge(): LinesResponse {
	const message = `at most ${serverLimits.ingestBodyBytes} bytes once inflated, and 20000 values`;
	return jsonWith({ code: "request too large", message }, { status: 413, headers: version });
}

type Denied = { url: URL; rejected: RateLimit; tag?: string };

async function denyKey(request: LinesRequest, { url, rejected, tag }: Denied): Promise<LinesResponse> {
	const address = request.headers.get("x-forwarded-for") ?? "unknown";
	const { success } = await rejected.limit({ key: tag ?? `from ${networkOf(address)}` });
	if (!success) return later(429, "too many requests with a wrong key", rateLimitSeconds);
	const isInQuery = ["u", "p", "token"].some((name) => url.searchParams.has(name));
	const message = isInQuery
		? "a key in the address is not read: send it in the header Authorization, as Token or as the password of Basic"
		: "the integration key is missing or not valid";
	return jsonWith({ code: "unauthorized", message }, { status: 401, headers: version });
}

/** `Token`, `Bearer`, or the password of `Basic`. */
function sentKey(authorization: string | null): string | null {
	const [, scheme = "", value = ""] = /^(Token|Bearer|Basic) +(\S+)$/i.exec(authorization?.trim() ?? "") ?? [];
	if (value === "" || scheme.toLowerCase() !== "basic") return value || null;
	try {
		const pair = atob(value);
		return pair.includes(":") ? pair.slice(pair.indexOf(":") + 1) : null;
	} catch {
		return null; // not Base64
	}
}

type Body = { text: string } | "too-large" | "unreadable";

/** Characters that are not UTF-8 become U+FFFD, so that only their lines are lost. */
async function readText({ headers, body }: LinesRequest): Promise<Body> {
	const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
	const sent = await readBody(body, serverLimits.ingestBodyBytes);
	if (sent === "too-large") return sent;
	if (encoding !== "identity" && encoding !== "gzip" && encoding !== "x-gzip") return "unreadable";
	const bytes =
		encoding === "identity" ? sent : inflated(sent, { format: "gzip", mostBytes: serverLimits.ingestBodyBytes });
	return typeof bytes === "string" ? bytes : { text: new TextDecoder().decode(bytes) };
}

type Read = { precision: string | null; receivedAt: number };

function linesOf(body: { text: string } | "unreadable", { precision, receivedAt }: Read) {
	const known = linePrecision(precision);
	if (body === "unreadable") return leftOutWhole({ line: null, reason: "encoding", text: "" });
	if (known === null) return leftOutWhole({ line: null, reason: "precision", text: precision?.slice(0, 20) ?? "" });
	const parsed = parseLines(body.text, { precision: known, receivedAt });
	if (parsed === "too-many-values") return parsed;
	const leftOut = parsed.leftOut.map((line) => ({ ...line, text: line.text.replace(ownKeys, "…") }));
	return { ...parsed, texts: [...parsed.texts], leftOut };
}

function leftOutWhole(line: LeftOutLine): LineUpload["lines"] {
	return { series: [], of: [], at: [], value: [], texts: [], lines: 0, leftOut: [line], leftOutCount: 1 };
}
