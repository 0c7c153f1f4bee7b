import { mcpPath } from "./account/api-key";
import { brandImagePath } from "./account/brand";
import { largestPaymentEvent, paymentEventsPath } from "./account/payment-events";
import { publicLinkPath } from "./account/public-link";
import { wallPath } from "./account/wall";
import type { headerNames } from "./base/header-names";
import { serverLimits } from "./base/limits";
import { callPath, linkPath, shortLinkPath } from "./base/links";
import { requestKeyHeader } from "./base/request-key";
import { dutyCalendarPath } from "./duty/duty-calendar";
import { largestTelegramUpdate, telegramPath } from "./message/telegram";
import { verifyPath } from "./report/verify-file";

export type DirectEndpoint = {
	path: string;
	/** Other methods get a 405. Undefined: the backend decides. */
	methods?: readonly string[];
	/** Names of request headers that reach the backend. */
	takes: readonly string[];
	/** The backend receives the id that the caller gave its request. */
	hasCallerId?: true;
	/** Names of response headers that reach the caller. */
	returns: readonly string[];
	/** Characters. */
	longestUrl?: number;
	/** Limit of the body. */
	mostBytes?: number;
};

const usual = ["content-type", "retry-after", "allow"] as const;
const cached = ["etag", "cache-control"] as const;
const uncached = ["cache-control", "content-security-policy", "referrer-policy", "x-robots-tag"] as const;
const linkRequest = ["accept", "accept-language", "content-type", "content-length", "user-agent"] as const;

const oauthTakes = ["authorization", "content-type", "content-length"] as const;

const lineWritePath = "/api/v2/write";
const lineWriteV1Path = "/write";
const lineReturns = [...usual, "x-influxdb-version"] as const;

/** Whether a sender of the line protocol waits for the response. */
export function isLinePath(path: string): boolean {
	return path === lineWritePath || path === lineWriteV1Path;
}

/** Endpoints without a session: their callers prove themselves at the backend. Cookies never reach it. */
export const directEndpoints = {
	ingest: {
		path: "/api/ingest/*",
		takes: ["authorization", "content-type", "content-encoding", "content-length"],
		returns: [...usual, "location"],
	},
	lines: {
		path: lineWritePath,
		methods: ["POST"],
		takes: ["authorization", "content-type", "content-encoding", "content-length"],
		returns: lineReturns,
	},
	linesV1: {
		path: lineWriteV1Path,
		methods: ["POST"],
		takes: ["authorization", "content-type", "content-encoding", "content-length"],
		returns: lineReturns,
	},
	linesHealth: { path: "/health", methods: ["GET", "HEAD"], takes: [], returns: lineReturns },
	linesPing: { path: "/ping", methods: ["GET", "HEAD"], takes: [], returns: lineReturns },
	api: {
		path: "/api/v1/*",
		takes: ["authorization", "content-type", "content-length", "if-none-match", requestKeyHeader],
		returns: [
			...usual,
			...cached,
			"content-security-policy",
			"www-authenticate",
			"link",
			"x-next-since",
			"ratelimit",
			"ratelimit-policy",
		],
		longestUrl: serverLimits.proxyUrlLength,
		hasCallerId: true,
	},
	mcp: {
		path: `${mcpPath}/*`,
		takes: [
			...(["authorization", "content-type", "content-length", "origin"] as const),
			...(["mcp-protocol-version", "mcp-method", "mcp-name"] as const),
		],
		returns: [...usual, "cache-control", "www-authenticate"],
		hasCallerId: true,
	},
	oauth: {
		path: "/oauth/*",
		takes: oauthTakes,
		returns: [...usual, "cache-control"],
	},
	oauthMetadata: {
		path: "/.well-known/:document{oauth-.+}",
		takes: oauthTakes,
		returns: [...usual, "cache-control"],
	},
	wall: {
		path: wallPath,
		methods: ["GET"],
		hasCallerId: true,
		takes: ["authorization"],
		returns: [...usual, "cache-control"],
	},
	publicLink: {
		path: publicLinkPath,
		methods: ["GET"],
		hasCallerId: true,
		takes: ["authorization"],
		returns: [...usual, "cache-control", "x-robots-tag", "content-disposition"],
		longestUrl: 500,
	},
	calendar: {
		path: `${dutyCalendarPath}:file`,
		methods: ["GET", "HEAD"],
		hasCallerId: true,
		takes: ["if-none-match"],
		returns: [...usual, ...cached],
	},
	link: {
		path: `${linkPath}:token`,
		methods: ["GET", "HEAD", "POST"],
		hasCallerId: true,
		takes: linkRequest,
		returns: [...usual, ...uncached, "content-disposition", "content-length"],
	},
	shortLink: {
		path: `${shortLinkPath}:code`,
		methods: ["GET", "HEAD"],
		hasCallerId: true,
		takes: linkRequest,
		returns: [...usual, ...uncached, "location"],
	},
	brandImage: {
		path: `${brandImagePath}:hash`,
		methods: ["GET", "HEAD"],
		takes: ["if-none-match"],
		returns: [...cached, "content-type", "content-length"],
	},
	paymentEvents: {
		path: paymentEventsPath,
		methods: ["POST"],
		takes: ["content-type", "content-length", "stripe-signature"],
		returns: ["retry-after"],
		mostBytes: largestPaymentEvent,
	},
	telegram: {
		path: telegramPath,
		methods: ["POST"],
		takes: ["content-type", "content-length", "x-telegram-bot-api-secret-token"],
		returns: ["retry-after"],
		mostBytes: largestTelegramUpdate,
	},
	calls: {
		path: `${callPath}:token`,
		methods: ["POST"],
		takes: ["content-type", "content-length", "x-twilio-signature"],
		returns: ["content-type", "retry-after"],
		mostBytes: 16 * 1024,
	},
	verify: { path: verifyPath, methods: ["GET"], takes: [], returns: ["content-type", "retry-after"] },
} as const satisfies Record<string, DirectEndpoint>;

export type DirectName = keyof typeof directEndpoints;

type Table = typeof directEndpoints;
type CallerId<Name extends DirectName> = Table[Name] extends { hasCallerId: true }
	? typeof headerNames.callerRequestId
	: never;

export type TakenHeader<Name extends DirectName> =
	| Table[Name]["takes"][number]
	| CallerId<Name>
	| typeof headerNames.requestId
	| "x-forwarded-for";
export type ReturnedHeader<Name extends DirectName> = Table[Name]["returns"][number];
