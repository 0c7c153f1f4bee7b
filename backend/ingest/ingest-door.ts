import { IngestBody, type IngestResult } from "../../shared/ingest";
import { limits } from "../../shared/limits";
import { networkOf } from "../../shared/network-of";
import type { UploadAnswer } from "./append-upload";
import { readChirpStack } from "./chirpstack";
import { type IngestParts, ingestIntegrationUpload, ingestUpload, noteRefusedUpload } from "./ingest-upload";
import { BodyTooLargeError, readBody } from "./read-body";
import { readReadingsFile } from "./readings-file";
import { bodyRefusals, type Refusal, refusals, refuse } from "./refusals";
import type { SentReadings } from "./sent-readings";
import { readTheThingsStack } from "./the-things-stack";

/** A door of integrations: how its body is read, and whether it is a file or a message of one device. */
type IntegrationDoor = {
	mediaType: "json" | "csv";
	metered: "key" | "device";
	shape: Refusal;
	/** Null for another shape; throws a SyntaxError for what cannot be read at all. */
	read: (text: string, address: URL) => SentReadings | null;
};

const doorsOfIntegrations = {
	"the-things-stack": {
		mediaType: "json",
		metered: "device",
		shape: refusals.messageShape,
		read: (text) => readTheThingsStack(JSON.parse(text)),
	},
	chirpstack: {
		mediaType: "json",
		metered: "device",
		shape: refusals.messageShape,
		read: (text, address) => readChirpStack(JSON.parse(text), address.searchParams.get("event")),
	},
	csv: { mediaType: "csv", metered: "key", shape: refusals.fileShape, read: readReadingsFile },
} satisfies Record<string, IntegrationDoor>;
const integrationDoors = new Map<string, IntegrationDoor>(Object.entries(doorsOfIntegrations));

export type DoorName = "readings" | keyof typeof doorsOfIntegrations;
/** Every door there is: what is described to people is held against it. */
export const doorNames: readonly string[] = ["readings", ...integrationDoors.keys()];

/** What a door asks for, and the refusals that differ from door to door. */
export function doorRules(name: DoorName) {
	const door = integrationDoors.get(name);
	const mediaType = mediaTypes[door?.mediaType ?? "json"];
	return {
		key: door ? ("integrationKey" as const) : ("deviceKey" as const), // names of refusals, and of the document
		mediaType: mediaType.name,
		ofMediaType: mediaType.refusal,
		ofShape: door?.shape ?? refusals.readingsShape,
	};
}

const mediaTypes = {
	json: { name: "application/json", refusal: refusals.jsonType },
	csv: { name: "text/csv", refusal: refusals.csvType },
} as const;

/** What the accounts' objects do not count: uploads they never see, as their bodies or keys are refused. */
type RateLimits = {
	/** Uploads of a device, or files, with one key. */
	byKey: RateLimit;
	/** Messages of a network server with one key. */
	byServer: RateLimit;
	/** Refused uploads of one key, or of one address without one. */
	refused: RateLimit;
};

/** The period of the limits in wrangler.toml. */
const limitPeriodSeconds = 60;

type DoorParts = IngestParts & { rateLimits: RateLimits };

/**
 * Answers `POST /api/ingest/v1/…`: `readings` by a device's own key, the others by an integration's. Entries are
 * judged one by one.
 */
export function createIngestDoor(parts: DoorParts) {
	return async function ingestDoor(request: Request, requestId: string): Promise<Response> {
		const answer = await takeUpload(request, parts);
		if (!("status" in answer) && !("refusal" in answer)) return Response.json(answer);
		if ("status" in answer || answer.refusal === "invalid-key") {
			const refusal = "status" in answer ? answer : keyRefusal(request);
			if (await isRefusedTooOften(refusal, request, parts)) {
				return refuse(refusals.tooManyUploads, requestId, limitPeriodSeconds);
			}
			await noteRefusal(refusal, request, parts);
			return refuse(refusal, requestId);
		}
		const refusal = answer.refusal === "daily-quota" ? refusals.dailyQuota : refusals.tooManyUploads;
		return refuse(refusal, requestId, answer.retryAfterSeconds);
	};
}

async function takeUpload(request: Request, parts: DoorParts): Promise<UploadAnswer<IngestResult> | Refusal> {
	const name = doorName(request);
	const door = integrationDoors.get(name);
	if (!door && name !== "readings") return refusals.door;
	if (request.method !== "POST") return refusals.method;
	const key = sentKey(request);
	const keys = door ? parts.integrationKeys : parts.deviceKeys;
	// Before the body: whoever has no key gets nothing inflated.
	if (key === undefined || !(await keys.parse(key))) return keyRefusal(request);
	const { byKey, byServer } = parts.rateLimits;
	const { success } = await (door?.metered === "device" ? byServer : byKey).limit({ key: tagOf(key) });
	if (!success) return { refusal: "too-many-uploads", retryAfterSeconds: limitPeriodSeconds };
	const body = await readText(request, mediaTypes[door?.mediaType ?? "json"]);
	if (typeof body !== "string") return body;
	const receivedAt = Date.now();
	try {
		if (!door) {
			const parsed = IngestBody.safeParse(JSON.parse(body));
			if (!parsed.success) return refusals.readingsShape;
			return await ingestUpload(parts, { key, readings: parsed.data.readings, receivedAt, past: null });
		}
		const sent = door.read(body, new URL(request.url));
		return sent ? await ingestIntegrationUpload(parts, { key, sent, receivedAt, metered: door.metered }) : door.shape;
	} catch (error) {
		// Comes from the text sent: broken JSON, or quotes of a file that do not end.
		if (error instanceof SyntaxError) return refusals.unreadable;
		throw error;
	}
}

/** Of an upload that nobody could read, only the key says whose it is: a device's own. */
async function noteRefusal(refusal: Refusal, request: Request, parts: IngestParts): Promise<void> {
	const [key, reason] = [sentKey(request), bodyRefusals.get(refusal.name)];
	if (key === undefined || reason === undefined || doorName(request) !== "readings") return;
	await noteRefusedUpload(parts, { key, reason, receivedAt: Date.now() });
}

/** Counts a refused upload. Addresses that no door is at and wrong methods cost nothing. */
async function isRefusedTooOften(refusal: Refusal, request: Request, parts: DoorParts): Promise<boolean> {
	if (refusal.status === 404 || refusal.status === 405) return false;
	const [key, { deviceKeys, integrationKeys, rateLimits }] = [sentKey(request), parts];
	const isGenuine = key !== undefined && ((await deviceKeys.parse(key)) ?? (await integrationKeys.parse(key))) !== null;
	const address = request.headers.get("x-forwarded-for") ?? "unknown";
	const { success } = await rateLimits.refused.limit({ key: isGenuine ? tagOf(key) : `from ${networkOf(address)}` });
	return !success;
}

/** A key's last part tells it from every other, and nobody can send with it: a limit keeps what it counts by. */
function tagOf(key: string): string {
	return key.slice(key.lastIndexOf("_") + 1);
}

function sentKey(request: Request): string | undefined {
	return /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
}

type MediaType = (typeof mediaTypes)[keyof typeof mediaTypes];

async function readText(request: Request, mediaType: MediaType): Promise<string | Refusal> {
	if (request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() !== mediaType.name) {
		return mediaType.refusal;
	}
	const encoding = request.headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
	if (encoding !== "identity" && encoding !== "gzip") return refusals.encoding;
	try {
		return await readBody(request, encoding === "gzip", limits.ingestBodyBytes);
	} catch (error) {
		if (error instanceof BodyTooLargeError) return refusals.tooLarge;
		// What is left comes from the bytes sent: broken gzip, broken UTF-8.
		if (error instanceof TypeError) return refusals.unreadable;
		throw error;
	}
}

function doorName(request: Request): string {
	return new URL(request.url).pathname.split("/").at(-1) ?? "";
}

function keyRefusal(request: Request): Refusal {
	return doorName(request) === "readings" ? refusals.deviceKey : refusals.integrationKey;
}
