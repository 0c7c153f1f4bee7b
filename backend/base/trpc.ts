import { initTRPC, type TRPCDefaultErrorShape, type TRPCError } from "@trpc/server";
import { middlewareMarker } from "@trpc/server/unstable-core-do-not-import";
import { isClosedTo } from "../../shared/account/account";
import { NeededReason } from "../../shared/account/change-reasons";
import { NeededPerson } from "../../shared/account/four-eyes";
import { type Capability, can } from "../../shared/account/permissions";
import { requestKeyHeader } from "../../shared/base/request-key";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
import { errorSentences, hasErrorKeys } from "../../shared/errors/error-sentence";
import type { Audit, AuditSaved, Context, MemberContext } from "./context";
import { DomainError, domainError, InputError, keyedFieldsOf, reasonOf, toTrpcError } from "./errors";
import { wireTransformer } from "./wire-transformer";

/** Null: a signed-in user needs no membership. */
type ProcedureMeta = {
	capability: Capability | null;
	/** Why a mutation writes nothing to the audit log. */
	unaudited?: string;
	/** Allows members to call it before they set up the required second step. */
	isBeforeSecondStep?: true;
};

type ErrorData = TRPCDefaultErrorShape["data"] & {
	reason?: ErrorCode;
	fields?: Record<string, string>;
	fieldKeys?: Record<string, string>;
	requestId?: string;
	changedBy?: { name: string; isCaller: boolean };
	neededReason?: NeededReason;
	neededPerson?: NeededPerson;
};

const t = initTRPC
	.context<Context>()
	.meta<ProcedureMeta>()
	.create({
		// tRPC cannot see the bundler's NODE_ENV and would send stack traces.
		isDev: false,
		transformer: wireTransformer,
		errorFormatter({ shape, error, path, ctx }) {
			const reason = reasonOf(error.cause);
			const fieldKeys = keyedFieldsOf(error.cause);
			const fields = fieldKeys && errorSentences(fieldKeys);
			const requestId = ctx?.requestId;
			const changedBy = ctx && authorOf(ctx, error.cause);
			const neededReason = neededReasonOf(error.cause);
			const neededPerson = neededPersonOf(error.cause);
			// superjson would send undefined as null with an annotation.
			const data: ErrorData = {
				...shape.data,
				...(reason && { reason }),
				...(fields && { fields }),
				...(fieldKeys && hasErrorKeys(fieldKeys) && { fieldKeys }),
				...(requestId && { requestId }),
				...(changedBy && { changedBy }),
				...(neededReason && { neededReason }),
				...(neededPerson && { neededPerson }),
			};
			if (error.code === "INTERNAL_SERVER_ERROR") return { ...shape, message: "Internal error", data };
			if (ctx && path !== undefined && !ctx.hasProcedure(path)) {
				const type = ctx.method === "GET" ? "query" : "mutation";
				return { ...shape, message: `No "${type}"-procedure on path "${path}"`, data };
			}
			// The message of a schema error is its issues as JSON.
			return { ...shape, message: fields && !reason ? "Input not valid" : shape.message, data };
		},
	});

export const router = t.router;

export const mergeRouters = t.mergeRouters;

/** A mutation checks permissions after its input has arrived. No other code runs before its first await. */
export function procedureFor(capability: Capability, options: Omit<ProcedureMeta, "capability"> = {}) {
	const { unaudited, isBeforeSecondStep = false } = options;
	const meta = { capability, ...options };
	const denialFor = (ctx: Context) => denialOf(ctx, capability) ?? (isBeforeSecondStep ? null : missingStep(ctx));
	return t.procedure.meta(meta).use(async ({ ctx, next, type, path, getRawInput, batchIndex = 0 }) => {
		let input: unknown;
		if (type === "mutation" && ctx.kind === "member" && denialFor(ctx) === null) {
			input = await getRawInput();
			ctx.user = ctx.currentUser();
		}
		const denial = denialFor(ctx) ?? (type === "mutation" ? unnamedDenial(ctx) : null);
		if (denial !== null) throw toTrpcError(denial) ?? denial;
		if (ctx.kind === "member" && type === "query") await ctx.nextQuery();
		if (type === "query" || ctx.kind !== "member") return orThrow(await next(asOfMember));
		const run = async (own: Partial<MemberContext> & { keep?: AuditSaved }) => {
			const audit = startAudit(ctx, path, { keep: own.keep, input });
			// A copy, because each call of the batch has its own audit.
			const result = orThrow(await next({ ctx: { ...ctx, ...own, audit } satisfies MemberContext }));
			if (unaudited === undefined) audit.finish();
			return result;
		};
		return ctx.mutating(async () => {
			const key = keyOf(ctx, batchIndex);
			// A file cannot be compared as text: imports have their own keys.
			if (key === null || input instanceof FormData) return run({});
			const call = { key, action: path, input, user: ctx.user };
			try {
				const data = await ctx.once(call, async (own) => (await run(own)).data);
				return { ok: true as const, data, marker: middlewareMarker };
			} catch (error) {
				throw toTrpcError(error) ?? error;
			}
		});
	});
}

/** The account may require a second person or a reason for the change. */
type Started = { keep: AuditSaved | undefined; input: unknown };

function startAudit(ctx: MemberContext, path: string, { keep, input }: Started): Audit {
	try {
		return ctx.startAudit(path, keep, { input });
	} catch (error) {
		throw toTrpcError(error) ?? error;
	}
}

function keyOf({ requestKeys }: Context, batchIndex: number): string | null {
	if (requestKeys !== undefined) return requestKeys[batchIndex] ?? null;
	const error = new InputError({ "": `${requestKeyHeader} is one key for each call, of at most 255 characters.` });
	throw toTrpcError(error) ?? error;
}

/** Exists for the types only: tRPC copies a given context field by field at each call. */
const asOfMember = { ctx: undefined as unknown as MemberContext };

function denialOf(ctx: Context, capability: Capability): Error | null {
	if (ctx.kind === "visitor") return domainError(ctx.isElsewhere ? "NO_ACCESS" : "NO_ACCOUNT");
	if (ctx.user.status !== "active") return domainError("NO_ACCESS");
	return can(ctx.user.role, capability) ? null : domainError("NOT_PERMITTED", { capability });
}

function neededReasonOf(cause: unknown): NeededReason | undefined {
	const { success, data } = NeededReason.safeParse(cause instanceof DomainError ? cause.details : null);
	return success && reasonOf(cause) === "REASON_REQUIRED" ? data : undefined;
}

function neededPersonOf(cause: unknown): NeededPerson | undefined {
	if (reasonOf(cause) !== "SECOND_PERSON_REQUIRED" || !(cause instanceof DomainError)) return undefined;
	return NeededPerson.safeParse(cause.details).data;
}

/** A deleted entity may have belonged to a group outside the caller's scope. */
function authorOf(ctx: Context, cause: unknown): ErrorData["changedBy"] | null {
	if (ctx.kind !== "member" || ctx.isReadOnly || !(cause instanceof DomainError)) return null;
	const isGone = errorCodes[cause.code] === "NOT_FOUND" && ctx.user.scope === "all";
	const [entityId] = Object.values(cause.details);
	if (typeof entityId !== "string" || !(isGone || cause.code === "CHANGED_MEANWHILE")) return null;
	const { field } = cause.details;
	const author = ctx.lastAuthor(
		entityId,
		isGone ? "deleted" : "changed",
		typeof field === "string" ? field : undefined,
	);
	return author && { name: author.name, isCaller: author.id === ctx.user.id };
}

function missingStep(ctx: Context): Error | null {
	return ctx.kind === "member" && isClosedTo(ctx.user, ctx) ? domainError("SECOND_STEP_REQUIRED") : null;
}

/** The page may show another account than the default, which may have changed since. */
function unnamedDenial(ctx: Context): Error | null {
	return ctx.kind === "member" && ctx.isDefault ? domainError("RELOAD") : null;
}

export const procedureForSignedIn = t.procedure.meta({ capability: null }).use(async ({ ctx, next, type }) => {
	const call = async () => orThrow(await next());
	return type === "mutation" && ctx.kind === "member" ? ctx.mutating(call) : call();
});

/** tRPC would report an internal error. */
type Ended = { ok: true } | { ok: false; error: TRPCError };

function orThrow<Result extends Ended>(result: Result): Extract<Result, { ok: true }> {
	if (result.ok) return result as Extract<Result, { ok: true }>; // the compiler narrows no type parameter
	throw toTrpcError(result.error.cause) ?? result.error;
}
