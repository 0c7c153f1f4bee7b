import { reasonOf } from "./base/event-log";
import { HttpError, upstreamUnreachable } from "./base/http-error";
import { ownBackendHeaders } from "./forward/header-policy";
import type { ConsoleContext } from "./services/console";
import { endingIn } from "./session/ended-sessions";
import { endFromInside } from "./session/session-endings";

export async function live(c: ConsoleContext): Promise<Response> {
	const { raw } = c.req;
	const session = c.get("session");
	const headers = ownBackendHeaders(raw, c.get("requestId"), session);
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
	const why = endingIn(response);
	if (why !== null) {
		endFromInside(c.get("services"), c.get("context"), { tokens: session.tokens, why });
		throw new HttpError("SessionEnded");
	}
	throw status === 403 ? new HttpError("NoAccess") : upstreamUnreachable(`status ${status}`);
}
