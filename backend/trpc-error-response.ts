import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import { type ErrorCode, errorCodes } from "../shared/error-codes";

/** A failure of the whole request: one error object, which a tRPC client reads as the answer of every call in a batch. */
export function trpcErrorResponse(reason: ErrorCode, message: string, requestId: string): Response {
	const code = errorCodes[reason].trpc;
	const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
	const data = { code, httpStatus, reason, requestId };
	const error = superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[code], data });
	return Response.json({ error }, { status: httpStatus });
}
