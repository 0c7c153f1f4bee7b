import { TRPCError } from "@trpc/server";
import { getHTTPStatusCodeFromError } from "@trpc/server/http";
import { TRPC_ERROR_CODES_BY_KEY } from "@trpc/server/rpc";
import superjson from "superjson";
import * as z from "zod/mini";
import { errorKey } from "../../shared/base/error-key";
import { serverLimits } from "../../shared/base/limits";
import { type ErrorCode, errorCodes } from "../../shared/errors/error-codes";
import { errorSentences } from "../../shared/errors/error-sentence";

/** Messages for users, by the dotted path of the input field. */
type DomainErrorOptions = ErrorOptions & { fields?: Record<string, string> };

/** An expected failure. `details` go to the logs only. */
export class DomainError extends Error {
	readonly code: ErrorCode;
	readonly details: Record<string, unknown>;
	readonly fields: Record<string, string> | undefined;

	constructor(code: ErrorCode, details: Record<string, unknown>, options?: DomainErrorOptions) {
		super(`${code} ${JSON.stringify(details)}`, options);
		this.name = "DomainError";
		this.code = code;
		this.details = details;
		this.fields = options?.fields;
	}
}

export function domainError(
	code: ErrorCode,
	details: Record<string, unknown> = {},
	options?: DomainErrorOptions,
): DomainError {
	return new DomainError(code, details, options);
}

/** An input of the right shape with an invalid value. The response has the form of a schema error. */
export class InputError extends Error {
	readonly fields: Record<string, string>;

	constructor(fields: Record<string, string>, options?: ErrorOptions) {
		super("Input not valid", options);
		this.name = "InputError";
		this.fields = fields;
	}
}

export function toTrpcError(cause: unknown): TRPCError | null {
	if (isUpdateUnderWay(cause) && !(cause instanceof DomainError)) return toTrpcError(domainError("UPDATE_UNDER_WAY"));
	if (cause instanceof DomainError) {
		return new TRPCError({ code: errorCodes[cause.code], message: messageOf(cause.code), cause });
	}
	if (cause instanceof InputError) return new TRPCError({ code: "BAD_REQUEST", message: cause.message, cause });
	return null;
}

export function reasonOf(cause: unknown): ErrorCode | undefined {
	return cause instanceof DomainError ? cause.code : undefined;
}

export function isUpdateUnderWay(error: unknown): boolean {
	return error instanceof Error && Reflect.get(error, "code") === ("UPDATE_UNDER_WAY" satisfies ErrorCode);
}

/** The object's queue is full: https://developers.cloudflare.com/durable-objects/best-practices/error-handling/ */
export function isOverloaded(error: unknown): boolean {
	return error instanceof Error && Reflect.get(error, "overloaded") === true;
}

/** Texts of `errorKey`, which `fieldsOf` renders in English. */
export function keyedFieldsOf(cause: unknown): Record<string, string> | undefined {
	if (cause instanceof InputError || cause instanceof DomainError) return cause.fields;
	if (!(cause instanceof z.core.$ZodError)) return undefined;
	const fields: Record<string, string> = {};
	for (const issue of cause.issues) fields[issue.path.join(".")] ??= issue.message;
	return fields;
}

export function fieldsOf(cause: unknown): Record<string, string> | undefined {
	const fields = keyedFieldsOf(cause);
	return fields && errorSentences(fields);
}

function messageOf(code: ErrorCode): string {
	return code
		.toLowerCase()
		.replaceAll("_", " ")
		.replace(/^./, (first) => first.toUpperCase());
}

/** A failure of the whole request. A tRPC client applies one error object to every call of a batch. */
export function trpcErrorResponse(reason: ErrorCode, message: string, requestId: string): Response {
	const code = errorCodes[reason];
	const httpStatus = getHTTPStatusCodeFromError(new TRPCError({ code }));
	const data = { code, httpStatus, reason, requestId };
	const error = superjson.serialize({ message, code: TRPC_ERROR_CODES_BY_KEY[code], data });
	return Response.json({ error }, { status: httpStatus });
}

/** `until` is epoch ms. Throws InputError at `until`. */
export function assertToCome(until: number | null, now: number): void {
	if (until === null) return;
	if (until <= now) throw new InputError({ until: errorKey("time.toCome") });
	if (until > now + serverLimits.longestMuteMs) throw new InputError({ until: errorKey("time.withinYear") });
}

export const overloadRetryAfterSeconds = 10;

export function overloadedCall(requestId: string): Response {
	const response = trpcErrorResponse(
		"TOO_MANY_REQUESTS",
		"More is asked of this account than it can answer",
		requestId,
	);
	response.headers.set("retry-after", String(overloadRetryAfterSeconds));
	return response;
}
