import type * as z from "zod/mini";
import { invalidParameter } from "./cognito-error";

/** A request's JSON as the operation's input. */
export function parseInput<Input>(schema: z.ZodMiniType<Input>, body: unknown): Input {
	const result = schema.safeParse(body);
	if (result.success) return result.data;
	const [issue] = result.error.issues;
	const member = issue?.path.join(".") ?? "";
	throw invalidParameter(
		`1 validation error detected: Value at '${member}' failed to satisfy constraint: ${issue?.message ?? "not valid"}`,
	);
}

export function parameterOrThrow(parameters: Record<string, string>, name: string): string {
	const value = parameters[name];
	if (value === undefined || value === "") throw invalidParameter(`Missing required parameter ${name}`);
	return value;
}
