import { initTRPC, type TRPCDefaultErrorShape, type TRPCError } from "@trpc/server";
import type { ErrorCode } from "../../shared/error-codes";
import { type Capability, can } from "../../shared/permissions";
import type { Context, MemberContext, Served } from "./context";
import { domainError, fieldsOf, reasonOf, toTrpcError } from "./errors";
import { wireTransformer } from "./wire-transformer";

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
		transformer: wireTransformer,
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
			return { ...shape, message: fields && !reason ? "Input not valid" : shape.message, data };
		},
	});

export const router = t.router;

/** Routers of several entities under one name of the wire. */
export const mergeRouters = t.mergeRouters;

/** A procedure for active members whose role holds the capability. One middleware, as each costs every call of a batch. */
export function procedureFor(capability: Capability) {
	return t.procedure.meta({ capability }).use(async ({ ctx, next }) => {
		const refusal = refusalFor(ctx, capability);
		if (refusal !== null) throw toTrpcError(refusal) ?? refusal;
		// No refusal: `ctx` is of a member, and `user` an active one whose role holds the capability.
		return orThrow(await next(asOfMember));
	});
}

/** Tells the types alone and leaves the context as it is: tRPC copies one that is given, field by field, at each call. */
const asOfMember = { ctx: undefined as unknown as MemberContext & Served };

function refusalFor(ctx: Context, capability: Capability): Error | null {
	if (ctx.kind === "visitor") return domainError("NO_ACCOUNT");
	if (ctx.user.status !== "active") return domainError("NO_ACCESS");
	return can(ctx.user.role, capability) ? null : domainError("NOT_PERMITTED", { capability });
}

/** A procedure for whoever is signed in, member of an account or not. */
export const procedureForSignedIn = t.procedure
	.meta({ capability: null })
	.use(async ({ next }) => orThrow(await next()));

/** An expected failure leaves by its own code, not as the internal error tRPC takes it for. */
function orThrow<Result extends { ok: true } | { ok: false; error: TRPCError }>(result: Result): Result {
	if (result.ok) return result;
	throw toTrpcError(result.error.cause) ?? result.error;
}
