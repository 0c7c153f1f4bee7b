import { trpcServer } from "@hono/trpc-server";
import { Hono, type Context as HonoContext } from "hono";
import { serverLimits } from "../shared/base/limits";
import { requestKeyHeader } from "../shared/base/request-key";
import type { AccountContext, Context, VisitorContext } from "./base/context";
import { recordFault } from "./base/event-log";
import { faultText } from "./base/report-error";
import { parseRequestKeys } from "./base/request-keys";
import { appRouter } from "./router";

const endpoint = "/api/proxy";

type Served = { Bindings: { context: VisitorContext | AccountContext } };

const app = new Hono<Served>().use(
	`${endpoint}/*`,
	trpcServer({
		router: appRouter,
		endpoint,
		maxBatchSize: serverLimits.batchCalls,
		allowMethodOverride: true,
		// Reuses the request's own object: a copy of its many fields is slow.
		createContext: ({ info }, { env, req }: HonoContext<Served>): Context =>
			Object.assign(env.context, {
				method: req.method,
				hasProcedure,
				requestKeys: parseRequestKeys(req.header(requestKeyHeader), info.calls.length),
			}),
		onError: ({ error, path, ctx }) => {
			if (error.code !== "INTERNAL_SERVER_ERROR") return;
			const fault = error.cause ?? error;
			const line = { event: "internal-error", path, requestId: ctx?.requestId, ...faultText(fault) } as const;
			recordFault(fault, ctx?.kind === "member" ? "account" : "backend", line);
		},
	}),
);

export async function serveRouter(request: Request, context: VisitorContext | AccountContext): Promise<Response> {
	return app.fetch(request, { context });
}

function hasProcedure(path: string): boolean {
	return Object.hasOwn(appRouter._def.procedures, path);
}
