import { limits } from "../../../shared/base/limits";
import { errorSentences } from "../../../shared/errors/error-sentence";

/** Leaves room for the envelope in a request body. */
const callBytes = limits.proxyBodyBytes * 0.9;

export type SentLine<Input> = { line: number; input: Input };

/** `key` is null without a key, or if the response with it was lost. */
export type LineOutcome<Input> =
	| { kind: "added"; id: string; key: string | null; input: Input }
	| { kind: "refused"; fields: Record<string, string> }
	| { kind: "unsure" };

export type LineOutcomes<Input> = ReadonlyMap<number, LineOutcome<Input>>;

type Denied = { fields: Record<string, string>; fieldKeys?: Record<string, string> | undefined };

export type LineResponse = { id: string; key?: string } | Denied;

export function callsOf<Input>(lines: readonly SentLine<Input>[], most: number): SentLine<Input>[][] {
	const calls: SentLine<Input>[][] = [];
	let bytes = Number.POSITIVE_INFINITY;
	for (const line of lines) {
		// A UTF-16 unit takes at most three bytes of UTF-8.
		const size = JSON.stringify(line.input).length * 3;
		const last = calls.at(-1);
		if (last && last.length < most && bytes + size <= callBytes) {
			last.push(line);
			bytes += size;
		} else {
			calls.push([line]);
			bytes = size;
		}
	}
	return calls;
}

type Calls<Input> = {
	mostPerCall: number;
	create: (inputs: Input[]) => Promise<LineResponse[]>;
	onOutcomes: (outcomes: LineOutcomes<Input>) => void;
	isStopped: () => boolean;
	/** True if the lines may have been added despite the failure. */
	isUnsure: (error: unknown) => boolean;
};

/**
 * Reports each outcome at once. Throws the error that stopped it: lines of the failed call are unsure if its response
 * may be lost; later lines were not sent.
 */
export async function createInCalls<Input>(
	lines: readonly SentLine<Input>[],
	{ mostPerCall, create, onOutcomes, isStopped, isUnsure }: Calls<Input>,
): Promise<void> {
	for (const call of callsOf(lines, mostPerCall)) {
		if (isStopped()) return;
		try {
			const responses = await create(call.map(({ input }) => input));
			onOutcomes(outcomesOf(call, responses));
		} catch (error) {
			if (isUnsure(error)) onOutcomes(new Map(call.map(({ line }) => [line, { kind: "unsure" }])));
			throw error;
		}
	}
}

export function outcomesOf<Input>(
	call: readonly SentLine<Input>[],
	responses: readonly LineResponse[],
): LineOutcomes<Input> {
	return new Map(call.map(({ line, input }, index) => [line, outcomeOf(input, responses[index])]));
}

function outcomeOf<Input>(input: Input, response: LineResponse | undefined): LineOutcome<Input> {
	if (response === undefined) return { kind: "unsure" };
	if ("fields" in response) return { kind: "refused", fields: errorSentences(response.fieldKeys ?? response.fields) };
	return { kind: "added", id: response.id, key: response.key ?? null, input };
}

/** `facts` is equal for an input and for the entity made of it. */
export type Existing = { id: string; facts: string };

/**
 * Matches lines whose response was lost with entities created since, one line per entity. A line without a match was
 * not added and can be sent again.
 */
export function resolveUnsure<Input>(
	lines: readonly SentLine<Input>[],
	created: readonly Existing[],
	factsOf: (input: Input) => string,
): Map<number, LineOutcome<Input>> {
	const idsByFacts = new Map<string, string[]>();
	for (const { id, facts } of created) idsByFacts.set(facts, [...(idsByFacts.get(facts) ?? []), id]);
	const outcomes = new Map<number, LineOutcome<Input>>();
	for (const { line, input } of lines) {
		const id = idsByFacts.get(factsOf(input))?.shift();
		if (id !== undefined) outcomes.set(line, { kind: "added", id, key: null, input });
	}
	return outcomes;
}
