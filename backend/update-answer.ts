import { linkPath } from "../shared/links";
import { livePath } from "../shared/live";
import { trpcErrorResponse } from "./base/errors";
import { refuse, serverFaults } from "./ingest/refusals";
import { updatingPage } from "./link/link-endpoint";
import { refuseListener } from "./live/live-endpoint";

/** For devices and programs, which send again. Screens ask again by themselves, and sooner. */
const retryAfterSeconds = 60;

/** What any request is answered while a newer release begins: nothing was done, and it may be sent again. */
export function updateAnswer(request: Request, requestId: string): Response | Promise<Response> {
	const { pathname } = new URL(request.url);
	if (pathname.startsWith(linkPath)) return updatingPage(retryAfterSeconds);
	if (pathname === livePath) return refuseListener("updating", requestId);
	const isForPrograms = pathname.startsWith("/api/ingest/") || pathname === "/api/export";
	if (isForPrograms) return refuse(serverFaults.updating, requestId, retryAfterSeconds);
	return trpcErrorResponse("UPDATE_UNDER_WAY", "A newer release has begun", requestId);
}
