import { trpcServer } from "@hono/trpc-server";
import { Hono, type Context as HonoContext } from "hono";
import { limits } from "../shared/limits";
import type { AccountContext, Context, VisitorContext } from "./base/context";
import { faultText, reportFault } from "./base/report-error";
import { appRouter } from "./router";

const endpoint = "/api/proxy";

type Served = { Bindings: { context: VisitorContext | AccountContext } };

const app = new Hono<Served>().use(
	`${endpoint}/*`,
	trpcServer({
		router: appRouter,
		endpoint,
		maxBatchSize: limits.batchCalls,
		allowMethodOverride: true,
		createContext: (_, { env, req }: HonoContext<Served>): Context => ({
			...env.context,
			method: req.method,
			hasProcedure,
		}),
		onError: ({ error, path, ctx }) => {
			if (error.code !== "INTERNAL_SERVER_ERROR") return;
			const { message, stack } = faultText(error.cause ?? error);
			const place = ctx?.kind === "member" ? "account" : "backend";
			reportFault(error.cause ?? error, { place, event: "internal-error", requestId: ctx?.requestId, name: path });
			console.error(JSON.stringify({ event: "internal-error", path, requestId: ctx?.requestId, message, stack }));
		},
	}),
);

export async function serveRouter(request: Request, context: VisitorContext | AccountContext): Promise<Response> {
	return app.fetch(request, { context });
}

function hasProcedure(path: string): boolean {
	return Object.hasOwn(appRouter._def.procedures, path);
}
