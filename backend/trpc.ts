import { initTRPC, type TRPCDefaultErrorShape } from "@trpc/server";
import superjson from "superjson";
import type { ErrorCode } from "../shared/error-codes";
import { type Capability, can } from "../shared/permissions";
import type { Context } from "./context";
import { domainError, fieldsOf, reasonOf, toTrpcError } from "./errors";

/** `capability: null` is spelled where a signed-in person needs no membership. */
type ProcedureMeta = { capability: Capability | null };

type ErrorData = TRPCDefaultErrorShape["data"] & {
	reason?: ErrorCode;
	fields?: Record<string, string>;
	requestId?: string;
};

const t = initTRPC
	.context<Context>()
	.meta<ProcedureMeta>()
	.create({
		// The bundler's NODE_ENV does not reach tRPC: left to itself it would send stack traces.
		isDev: false,
		transformer: superjson,
		errorFormatter({ shape, error, path, ctx }) {
			const reason = reasonOf(error.cause);
			const fields = fieldsOf(error.cause);
			const requestId = ctx?.requestId;
			// Absent rather than undefined, which superjson would send as null beside a note.
			const data: ErrorData = {
				...shape.data,
				...(reason && { reason }),
				...(fields && { fields }),
				...(requestId && { requestId }),
			};
			if (error.code === "INTERNAL_SERVER_ERROR") return { ...shape, message: "Internal error", data };
			if (ctx && path !== undefined && !ctx.hasProcedure(path)) {
				const type = ctx.method === "GET" ? "query" : "mutation";
				return { ...shape, message: `No "${type}"-procedure on path "${path}"`, data };
			}
			// A schema's own message is its issues as JSON; `fields` holds them.
			return { ...shape, message: fields ? "Input not valid" : shape.message, data };
		},
	});

export const router = t.router;

const baseProcedure = t.procedure.use(async ({ next }) => {
	const result = await next();
	if (result.ok) return result;
	throw toTrpcError(result.error.cause) ?? result.error;
});

/** A procedure for active members whose role holds the capability. */
export function procedureFor(capability: Capability) {
	return baseProcedure.meta({ capability }).use(({ ctx, next }) => {
		if (ctx.kind === "visitor") throw domainError("NO_ACCOUNT");
		const { user } = ctx;
		if (user?.status !== "active") throw domainError("NO_ACCESS");
		if (!can(user.role, capability)) throw domainError("NOT_PERMITTED", { capability });
		return next({ ctx: { ...ctx, user } });
	});
}

/** A procedure for whoever is signed in, member of an account or not. */
export const procedureForSignedIn = baseProcedure.meta({ capability: null });
