import { trpcServer } from "@hono/trpc-server";
import { Hono } from "hono";
import { limits } from "../shared/limits";
import type { AccountContext, Context, VisitorContext } from "./context";
import { appRouter } from "./router";

const endpoint = "/api/proxy";

/** Answers one tRPC request; `context` is made once, for all calls of a batch. */
export async function serveRouter(request: Request, context: VisitorContext | AccountContext): Promise<Response> {
	const app = new Hono().use(
		`${endpoint}/*`,
		trpcServer({
			router: appRouter,
			endpoint,
			maxBatchSize: limits.batchCalls,
			allowMethodOverride: true,
			createContext: (): Context => ({ ...context, method: request.method, hasProcedure }),
			onError: ({ error, path }) => {
				if (error.code !== "INTERNAL_SERVER_ERROR") return;
				const { message, stack } = error.cause ?? error;
				console.error(JSON.stringify({ event: "internal-error", path, requestId: context.requestId, message, stack }));
			},
		}),
	);
	return app.fetch(request);
}

function hasProcedure(path: string): boolean {
	return Object.hasOwn(appRouter._def.procedures, path);
}
