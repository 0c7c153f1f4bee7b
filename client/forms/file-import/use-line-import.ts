import { useEffect, useRef, useState } from "react";
import { isOutage, readFailure, sentenceFor } from "../../api/api-error";
import { returnPathFor } from "../../api/error-funnel";
import {
	createInCalls,
	type Existing,
	type LineOutcome,
	type LineOutcomes,
	type LineResponse,
	outcomesOf,
	resolveUnsure,
	type SentLine,
} from "./creation-calls";

type Progress = { done: number; total: number };

/** No response, or one without a decision: the lines may have been added. */
function isUnsure(error: unknown): boolean {
	const { reason, isUnreadable } = readFailure(error);
	return isOutage(error) || isUnreadable || reason === "INTERNAL";
}

export type LineCalls<Input> = {
	mostPerCall: number;
	create: (inputs: Input[]) => Promise<LineResponse[]>;
	/** Without a cache, which may lack entities that another user has just added. */
	getExisting: () => Promise<Existing[]>;
	factsOf: (input: Input) => string;
	refresh: () => Promise<void>;
};

export function useLineImport<Input>({ mostPerCall, create, getExisting, factsOf, refresh }: LineCalls<Input>) {
	const [outcomes, setOutcomes] = useState<LineOutcomes<Input>>(new Map());
	const [progress, setProgress] = useState<Progress | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const [isStopRequested, setIsStopRequested] = useState(false);
	const knownBefore = useRef<ReadonlySet<string>>(null);
	const pending = useRef<(readonly SentLine<Input>[])[]>([]);
	const isStopped = useRef(false);
	useEffect(() => {
		isStopped.current = false;
		return () => {
			isStopped.current = true;
		};
	}, []);
	const stop = () => {
		isStopped.current = true;
		setIsStopRequested(true);
	};

	async function rememberKnown(): Promise<ReadonlySet<string>> {
		if (knownBefore.current !== null) return knownBefore.current;
		knownBefore.current = new Set((await getExisting()).map(({ id }) => id));
		return knownBefore.current;
	}

	/** Repeats calls whose lines are unchanged: the same call has the same key and returns the lost response. */
	async function outcomeNow(lines: readonly SentLine<Input>[]): Promise<LineOutcomes<Input>> {
		const sent = new Map(lines.map(({ line, input }) => [line, JSON.stringify(input)]));
		let known: LineOutcomes<Input> = outcomes;
		while (pending.current[0]) {
			const [call] = pending.current;
			if (call.every(({ line, input }) => sent.get(line) === JSON.stringify(input))) {
				try {
					known = new Map([...known, ...outcomesOf(call, await create(call.map(({ input }) => input)))]);
					// At once: a second lost response must not lose this one.
					setOutcomes(known);
				} catch (error) {
					if (readFailure(error).reason !== "REQUEST_DONE") throw error;
				}
			}
			pending.current.shift();
		}
		return known;
	}

	/** Resolves the other lines whose response was lost; lines that are not found can be sent again. */
	async function withArrived(lines: readonly SentLine<Input>[], outcomes: LineOutcomes<Input>) {
		const known = await rememberKnown();
		const unsure = lines.filter(({ line }) => outcomes.get(line)?.kind === "unsure");
		if (unsure.length === 0) return outcomes;
		const ours = new Set([...outcomes.values()].flatMap((outcome) => (outcome.kind === "added" ? [outcome.id] : [])));
		const created = (await getExisting()).filter(({ id }) => !known.has(id) && !ours.has(id));
		const arrived = resolveUnsure(unsure, created, factsOf);
		const next = new Map<number, LineOutcome<Input>>(outcomes);
		for (const { line } of unsure) next.delete(line);
		for (const [line, outcome] of arrived) next.set(line, outcome);
		return next;
	}

	async function start(lines: readonly SentLine<Input>[]): Promise<void> {
		isStopped.current = false;
		setIsStopRequested(false);
		setFailure(null);
		setProgress({ done: 0, total: lines.length });
		try {
			const before = await withArrived(lines, await outcomeNow(lines));
			setOutcomes(before);
			const open = lines.filter(({ line }) => before.get(line)?.kind !== "added");
			setProgress({ done: lines.length - open.length, total: lines.length });
			await createInCalls(open, {
				mostPerCall,
				create,
				onOutcomes: (known) => {
					const call = open.filter(({ line }) => known.get(line)?.kind === "unsure");
					if (call.length === known.size) pending.current.push(call);
					setOutcomes((earlier) => new Map([...earlier, ...known]));
					setProgress((current) => current && { ...current, done: current.done + known.size });
				},
				isStopped: () => isStopped.current,
				isUnsure,
			});
		} catch (error) {
			setFailure(sentenceFor(error));
			setProgress(null);
			// Fetching the list now would lead to sign-in, and lose keys and corrections that only this screen shows.
			if (returnPathFor(error) !== null) return;
		}
		setProgress(null);
		await refresh();
	}

	const forgetRejection = (line: number) =>
		setOutcomes((before) => {
			if (before.get(line)?.kind !== "refused") return before;
			const next = new Map(before);
			next.delete(line);
			return next;
		});

	return { outcomes, progress, failure, isStopRequested, start, stop, forgetRejection };
}

export type LineImport<Input> = ReturnType<typeof useLineImport<Input>>;
