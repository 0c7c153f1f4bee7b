import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";

/**
 * Every expected failure of a tRPC call. The code is sent as `error.data.reason`. `trpc`: code and HTTP status of the
 * envelope.
 * `retry`: the same call may succeed later.
 */
export const errorCodes = {
	NO_ACCOUNT: { trpc: "FORBIDDEN", retry: false },
	NO_ACCESS: { trpc: "FORBIDDEN", retry: false },
	SECOND_STEP_REQUIRED: { trpc: "FORBIDDEN", retry: false },
	SECOND_STEP_MISSING: { trpc: "CONFLICT", retry: false },
	NOT_PERMITTED: { trpc: "FORBIDDEN", retry: false },
	MEMBERSHIP_LIMIT: { trpc: "CONFLICT", retry: false },
	/** The caller has several accounts and names none, as a page of the previous release does. Nothing was done. */
	RELOAD: { trpc: "PRECONDITION_FAILED", retry: false },
	EMAIL_NOT_VERIFIED: { trpc: "FORBIDDEN", retry: false },
	INVITATION_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	INVITATION_EXPIRED: { trpc: "CONFLICT", retry: false },
	INVITATION_REVOKED: { trpc: "CONFLICT", retry: false },
	INVITATION_USED: { trpc: "CONFLICT", retry: false },
	INVITATION_OTHER_ADDRESS: { trpc: "FORBIDDEN", retry: false },
	ALREADY_INVITED: { trpc: "CONFLICT", retry: false },
	ALREADY_A_USER: { trpc: "CONFLICT", retry: false },
	INVITATION_LIMIT: { trpc: "CONFLICT", retry: false },
	DELETION_PLANNED: { trpc: "CONFLICT", retry: false },
	DATA_EXPORT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	DATA_EXPORT_RUNNING: { trpc: "CONFLICT", retry: true },
	DEVICE_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	GROUP_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	ALERT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	ALERT_EVENT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	ALERT_COMMENT_LIMIT: { trpc: "CONFLICT", retry: false },
	SAMPLE_THERE: { trpc: "CONFLICT", retry: false },
	SAMPLE_NOT_THERE: { trpc: "CONFLICT", retry: false },
	SAMPLE_NAME_TAKEN: { trpc: "CONFLICT", retry: false },
	PLANNED_MUTE_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	ALERT_LIMIT: { trpc: "CONFLICT", retry: false },
	ALERT_NAMES_LIMIT: { trpc: "CONFLICT", retry: false },
	REPORT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	REPORT_HAS_NO_FILE: { trpc: "CONFLICT", retry: false },
	REPORT_LIMIT: { trpc: "CONFLICT", retry: false },
	REPORT_RUN_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	REPORT_RUN_OVER: { trpc: "CONFLICT", retry: false },
	REPORT_RUN_LIMIT: { trpc: "CONFLICT", retry: true },
	REPORT_SIGNED: { trpc: "CONFLICT", retry: false },
	/** The device's readings stay until the report is made. */
	REPORT_READS_DEVICE: { trpc: "CONFLICT", retry: true },
	REPORT_FILE_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	/** Some runs cover more than the caller sees, and would be deleted too. */
	REPORT_RUNS_HIDDEN: { trpc: "CONFLICT", retry: false },
	REPORT_SENDS_LIMIT: { trpc: "CONFLICT", retry: false },
	REPORT_FILES_TOO_MANY: { trpc: "CONFLICT", retry: false },
	CONTACT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	WEBHOOK_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	CONTACT_GROUP_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	CONTACT_LIMIT: { trpc: "CONFLICT", retry: false },
	CONTACT_GROUP_LIMIT: { trpc: "CONFLICT", retry: false },
	/** An alert rule or report would lose its last recipient. */
	CONTACT_NEEDED: { trpc: "CONFLICT", retry: false },
	VIEW_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	VIEW_LIMIT: { trpc: "CONFLICT", retry: false },
	INTEGRATION_MESSAGE_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	MESSAGE_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	/** On its way, delivered, or a code. */
	MESSAGE_NOT_RESENDABLE: { trpc: "CONFLICT", retry: false },
	USER_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	SESSION_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	/** The password was not entered for this action within two minutes, or was used already. */
	IDENTITY_NOT_CONFIRMED: { trpc: "FORBIDDEN", retry: false },
	OWN_SESSIONS: { trpc: "CONFLICT", retry: false },
	OWN_ACCESS: { trpc: "CONFLICT", retry: false },
	LAST_OWNER: { trpc: "CONFLICT", retry: false },
	USER_DISABLED: { trpc: "CONFLICT", retry: false },
	SERIAL_NUMBER_TAKEN: { trpc: "CONFLICT", retry: false },
	CHANGED_MEANWHILE: { trpc: "CONFLICT", retry: false },
	/** Used with another input or procedure. Nothing was done. */
	REQUEST_KEY_REUSED: { trpc: "UNPROCESSABLE_CONTENT", retry: false },
	/** An earlier call with the key ran, but its response is lost. Nothing more was done. */
	REQUEST_DONE: { trpc: "CONFLICT", retry: false },
	/** Something that refers to the group would be empty without it. */
	GROUP_IN_USE: { trpc: "CONFLICT", retry: false },
	CHANNEL_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	CHANNEL_HAS_READINGS: { trpc: "CONFLICT", retry: false },
	UNDO_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	DEVICE_LIMIT: { trpc: "CONFLICT", retry: false },
	GROUP_LIMIT: { trpc: "CONFLICT", retry: false },
	DEVICE_ARCHIVED: { trpc: "CONFLICT", retry: false },
	API_KEY_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	WALL_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	INTEGRATION_KEY_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	IMPORT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	FILE_FORMAT_NOT_FOUND: { trpc: "NOT_FOUND", retry: false },
	FILE_FORMAT_LIMIT: { trpc: "CONFLICT", retry: false },
	IMPORT_SETTLED: { trpc: "CONFLICT", retry: false },
	/** Gaps need every reading of the span. */
	TOO_MANY_READINGS: { trpc: "BAD_REQUEST", retry: false },
	/** More reads than one batch, or one person within seconds, may take. */
	TOO_MUCH_WORK: { trpc: "TOO_MANY_REQUESTS", retry: false },
	LOG_ARCHIVE_UNAVAILABLE: { trpc: "SERVICE_UNAVAILABLE", retry: true },
	SIGNED_OUT: { trpc: "UNAUTHORIZED", retry: false },
	SESSION_ENDED: { trpc: "UNAUTHORIZED", retry: false },
	/** The page belongs to another person than the session. Nothing was done. */
	OTHER_PERSON: { trpc: "CONFLICT", retry: false },
	SESSION_UNCHECKED: { trpc: "SERVICE_UNAVAILABLE", retry: true },
	ID_TOKEN_MISSING: { trpc: "FORBIDDEN", retry: false },
	CREDENTIALS_REFUSED: { trpc: "FORBIDDEN", retry: false },
	CREDENTIALS_UNAVAILABLE: { trpc: "SERVICE_UNAVAILABLE", retry: true },
	RESEND: { trpc: "SERVICE_UNAVAILABLE", retry: true },
	CROSS_SITE: { trpc: "FORBIDDEN", retry: false },
	BATCH_TOO_LARGE: { trpc: "BAD_REQUEST", retry: false },
	BAD_PROCEDURE_PATH: { trpc: "BAD_REQUEST", retry: false },
	URL_TOO_LONG: { trpc: "BAD_REQUEST", retry: false },
	INPUT_NOT_READABLE: { trpc: "BAD_REQUEST", retry: false },
	BODY_TOO_LARGE: { trpc: "PAYLOAD_TOO_LARGE", retry: false },
	METHOD_NOT_SUPPORTED: { trpc: "METHOD_NOT_SUPPORTED", retry: false },
	MEDIA_TYPE_NOT_SUPPORTED: { trpc: "UNSUPPORTED_MEDIA_TYPE", retry: false },
	CLIENT_OUTDATED: { trpc: "PRECONDITION_FAILED", retry: false },
	TOO_MANY_REQUESTS: { trpc: "TOO_MANY_REQUESTS", retry: true },
	CONFIGURATION: { trpc: "INTERNAL_SERVER_ERROR", retry: false },
	INTERNAL: { trpc: "INTERNAL_SERVER_ERROR", retry: true },
	/** A newer release has begun. Nothing was done. */
	UPDATE_UNDER_WAY: { trpc: "SERVICE_UNAVAILABLE", retry: true },
	UPSTREAM_UNREACHABLE: { trpc: "BAD_GATEWAY", retry: true },
	UPSTREAM_REFUSED_SESSION: { trpc: "BAD_GATEWAY", retry: false },
	UPSTREAM_BAD_ANSWER: { trpc: "BAD_GATEWAY", retry: true },
	UPSTREAM_TIMEOUT: { trpc: "GATEWAY_TIMEOUT", retry: true },
} as const satisfies Record<string, { trpc: TRPC_ERROR_CODE_KEY; retry: boolean }>;

export type ErrorCode = keyof typeof errorCodes;

export function isErrorCode(value: unknown): value is ErrorCode {
	return typeof value === "string" && Object.hasOwn(errorCodes, value);
}
