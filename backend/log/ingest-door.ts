import { IngestBody } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import { type IngestParts, ingestUpload } from "./ingest-upload";
import { BodyTooLargeError, readBody } from "./read-body";

type Refusal = { status: 400 | 401 | 405 | 413 | 415; name: string; message: string };

const refusals = {
	method: { status: 405, name: "MethodNotAllowed", message: "Readings are posted." },
	key: { status: 401, name: "InvalidKey", message: "The device key is missing or not valid." },
	mediaType: { status: 415, name: "UnsupportedMediaType", message: "The body must be application/json." },
	encoding: { status: 415, name: "UnsupportedEncoding", message: "The body may be plain or gzip." },
	tooLarge: {
		status: 413,
		name: "BodyTooLarge",
		message: `The body may have ${limits.ingestBodyBytes} bytes once inflated.`,
	},
	unreadable: { status: 400, name: "UnreadableBody", message: "The body is not the JSON or gzip it says it is." },
	shape: {
		status: 400,
		name: "InvalidBody",
		message: `The body must be {"readings": […]} with 1 to ${limits.ingestReadings} entries.`,
	},
} as const satisfies Record<string, Refusal>;

/** Answers `POST /api/ingest/v1/readings`: a device's own key, entries judged one by one. */
export function createIngestDoor(parts: IngestParts) {
	return async function ingestDoor(request: Request, requestId: string): Promise<Response> {
		const upload = await parseUpload(request, parts);
		if ("status" in upload) return refuse(upload, requestId);
		const result = await ingestUpload(parts, { ...upload, receivedAt: Date.now() });
		return result ? Response.json(result) : refuse(refusals.key, requestId);
	};
}

async function parseUpload(request: Request, { deviceKeys }: IngestParts) {
	if (request.method !== "POST") return refusals.method;
	const key = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
	// Before the body: whoever has no key gets nothing inflated.
	if (key === undefined || !(await deviceKeys.parse(key))) return refusals.key;
	const mediaType = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (mediaType !== "application/json") return refusals.mediaType;
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
	if (encoding !== "identity" && encoding !== "gzip") return refusals.encoding;
	const body = await readJson(request, encoding === "gzip");
	if (body.refusal) return body.refusal;
	const parsed = IngestBody.safeParse(body.json);
	return parsed.success ? { key, readings: parsed.data.readings } : refusals.shape;
}

type ReadJson = { refusal: Refusal; json?: undefined } | { refusal: null; json: unknown };

async function readJson(request: Request, isGzip: boolean): Promise<ReadJson> {
	try {
		return { refusal: null, json: JSON.parse(await readBody(request, isGzip, limits.ingestBodyBytes)) };
	} catch (error) {
		if (error instanceof BodyTooLargeError) return { refusal: refusals.tooLarge };
		// What is left comes from the bytes sent: broken gzip, broken UTF-8, broken JSON.
		if (error instanceof TypeError || error instanceof SyntaxError) return { refusal: refusals.unreadable };
		throw error;
	}
}

function refuse({ status, name, message }: Refusal, requestId: string): Response {
	const headers: HeadersInit = status === 405 ? { allow: "POST" } : {};
	return Response.json({ error: { name, message, requestId } }, { status, headers });
}
