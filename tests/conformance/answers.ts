import superjson, { type SuperJSONResult } from "superjson";
import * as z from "zod/mini";

export const CallError = z.object({
	message: z.string(),
	code: z.number(),
	data: z.looseObject({ code: z.string(), httpStatus: z.number() }),
});
export type CallError = z.infer<typeof CallError>;

/** One call's answer: the data as the client would get it and as it came over the wire, or an error. */
export type CallAnswer =
	| { kind: "data"; data: unknown; wire: SuperJSONResult }
	| { kind: "error"; error: CallError }
	| { kind: "neither"; problem: string };

const Superjson = z.object({ json: z.unknown(), meta: z.optional(z.unknown()) });
const Result = z.object({ result: z.object({ data: Superjson }) });
const Failure = z.object({ error: Superjson });

/** Reads one item of an answer. An item without a tRPC envelope with superjson in it becomes a problem. */
export function parseCallAnswer(item: unknown): CallAnswer {
	const result = Result.safeParse(item);
	if (result.success) {
		const wire = result.data.result.data as SuperJSONResult; // what is wrong with it makes deserialize throw
		return read(wire, (data) => ({ kind: "data", data, wire }));
	}
	const failure = Failure.safeParse(item);
	if (!failure.success) return { kind: "neither", problem: `no superjson envelope: ${excerpt(item)}` };
	return read(failure.data.error as SuperJSONResult, (value) => {
		const error = CallError.safeParse(value);
		if (error.success) return { kind: "error", error: error.data };
		return { kind: "neither", problem: `the error ${firstMismatch(error.error)}` };
	});
}

/** The first path where a value does not fit its schema, as `devices[3].name: Invalid input`. */
export function firstMismatch({ issues: [issue] }: z.core.$ZodError): string {
	if (!issue) return "does not match";
	const path = issue.path.map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`)).join("");
	return `${path.replace(/^\./, "") || "(whole)"}: ${issue.message}`;
}

export function excerpt(value: unknown): string {
	const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
	return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}

function read(wire: SuperJSONResult, then: (value: unknown) => CallAnswer): CallAnswer {
	try {
		return then(superjson.deserialize(wire));
	} catch (error) {
		return { kind: "neither", problem: `superjson cannot read it: ${String(error)}` };
	}
}
