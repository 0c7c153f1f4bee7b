import type { TRPC_ERROR_CODE_KEY } from "@trpc/server/rpc";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
import { type AccountEnding, accountEndingNames, accountEndings } from "../../shared/session/session-endings";
import { sessionHeaders } from "../../shared/session/session-limits";

type Denial = { status: 400 | 401 | 403 | 404 | 405 | 412 | 413 | 416 | 429 | 500 | 502 | 503; message: string };

const denials = {
	MethodNotAllowed: { status: 405, message: "A file is a download: GET." },
	InvalidQuery: { status: 400, message: "The export's query is not valid." },
	TooManyColumns: {
		status: 400,
		message: "This export would have too many columns. Choose one row for each reading, or fewer devices.",
	},
	TooManyReadings: {
		status: 400,
		message: "There are too many readings to look for gaps in. Choose a shorter range or fewer devices.",
	},
	SignedOut: { status: 401, message: "You are signed out. Sign in to continue." },
	SessionEnded: { status: 401, message: "This session has been ended. Sign in again." },
	SessionIdle: { status: 401, message: "You were signed out, because nothing was done for a while. Sign in again." },
	SessionOnlySso: { status: 401, message: "This account is open to sign-ins by its company's own service alone." },
	SessionTooOld: { status: 401, message: "Your sign-in is older than this account allows. Sign in again." },
	SessionUnchecked: { status: 503, message: "The session could not be checked just now. Try again." },
	NoAccount: { status: 403, message: "You're not a member of an account yet." },
	NoAccess: { status: 403, message: "You are not, or no longer, a member of this account." },
	SecondStepRequired: {
		status: 403,
		message: "This account requires a second step when you sign in. Set it up in your profile first.",
	},
	NotPermitted: { status: 403, message: "Your role may not export the log." },
	DeviceNotFound: { status: 404, message: "One of the devices does not exist." },
	GroupNotFound: { status: 404, message: "One of the groups does not exist." },
	FileNotFound: { status: 404, message: "This file does not exist any more." },
	FileNotPermitted: { status: 403, message: "Your role does not open this file." },
	RunNotFound: { status: 404, message: "One of these runs does not exist any more." },
	NoFiles: { status: 404, message: "None of these runs has a file." },
	TooManyFiles: { status: 413, message: "One download takes 400 files and 512 MiB at most. Choose fewer runs." },
	FileChanged: { status: 412, message: "The file is not the one of which a part is there. Download it again." },
	RangeOutside: { status: 416, message: "The file has no such part." },
	TooMuchWork: {
		status: 429,
		message: "This is too much to read at once. Choose a shorter range or fewer devices, or try again in a moment.",
	},
	FileUnavailable: { status: 502, message: "The file could not be read just now. Try again." },
	LogUnavailable: { status: 502, message: "The log could not be read just now. Try again." },
	InternalError: { status: 500, message: "The export failed. Try again; if it stays, quote the request id." },
} as const satisfies Record<string, Denial>;

type ExportDenial = keyof typeof denials;

type Details = { requestId: string; fields?: Record<string, string> | undefined };

export function denyExport(name: ExportDenial, { requestId, fields }: Details): Response {
	const { status, message } = denials[name];
	const response = Response.json({ error: { name, message, requestId, ...(fields && { fields }) } }, { status });
	if (status === 405) response.headers.set("allow", "GET");
	// The console deletes the session's cookies by these headers.
	const ending = accountEndingNames.find((each) => endingDenials[each] === name);
	if (ending !== undefined) {
		response.headers.set(sessionHeaders.state, "ended");
		response.headers.set(sessionHeaders.reason, ending);
	}
	return response;
}

const endingDenials: Record<AccountEnding, ExportDenial> = {
	endedByBackend: "SessionEnded",
	idle: "SessionIdle",
	tooOld: "SessionTooOld",
	onlySso: "SessionOnlySso",
};

const names: Partial<Record<ErrorCode, ExportDenial>> = {
	NO_ACCOUNT: "NoAccount",
	NO_ACCESS: "NoAccess",
	SECOND_STEP_REQUIRED: "SecondStepRequired",
	NOT_PERMITTED: "NotPermitted",
	DEVICE_NOT_FOUND: "DeviceNotFound",
	GROUP_NOT_FOUND: "GroupNotFound",
	REPORT_FILE_NOT_FOUND: "FileNotFound",
	ATTACHMENT_NOT_FOUND: "FileNotFound",
	REPORT_RUN_NOT_FOUND: "RunNotFound",
	REPORT_HAS_NO_FILE: "NoFiles",
	REPORT_FILES_TOO_MANY: "TooManyFiles",
	REPORT_NOT_FOUND: "FileNotFound",
	DATA_EXPORT_NOT_FOUND: "FileNotFound",
	TOO_MANY_READINGS: "TooManyReadings",
	...Object.fromEntries(accountEndingNames.map((ending) => [accountEndings[ending], endingDenials[ending]])),
};

const namesByEnvelope: Partial<Record<TRPC_ERROR_CODE_KEY, ExportDenial>> = {
	FORBIDDEN: "NoAccess",
	UNAUTHORIZED: "SignedOut",
	NOT_FOUND: "FileNotFound",
	TOO_MANY_REQUESTS: "TooMuchWork",
};

type Denied = { reason?: ErrorCode; fields?: Record<string, string> };

/** An account's object denied a call. A retry would be denied too. */
export class CallDeniedError extends Error {
	readonly denial: ExportDenial;
	readonly fields: Record<string, string> | undefined;

	constructor({ reason, fields }: Denied) {
		super(`Refused: ${reason ?? "input"}`);
		this.name = "CallRefusedError";
		const named = reason && (names[reason] ?? namesByEnvelope[errorCodes[reason]]);
		this.denial = named ?? (fields ? "InvalidQuery" : "InternalError");
		this.fields = fields;
	}
}
