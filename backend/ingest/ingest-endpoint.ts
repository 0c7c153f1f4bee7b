import { serverLimits } from "../../shared/base/limits";
import { networkOf } from "../../shared/base/network-of";
import { mediaTypeOf, readBody } from "../../shared/base/read-body";
import { IngestBody, type IngestResult } from "../../shared/ingest/ingest";
import { IntegrationEndpointName } from "../../shared/ingest/integration-message";
import { parseSentJson } from "../../shared/ingest/sent-json";
import { type DirectRequest, type DirectResponse, jsonWith } from "../base/direct-response";
import { inflated } from "../base/inflate";
import type { IngestKeys, KeyClaims } from "../keys/ingest-keys";
import type { UploadResponse } from "./append-upload";
import { type IngestParts, ingestUpload, reportRejectedMessage, reportRejectedUpload } from "./ingest-upload";
import { integrationEndpoints } from "./integration-endpoints";
import { createRecipeMemory, ingestMessage, type RecipeMemory } from "./recipe/ingest-message";
import { bodyRejections, quotaRejections, type Rejection, reject, rejections } from "./rejections";
import { storedMessage } from "./stored-messages";

/** The period of the limits in wrangler.toml. */
const limitPeriodSeconds = 60;

type EndpointOfName = (typeof integrationEndpoints)[IntegrationEndpointName];

export type EndpointName = "readings" | IntegrationEndpointName;
export const endpointNames: readonly string[] = ["readings", ...IntegrationEndpointName.options];

function endpointOf(name: string): { name: IntegrationEndpointName; endpoint: EndpointOfName } | null {
	const known = IntegrationEndpointName.safeParse(name);
	return known.success ? { name: known.data, endpoint: integrationEndpoints[known.data] } : null;
}

export function endpointRules(name: EndpointName) {
	const endpoint = endpointOf(name)?.endpoint;
	const mediaType = mediaTypes[endpoint?.mediaType ?? "json"];
	return {
		key: endpoint ? ("integrationKey" as const) : ("deviceKey" as const), // names of rejections, and of the document
		mediaType: mediaType.name,
		ofMediaType: mediaType.rejection,
		ofShape: endpoint?.shape ?? rejections.readingsShape,
	};
}

const mediaTypes = {
	json: { name: "application/json", rejection: rejections.jsonType },
	/** JSON by its text, as many senders name another type, or none. */
	any: { name: "application/json", rejection: null },
	csv: { name: "text/csv", rejection: rejections.csvType },
} as const;

/** Limits of uploads with a rejected body or key, which no account counts. */
type RateLimits = {
	byKey: RateLimit;
	byServer: RateLimit;
	/** Rejected uploads by key, or by address without a key. */
	rejected: RateLimit;
};

type EndpointParts = IngestParts & {
	deviceKeys: IngestKeys;
	integrationKeys: IngestKeys;
	rateLimits: RateLimits;
};

type IngestRequest = DirectRequest<"ingest">;
type Received = { request: IngestRequest; sender: Sender | null; body: string | null };
type Sender = {
	kind: "device" | "integration";
	claims: KeyClaims;
	/** The key's last part, which cannot be used to send: safe as a rate limit key. */
	tag: string;
};

/** `POST /api/ingest/v1/…`: `readings` takes a device key, the others an integration key. */
export function createIngestEndpoint(endpointParts: EndpointParts) {
	const parts = { ...endpointParts, recipes: createRecipeMemory() };
	return async function ingestEndpoint(request: IngestRequest, requestId: string): Promise<DirectResponse<"ingest">> {
		const received: Received = { request, sender: await identifySender(request, parts), body: null };
		const response = await storeBody(received, parts);
		if (!("status" in response) && !("refusal" in response)) return jsonWith(response);
		if ("status" in response || response.refusal === "invalid-key" || response.refusal === "no-account") {
			const rejection = "status" in response ? response : senderRejection(request, response.refusal);
			if (await isRejectedTooOften(rejection, received, parts)) {
				return reject(rejections.tooManyUploads, requestId, limitPeriodSeconds);
			}
			await passRejectionOn(rejection, received, parts);
			return reject(rejection, requestId);
		}
		return reject(quotaRejections[response.refusal], requestId, response.retryAfterSeconds);
	};
}

async function identifySender(
	request: IngestRequest,
	{ deviceKeys, integrationKeys }: EndpointParts,
): Promise<Received["sender"]> {
	const key = sentKey(request);
	if (key === undefined) return null;
	const tag = key.slice(key.lastIndexOf("_") + 1);
	const ofDevice = await deviceKeys.parse(key);
	if (ofDevice) return { kind: "device", claims: ofDevice, tag };
	const ofIntegration = await integrationKeys.parse(key);
	return ofIntegration && { kind: "integration", claims: ofIntegration, tag };
}

async function storeBody(
	received: Received,
	parts: EndpointParts & { recipes: RecipeMemory },
): Promise<UploadResponse<IngestResult> | Rejection> {
	const { request, sender } = received;
	const name = endpointName(request);
	const of = endpointOf(name);
	const endpoint = of?.endpoint;
	if (!of && name !== "readings") return rejections.unknownEndpoint;
	if (request.method !== "POST") return rejections.method;
	// Before the body: nothing is decompressed without a valid key.
	if (sender?.kind !== (endpoint ? "integration" : "device")) return keyRejection(request);
	const { claims, tag } = sender;
	const { byKey, byServer } = parts.rateLimits;
	const { success } = await (endpoint?.metered === "device" ? byServer : byKey).limit({ key: tag });
	if (!success) return { refusal: "too-many-uploads", retryAfterSeconds: limitPeriodSeconds };
	const body = await readText(request, mediaTypes[endpoint?.mediaType ?? "json"]);
	if (typeof body !== "string") return body;
	received.body = body;
	const receivedAt = Date.now();
	try {
		if (!of) {
			const parsed = IngestBody.safeParse(parseSentJson(body));
			if (!parsed.success) return rejections.readingsShape;
			return await ingestUpload(parts, { claims, readings: parsed.data.readings, receivedAt, past: null });
		}
		const message = storedMessage(of.name, new URL(request.url), body);
		return await ingestMessage(parts, { ...of, claims, text: body, message, receivedAt });
	} catch (error) {
		if (error instanceof SyntaxError) return rejections.unreadable;
		throw error;
	}
}

async function passRejectionOn(
	rejection: Rejection,
	{ request, sender, body }: Received,
	parts: IngestParts,
): Promise<void> {
	const name = endpointName(request);
	const of = endpointOf(name);
	const reason = bodyRejections.get(rejection.name);
	if (!sender || reason === undefined) return;
	const { kind, claims } = sender;
	const receivedAt = Date.now();
	if (kind === "device" && name === "readings") await reportRejectedUpload(parts, { claims, reason, receivedAt });
	if (kind !== "integration" || !of) return;
	const message = storedMessage(of.name, new URL(request.url), body);
	await reportRejectedMessage(parts, { claims, receivedAt, message, refusal: rejection.message });
}

async function isRejectedTooOften(
	rejection: Rejection,
	{ request, sender }: Received,
	{ rateLimits }: EndpointParts,
): Promise<boolean> {
	if (rejection.status === 404 || rejection.status === 405) return false;
	const address = request.headers.get("x-forwarded-for") ?? "unknown";
	const { success } = await rateLimits.rejected.limit({ key: sender ? sender.tag : `from ${networkOf(address)}` });
	return !success;
}

function sentKey(request: IngestRequest): string | undefined {
	return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

async function readText(request: IngestRequest, mediaType: MediaType): Promise<string | Rejection> {
	if (mediaType.rejection && mediaTypeOf(request.headers) !== mediaType.name) return mediaType.rejection;
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
	// https://www.rfc-editor.org/rfc/rfc9110#section-8.4.1.3
	const isGzip = encoding === "gzip" || encoding === "x-gzip";
	if (encoding !== "identity" && !isGzip) return rejections.encoding;
	const sent = await readBody(request.body, serverLimits.ingestBodyBytes);
	if (sent === "too-large") return rejections.tooLarge;
	const bytes = isGzip ? inflated(sent, { format: "gzip", mostBytes: serverLimits.ingestBodyBytes }) : sent;
	if (bytes === "too-large") return rejections.tooLarge;
	if (bytes === "unreadable") return rejections.unreadable;
	try {
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
	} catch (error) {
		if (error instanceof TypeError) return rejections.unreadable;
		throw error;
	}
}

function endpointName(request: IngestRequest): string {
	return new URL(request.url).pathname.split("/").at(-1) ?? "";
}

function keyRejection(request: IngestRequest): Rejection {
	return endpointName(request) === "readings" ? rejections.deviceKey : rejections.integrationKey;
}

function senderRejection(request: IngestRequest, rejection: "invalid-key" | "no-account"): Rejection {
	return rejection === "no-account" ? rejections.accountGone : keyRejection(request);
}
