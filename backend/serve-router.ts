import { trpcServer } from "@hono/trpc-server";
import { callTRPCProcedure, TRPCError } from "@trpc/server";
import { Hono, type Context as HonoContext } from "hono";
import type { Capability } from "../shared/account/permissions";
import { serverLimits } from "../shared/base/limits";
import { ownValue } from "../shared/base/own-value";
import { requestKeyHeader } from "../shared/base/request-key";
import type { AccountContext, Context, Procedures, VisitorContext } from "./base/context";
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

export const procedures: Procedures = {
	capabilityOf: (path) => mutationOf(path)?._def.meta?.capability ?? null,
	parse: (path, input) => {
		const inputs: unknown[] = mutationOf(path)?._def.inputs ?? [];
		try {
			return inputs.reduce((value, parser) => (parser as { parse(input: unknown): unknown }).parse(value), input); // all inputs are schemas
		} catch (cause) {
			throw new TRPCError({ code: "BAD_REQUEST", cause });
		}
	},
	call: async (ctx, path, input) => {
		const served: Context = { ...ctx, method: "POST", hasProcedure, requestKeys: [] };
		const request = { router: appRouter, path, type: "mutation", signal: undefined, batchIndex: 0 } as const;
		return callTRPCProcedure({ ...request, ctx: served, getRawInput: async () => input });
	},
};

type Mutation = { _def: { type: string; inputs: unknown[]; meta?: { capability: Capability | null } } };

function mutationOf(path: string): Mutation | null {
	const found = hasProcedure(path)
		? ownValue(appRouter._def.procedures as unknown as Record<string, Mutation>, path)
		: null; // tRPC types hide the inputs
	return found?._def.type === "mutation" ? found : null;
}

function hasProcedure(path: string): boolean {
	return Object.hasOwn(appRouter._def.procedures, path);
}
