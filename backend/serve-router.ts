import { trpcServer } from "@hono/trpc-server";
import { Hono, type Context as HonoContext } from "hono";
import { limits } from "../shared/limits";
import { acceptsPackedDevices } from "../shared/packed-devices";
import type { AccountContext, Context, VisitorContext } from "./context";
import { appRouter } from "./router";

const endpoint = "/api/proxy";

type Served = { Bindings: { context: VisitorContext | AccountContext } };

/** The router over HTTP, made once; who asks comes with each request. */
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
			readsPackedDevices: acceptsPackedDevices(req.header("accept") ?? ""),
		}),
		onError: ({ error, path, ctx }) => {
			if (error.code !== "INTERNAL_SERVER_ERROR") return;
			const { message, stack } = error.cause ?? error;
			console.error(JSON.stringify({ event: "internal-error", path, requestId: ctx?.requestId, message, stack }));
		},
	}),
);

/** Answers one tRPC request; `context` is made once, for all calls of a batch. */
export async function serveRouter(request: Request, context: VisitorContext | AccountContext): Promise<Response> {
	const response = await app.fetch(request, { context });
	const isStream = response.headers.has("transfer-encoding") || !isJson(response);
	return isStream || response.body === null ? response : withLength(response);
}

function isJson({ headers }: Response): boolean {
	return headers.get("content-type") === "application/json";
}

/** Whoever reads the answer is spared to count it: a known length is read in one go. */
async function withLength(response: Response): Promise<Response> {
	const body = await response.arrayBuffer();
	const measured = new Response(body, response);
	measured.headers.set("content-length", String(body.byteLength));
	return measured;
}

function hasProcedure(path: string): boolean {
	return Object.hasOwn(appRouter._def.procedures, path);
}
