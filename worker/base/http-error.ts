import type { ErrorCode } from "../../shared/errors/error-codes";
import type { AuthErrorName } from "../../shared/session/auth-errors";
import type { LogEvent } from "./event-log";

export type HttpErrorDetails = {
	/** For the operator's log: a name or a fixed phrase, never user input. */
	reason?: string;
	/** The logged name, where the response must not reveal it. */
	loggedName?: AuthErrorName;
	message?: string;
	shown?: string;
	retryAfterSeconds?: number;
	/** Cognito's request id, for AWS support. */
	cognitoRequestId?: string;
	/** The methods that the address has. */
	allow?: string;
	/** What was denied, where the name alone does not say it; `session-unknown`: it could not be checked. */
	about?: "settings" | "session" | "session-unknown";
	/** How the log calls it, where it is no denial to the operator; null: it is logged already. */
	event?: LogEvent["event"] | null;
};

/** Ends a request with a name of the catalogues. Thrown anywhere; `worker/error-response.ts` logs and answers it. */
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
