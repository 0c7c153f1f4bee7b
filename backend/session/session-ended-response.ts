import { headerNames } from "../../shared/limits";
import { trpcErrorResponse } from "../trpc-error-response";

/** The 401 at which the console expires the session's cookies. */
export function sessionEndedResponse(requestId: string): Response {
	const response = trpcErrorResponse("SESSION_ENDED", "Session ended", requestId);
	response.headers.set(headerNames.session, "ended");
	return response;
}
