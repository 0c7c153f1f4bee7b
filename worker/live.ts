import { reasonOf } from "./base/event-log";
import { HttpError, upstreamUnreachable } from "./base/http-error";
import { ownBackendHeaders } from "./forward/header-policy";
import type { ConsoleContext } from "./services/console";
import { isEndedResponse } from "./session/ended-sessions";
import { endFromInside } from "./session/session-endings";

export async function live(c: ConsoleContext): Promise<Response> {
	const { raw } = c.req;
	const { tokens } = c.get("session");
	const headers = ownBackendHeaders(raw, c.get("requestId"), tokens);
	headers.set("upgrade", "websocket");
	const response = await c
		.get("deployment")
		.environment.backend.fetch(raw.url, { headers })
		.catch((error: unknown) => {
			throw upstreamUnreachable(reasonOf(error));
		});
	const { status, webSocket } = response;
	if (status === 101 && webSocket) return new Response(null, { status, webSocket });
	await response.body?.cancel();
	if (isEndedResponse(response)) {
		endFromInside(c.get("services"), c.get("context"), tokens);
		throw new HttpError("SessionEnded");
	}
	throw status === 403 ? new HttpError("NoAccess") : upstreamUnreachable(`status ${status}`);
}
