import { limits, serverLimits } from "../../shared/base/limits";
import type { UploadRejection } from "../../shared/ingest/ingest";
import { authErrors } from "../../shared/session/auth-errors";
import { jsonWith, type ResponseWith } from "../base/direct-response";
import type { QuotaRejection } from "./quota";

export type Rejection = { status: 400 | 401 | 404 | 405 | 410 | 413 | 415 | 429 | 507; name: string; message: string };

export const rejections = {
	unknownEndpoint: { status: 404, name: "NotFound", message: "No such address." },
	method: { status: 405, name: "MethodNotAllowed", message: "Readings are posted." },
	deviceKey: { status: 401, name: "InvalidKey", message: "The device key is missing or not valid." },
	integrationKey: { status: 401, name: "InvalidKey", message: "The integration key is missing or not valid." },
	accountGone: {
		status: 410,
		name: "AccountGone",
		message: "The account of this key is deleted. Nothing is taken for it any more: stop sending, or use another key.",
	},
	jsonType: { status: 415, name: "UnsupportedMediaType", message: "The body must be application/json." },
	csvType: { status: 415, name: "UnsupportedMediaType", message: "The body must be text/csv." },
	encoding: { status: 415, name: "UnsupportedEncoding", message: "The body may be plain or gzip." },
	tooLarge: {
		status: 413,
		name: "BodyTooLarge",
		message: `The body may have ${serverLimits.ingestBodyBytes} bytes once inflated.`,
	},
	unreadable: { status: 400, name: "UnreadableBody", message: "The body is not what its media type or gzip says." },
	readingsShape: {
		status: 400,
		name: "InvalidBody",
		message: `The body must be {"readings": […]} with 1 to ${limits.ingestReadings} entries.`,
	},
	messageShape: {
		status: 400,
		name: "InvalidBody",
		message: `The body must be a message of the network server, with at most ${limits.ingestReadings} values.`,
	},
	chirpStackVersion: {
		status: 400,
		name: "InvalidBody",
		message:
			"This is an event of ChirpStack version 3, and version 4 is read here. Upgrade to ChirpStack 4 and add an HTTP " +
			"integration with the payload encoding JSON: its events have a deviceInfo.",
	},
	chirpStackAddress: {
		status: 400,
		name: "InvalidBody",
		message: "This is a message of The Things Stack: post it to the-things-stack, not to chirpstack.",
	},
	theThingsStackVersion: {
		status: 400,
		name: "InvalidBody",
		message:
			"This is a message of The Things Network version 2, and version 3 is read here. Add a custom webhook with the " +
			"format JSON in The Things Stack 3: its messages have end_device_ids.",
	},
	theThingsStackAddress: {
		status: 400,
		name: "InvalidBody",
		message: "This is an event of ChirpStack: post it to chirpstack, not to the-things-stack.",
	},
	fileShape: {
		status: 400,
		name: "InvalidBody",
		message:
			`The first line must name the columns serial, time, channel and value, or serial, time and the channels; ` +
			`at most ${limits.ingestReadings} readings of ${limits.ingestDevices} devices.`,
	},
	tooManyReadings: {
		status: 400,
		name: "InvalidBody",
		message:
			`A message may have ${limits.ingestReadings} values that the recipe chooses, of ${limits.ingestDevices} devices. ` +
			"Send it in parts.",
	},
	tooManyUploads: { status: 429, name: "TooManyUploads", message: "Too many uploads within a minute. Send it again." },
	dailyQuota: {
		status: 429,
		name: "DailyQuotaReached",
		message: `A device may send ${serverLimits.ingestReadingsPerDay} readings on one UTC day. Send it again tomorrow.`,
	},
	storageFull: {
		status: 507,
		name: "StorageFull",
		message: "The account's storage is full, and new readings are refused. Keep them and send them again later.",
	},
} as const satisfies Record<string, Rejection>;

export const quotaRejections = {
	"too-many-uploads": rejections.tooManyUploads,
	"daily-quota": rejections.dailyQuota,
	"storage-full": rejections.storageFull,
} as const satisfies Record<QuotaRejection["refusal"], Rejection>;

export const bodyRejections: ReadonlyMap<string, UploadRejection> = new Map<string, UploadRejection>([
	[rejections.jsonType.name, "wrong-media-type"],
	[rejections.encoding.name, "wrong-encoding"],
	[rejections.tooLarge.name, "body-too-large"],
	[rejections.unreadable.name, "unreadable-body"],
	[rejections.readingsShape.name, "invalid-body"],
]);

export type Fault = (typeof serverFaults)[keyof typeof serverFaults];

/** `retryAfterSeconds`: when the same upload will be accepted. */
export function reject(
	rejection: Rejection | Fault,
	requestId: string,
	retryAfterSeconds?: number,
): ResponseWith<"content-type" | "allow" | "retry-after"> {
	const { status, name, message } = rejection;
	const headers = {
		...(status === 405 && { allow: "POST" }),
		...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
	};
	return jsonWith({ error: { name, message, requestId } }, { status, headers });
}

/** Errors of the server: the sender must retry. */
export const serverFaults = {
	internal: { status: 500, name: "InternalError", message: "Internal error" },
	unreachable: {
		status: authErrors.UpstreamUnreachable.status,
		name: "UpstreamUnreachable",
		message: authErrors.UpstreamUnreachable.message,
	},
	misconfigured: { status: 503, name: "Misconfigured", message: "Settings not valid" },
	updating: {
		status: 503,
		name: "UpdateUnderWay",
		message: "The console is being updated. Keep it and send it again.",
	},
	overloaded: {
		status: 503,
		name: "Overloaded",
		message: "More is sent to this account than it can take at once. Keep it and send it again.",
	},
} as const;
