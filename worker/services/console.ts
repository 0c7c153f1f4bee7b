import type { Context, Handler, MiddlewareHandler } from "hono";
import type { AuthEvent, RequestLog } from "../base/event-log";
import type { RequestContext, SignedIn } from "../session/session";
import type { Bindings } from "../settings/bindings";
import type { Deployment, Services } from "./services";

/** What the middleware of a route has gathered for its handler. */
export type Console = {
	Bindings: Bindings;
	Variables: {
		requestId: string;
		log: RequestLog;
		deployment: Deployment;
		/** From `ready` on. */
		services: Services;
		/** From `ready` on: what sessions need of this request, with its cookies and those that its response sets. */
		context: RequestContext;
		/** From a middleware of sessions on; undefined for a guest. */
		session: SignedIn;
		/** The name of what ended the request, where something did. */
		refusal: string;
		/** In `/api/auth/`: a denial is logged as its failure. */
		event: AuthEvent;
	};
};

export type ConsoleContext = Context<Console>;
export type ConsoleHandler = Handler<Console>;
export type Middleware = MiddlewareHandler<Console>;
