import type { ErrorCode } from "../../shared/errors/error-codes";
import type { AuthErrorName } from "../../shared/session/auth-errors";
import type { LogEvent } from "./event-log";

export type HttpErrorDetails = {
	/** A name or a fixed phrase for the log, never user input. */
	reason?: string;
	loggedName?: AuthErrorName;
	message?: string;
	shown?: string;
	retryAfterSeconds?: number;
	cognitoRequestId?: string;
	allow?: string;
	about?: "settings" | "session" | "session-unknown";
	event?: LogEvent["event"] | null;
};

/** Ends a request with an error code. `worker/error-response.ts` logs it and builds the response. */
export class HttpError extends Error {
	override readonly name = "Refusal";

	constructor(
		readonly code: AuthErrorName | ErrorCode,
		readonly details: HttpErrorDetails = {},
	) {
		super(code);
	}
}

export function upstreamUnreachable(reason: string): HttpError {
	return new HttpError("UpstreamUnreachable", { event: "upstream-failed", reason });
}
