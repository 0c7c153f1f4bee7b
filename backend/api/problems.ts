import type { ReturnedHeader } from "../../shared/direct-endpoints";
import { type DirectResponse, responseWith } from "../base/direct-response";
import type { CallsLeft, KeyResponse } from "./key-call";

/** RFC 9457. */
export type Problem = { status: number; name: string; detail: string };

/** `pointer`: a JSON pointer into the body. */
export type ErrorOfRow = { pointer: string; title: string; detail: string };

export const problems = {
	unknownPath: { status: 404, name: "NotFound", detail: "There is no such address. /api/v1 lists them." },
	method: { status: 405, name: "MethodNotAllowed", detail: "This address does not take this method." },
	noKey: {
		status: 401,
		name: "InvalidKey",
		detail: "The API key is missing or not valid. It is sent in the header Authorization: Bearer aqk_…",
	},
	expired: { status: 401, name: "ExpiredKey", detail: "This API key has expired. Make a new one in the console." },
	paused: {
		status: 403,
		name: "PausedKey",
		detail:
			"Whoever keeps this API key may no longer give what it may do, or lacks the second step that the account requires. They set it up, or somebody else takes the key over.",
	},
	onlyAssistants: {
		status: 403,
		name: "AssistantKey",
		detail: "This API key is for an assistant, which uses it at /mcp.",
	},
	onlyPrograms: {
		status: 403,
		name: "NotAssistantKey",
		detail: "This API key is for a program. Make one for an assistant in Accounts, API keys.",
	},
	assistantsOff: {
		status: 403,
		name: "AssistantsOff",
		detail: "The account lets no assistants read. An owner or admin switches it on in Accounts, API keys.",
	},
	readOnly: { status: 403, name: "ReadOnlyKey", detail: "This API key may read only." },
	tooManyCalls: { status: 429, name: "TooManyCalls", detail: "Too many calls with this key within a minute." },
	tooManyDenied: { status: 429, name: "TooManyCalls", detail: "Too many calls were refused within a minute." },
	query: { status: 400, name: "InvalidQuery", detail: "A parameter is not valid." },
	cursor: {
		status: 400,
		name: "InvalidCursor",
		detail: "The cursor is not of this list and query. Leave it out to begin again.",
	},
	since: {
		status: 400,
		name: "InvalidSince",
		detail: "What since says is not of this list and query. Leave it out to begin again.",
	},
	mediaType: { status: 415, name: "UnsupportedMediaType", detail: "The body must be application/json." },
	requestKey: {
		status: 400,
		name: "InvalidIdempotencyKey",
		detail: "The header Idempotency-Key is a text of 1 to 255 characters.",
	},
	keyReused: {
		status: 422,
		name: "RequestKeyReused",
		detail: "This Idempotency-Key was sent with another request. Nothing was done.",
	},
	done: {
		status: 409,
		name: "RequestDone",
		detail: "A call with this Idempotency-Key was done, and its answer cannot be given again. Nothing more was done.",
	},
	body: { status: 400, name: "InvalidBody", detail: "The body is not valid." },
	tooLarge: { status: 413, name: "BodyTooLarge", detail: "The body is too long: 64 kB, 1 MB of readings." },
	nothingStored: {
		status: 422,
		name: "NothingStored",
		detail: "None of the readings could be stored. Each of them has its error.",
	},
	internal: {
		status: 500,
		name: "InternalError",
		detail: "Internal error. Quote the request id when you ask for help.",
	},
} as const satisfies Record<string, Problem>;

type Details = {
	requestId: string;
	errors?: readonly ErrorOfRow[] | undefined;
	fields?: Record<string, string> | undefined;
	headers?: Partial<Record<ReturnedHeader<"api">, string>>;
};

export function problemResponse(
	{ status, name, detail }: Problem,
	{ requestId, fields, errors, headers }: Details,
): DirectResponse<"api"> {
	const body = {
		type: `/api/v1#${name}`,
		title: name,
		status,
		detail,
		requestId,
		...(fields && { fields }),
		...(errors && { errors }),
	};
	return responseWith(JSON.stringify(body), {
		status,
		headers: {
			"content-type": "application/problem+json",
			"cache-control": "no-store",
			...(status === 401 && { "www-authenticate": "Bearer" }),
			...headers,
		},
	});
}

const ofDenial = {
	"invalid-key": problems.noKey,
	"read-only": problems.readOnly,
	expired: problems.expired,
	paused: problems.paused,
	"only-assistants": problems.onlyAssistants,
	"only-programs": problems.onlyPrograms,
	"assistants-off": problems.assistantsOff,
	"too-many-calls": problems.tooManyCalls,
} as const;

export function denialOf({ refusal }: Extract<KeyResponse, { refusal: string }>): Problem {
	return ofDenial[refusal];
}

export function denialResponse(
	result: Extract<KeyResponse, { refusal: string }>,
	requestId: string,
): DirectResponse<"api"> {
	const problem = denialOf(result);
	if (result.refusal !== "too-many-calls") return problemResponse(problem, { requestId });
	const headers = { "retry-after": String(result.retryAfterSeconds), ...callsHeaders(result.calls) };
	return problemResponse(problem, { requestId, headers });
}

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ */
export function callsHeaders({ limit, left }: CallsLeft, policy: "key" | "refused" = "key") {
	return { "ratelimit-policy": `"${policy}";q=${limit};w=60`, ratelimit: `"${policy}";r=${left};t=60` };
}
