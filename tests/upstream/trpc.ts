import { initTRPC, TRPCError } from "@trpc/server";
import superjson from "superjson";
import type { User } from "../../shared/account/account";
import { type Capability, can } from "../../shared/account/permissions";
import { readInput } from "../../shared/base/wire-input";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";

/** `user` is null for a person with a good token who is no member of the account. */
export type Context = { user: User | null };

/** An expected failure: its name travels as `error.data.reason`, by which the console chooses its words. */
class ReasonedError extends TRPCError {
	readonly reason: ErrorCode;

	constructor(reason: ErrorCode, message: string) {
		super({ code: errorCodes[reason], message });
		this.reason = reason;
	}
}

const t = initTRPC.context<Context>().create({
	// Any signed-in person writes inputs: superjson would make an array of any requested length.
	transformer: { serialize: superjson.serialize, deserialize: readInput },
	// Otherwise errors carry stack traces wherever NODE_ENV is not "production".
	isDev: false,
	errorFormatter({ shape, error }) {
		const data = error instanceof ReasonedError ? { ...shape.data, reason: error.reason } : shape.data;
		// An unexpected message may quote anything: a query, a file name, a secret.
		return { ...shape, message: error.code === "INTERNAL_SERVER_ERROR" ? "Internal error" : shape.message, data };
	},
});

export const router = t.router;

/** A procedure for members whose role holds the capability. */
export function procedureFor(capability: Capability) {
	return t.procedure.use(({ ctx, next }) => {
		const { user } = ctx;
		if (user === null) throw failure("NO_ACCESS", "Not a member of this account");
		if (!can(user.role, capability)) throw failure("NOT_PERMITTED", "This role may not do that");
		return next({ ctx: { user } });
	});
}

export function failure(reason: ErrorCode, message: string): TRPCError {
	return new ReasonedError(reason, message);
}
