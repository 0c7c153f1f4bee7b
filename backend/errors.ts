import { TRPCError } from "@trpc/server";
import * as z from "zod/mini";
import { type ErrorCode, errorCodes } from "../shared/error-codes";

/** `fields`: what of the input is to blame, in words for people, by the dotted path of the field. */
type DomainErrorOptions = ErrorOptions & { fields?: Record<string, string> };

/** An expected failure; `details` are for our logs. */
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

/** An input of the right shape that cannot be met, by field. Answered as a schema's refusal is. */
export class InputError extends Error {
	readonly fields: Record<string, string>;

	constructor(fields: Record<string, string>, options?: ErrorOptions) {
		super("Input not valid", options);
		this.name = "InputError";
		this.fields = fields;
	}
}

/** The tRPC error an error of ours crosses as; null for one nobody expected. */
export function toTrpcError(cause: unknown): TRPCError | null {
	if (cause instanceof DomainError) {
		return new TRPCError({ code: errorCodes[cause.code].trpc, message: messageOf(cause.code), cause });
	}
	if (cause instanceof InputError) return new TRPCError({ code: "BAD_REQUEST", message: cause.message, cause });
	return null;
}

/** What stands behind an error, for `error.data.reason`. */
export function reasonOf(cause: unknown): ErrorCode | undefined {
	return cause instanceof DomainError ? cause.code : undefined;
}

/** What a person has to correct, by the dotted path of the field. */
export function fieldsOf(cause: unknown): Record<string, string> | undefined {
	if (cause instanceof InputError || cause instanceof DomainError) return cause.fields;
	if (!(cause instanceof z.core.$ZodError)) return undefined;
	const fields: Record<string, string> = {};
	for (const issue of cause.issues) fields[issue.path.join(".")] ??= issue.message;
	return fields;
}

function messageOf(code: ErrorCode): string {
	return code
		.toLowerCase()
		.replaceAll("_", " ")
		.replace(/^./, (first) => first.toUpperCase());
}
