import type { ErrorCode } from "./error-codes";

/** The same call may succeed later. */
export const retriedCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
	"DATA_EXPORT_RUNNING",
	"REPORT_RUN_LIMIT",
	"REPORT_READS_DEVICE",
	"LOG_ARCHIVE_UNAVAILABLE",
	"SESSION_UNCHECKED",
	"CREDENTIALS_UNAVAILABLE",
	"RESEND",
	"TOO_MANY_REQUESTS",
	"INTERNAL",
	"UPDATE_UNDER_WAY",
	"UPSTREAM_UNREACHABLE",
	"UPSTREAM_BAD_ANSWER",
	"UPSTREAM_TIMEOUT",
]);
