import { headerNames } from "../shared/limits";

const safeForm = /^[\w-]{8,64}$/;

/** The console's id of a request, or a new one where there is none fit for a log line. */
export function requestIdOf(request: Request): string {
	const sent = request.headers.get(headerNames.requestId);
	return sent !== null && safeForm.test(sent) ? sent : crypto.randomUUID();
}
