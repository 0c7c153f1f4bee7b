import type * as z from "zod/mini";
import { type CallError, excerpt, firstMismatch } from "./answers";
import { assertThat, CheckFailed } from "./check";
import type { Answer } from "./probe";

export function dataOrThrow<T>(answer: Answer, index: number, schema: z.ZodMiniType<T>): T {
	const call = answer.calls[index];
	if (call?.kind === "error")
		throw new CheckFailed(`answered ${answer.status} ${call.error.data.code}: ${call.error.message}`);
	if (call?.kind !== "data") throw new CheckFailed(call?.problem ?? `no answer at place ${index} of the batch`);
	const parsed = schema.safeParse(call.data);
	if (!parsed.success) throw new CheckFailed(`differs at ${firstMismatch(parsed.error)}`);
	return parsed.data;
}

export function errorOrThrow(answer: Answer, index: number, code: string): CallError {
	const call = answer.calls[index];
	if (call?.kind === "data") throw new CheckFailed(`answered with data in place of ${code}`);
	if (call?.kind !== "error") throw new CheckFailed(call?.problem ?? `no answer at place ${index} of the batch`);
	assertThat(call.error.data.code === code, `answered ${call.error.data.code} in place of ${code}`);
	return call.error;
}

export function assertStatus(answer: Answer, ...statuses: number[]): void {
	const isSo = statuses.includes(answer.status);
	assertThat(
		isSo,
		`${answer.requested} answered ${answer.status} in place of ${statuses.join(" or ")}: ${excerpt(answer.text)}`,
	);
}

export function assertCount(answer: Answer, count: number): void {
	assertThat(!answer.isWhole, `a batch was answered with one object: ${excerpt(answer.text)}`);
	assertThat(answer.calls.length === count, `${answer.calls.length} answers to a batch of ${count}`);
}
