import type { Context, Handler, MiddlewareHandler } from "hono";
import type { AuthEvent, RequestLog } from "../base/event-log";
import type { RequestContext, SignedIn } from "../session/session";
import type { Bindings } from "../settings/bindings";
import type { Deployment, Services } from "./services";

export type Console = {
	Bindings: Bindings;
	Variables: {
		requestId: string;
		log: RequestLog;
		deployment: Deployment;
		services: Services;
		context: RequestContext;
		session: SignedIn;
		refusal: string;
		event: AuthEvent;
	};
};

export type ConsoleContext = Context<Console>;
export type ConsoleHandler = Handler<Console>;
export type Middleware = MiddlewareHandler<Console>;
