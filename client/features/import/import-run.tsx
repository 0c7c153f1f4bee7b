import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { groupedBy } from "../../../shared/base/lists";
import type { ImportOptions, MadeImport } from "../../../shared/log/reading-import";
import { describeUndone } from "../../../shared/log/undone-import";
import { isOutage, readFailure, sentenceFor } from "../../api/api-error";
import { connection } from "../../api/connection";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { displayFormats } from "../../ui/display-formats";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countOf, countText } from "../../ui/format";
import { Rows } from "../../ui/layout/rows";
import classes from "./import.module.css";
import { importFile } from "./import-preview";
import { alreadyThere, useUndoImport } from "./recent-imports";
import { isStalled, whileUnderWay } from "./send-file";

export type ImportJob = {
	key: string;
	file: File;
	part: string | null;
	deviceName: string;
	readings: number;
	options: ImportOptions;
};

export type JobState =
	/** `held`: until the backend can be reached again. */
	{ kind: "waiting" | "running" | "held" } | { kind: "done"; made: MadeImport } | { kind: "failed"; sentence: string };

export type JobStates = ReadonlyMap<string, JobState>;

/** Imports in turn. A failed import does not block the others, and can be retried alone. */
export function useImportRun(onEnd: (states: JobStates, isShown: boolean) => void) {
	const queryClient = useQueryClient();
	const [states, setStates] = useState<JobStates>(new Map());
	const [isRunning, setIsRunning] = useState(false);
	// A double press comes before the button is disabled.
	const isStarted = useRef(false);
	const isShown = useRef(true);
	useEffect(() => {
		isShown.current = true;
		return () => {
			isShown.current = false;
		};
	}, []);

	const stopping = useRef(new AbortController());

	const importJob = async (job: ImportJob, show: (key: string, state: JobState) => void): Promise<void> => {
		const { key, file, options } = job;
		show(key, { kind: "running" });
		try {
			show(key, { kind: "done", made: await importFile(file, options) });
		} catch (error) {
			const { signal } = stopping.current;
			if (options.batchId !== undefined && isOutage(error) && !signal.aborted) {
				show(key, { kind: "held" });
				await reachedAgain(signal);
				if (!signal.aborted) return importJob(job, show);
			}
			show(key, { kind: "failed", sentence: failureSentence(error) });
		}
	};

	const run = async (jobs: readonly ImportJob[]) => {
		if (isStarted.current) return;
		isStarted.current = true;
		stopping.current = new AbortController();
		setIsRunning(true);
		const now = new Map(states);
		const show = (key: string, state: JobState) => {
			now.set(key, state);
			setStates(new Map(now));
		};
		const left = jobs.filter(({ key }) => now.get(key)?.kind !== "done");
		for (const { key } of left) show(key, { kind: "waiting" });
		const files = groupedBy(left, ({ file }) => file);
		await whileUnderWay([...files.keys()], async (ended) => {
			for (const [file, ofFile] of files) {
				for (const job of ofFile) if (!stopping.current.signal.aborted) await importJob(job, show);
				ended(file);
			}
		});
		for (const [key, { kind }] of now) if (kind === "waiting") now.delete(key);
		setStates(new Map(now));
		isStarted.current = false;
		setIsRunning(false);
		onEnd(now, isShown.current);
		await Promise.all([
			queryClient.invalidateQueries(trpc.log.pathFilter()),
			queryClient.invalidateQueries(trpc.device.pathFilter()),
		]);
	};
	return { states, isRunning, run, stop: () => stopping.current.abort() };
}

/** Resolves once a request got a response after an outage, or the user stops. */
function reachedAgain(signal: AbortSignal): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			unsubscribe();
			clearTimeout(timer);
			resolve();
		};
		const unsubscribe = connection.subscribe(() => connection.read().isLost || end());
		const timer = setTimeout(() => connection.read().isLost || end(), appConstants.reconnectEveryMs);
		signal.addEventListener("abort", end, { once: true });
	});
}

export function progressText(jobs: readonly ImportJob[], states: JobStates): string {
	const done = jobs.filter(({ key }) => states.get(key)?.kind === "done");
	const sum = (importJobs: readonly ImportJob[]) => importJobs.reduce((total, { readings }) => total + readings, 0);
	const all = countOf(sum(jobs), "reading");
	if (jobs.length === 1) return `Importing ${all}.`;
	return `Importing: ${countText(sum(done))} of ${all}, ${countText(done.length)} of ${countOf(jobs.length, "part")}.`;
}

export function failureSentence(error: unknown): string {
	if (isStalled(error))
		return "Sending the file stopped: nothing moved for a minute. Check your connection and try again; nothing is imported twice.";
	const { fields } = readFailure(error);
	return Object.values(fields)[0] ?? sentenceFor(error);
}

export function ImportResults({ jobs, states }: { jobs: readonly ImportJob[]; states: JobStates }) {
	const { undoing } = useUndoImport();
	const [undone, setUndone] = useState<ReadonlyMap<string, string>>(new Map());
	const undo = (importId: string) =>
		undoing.mutate(importId, {
			onSuccess: ({ undone: left }) =>
				setUndone((before) => new Map(before).set(importId, left ? describeUndone(left, displayFormats()) : "undone")),
		});
	return (
		<section className={classes.group} aria-label="Imports of this file">
			<h3>Imports of this file</h3>
			<div className={classes.recent} aria-live="polite">
				<Rows
					rows={jobs.map(({ key, part, deviceName }) => {
						const state = states.get(key) ?? { kind: "waiting" };
						const importId = state.kind === "done" ? state.made.id : null;
						const isUndone = importId !== null && undone.has(importId);
						return {
							key,
							name: `${part} → ${deviceName}`,
							under: isUndone ? undone.get(importId) : stateText(state),
							end:
								importId !== null && !isUndone ? (
									<Button
										variant="default"
										size="compact-md"
										aria-label={`Undo the import of ${part}`}
										loading={undoing.isPending && undoing.variables === importId}
										onClick={() => undo(importId)}
									>
										Undo
									</Button>
								) : (
									<StateChip state={state} isUndone={isUndone} />
								),
						};
					})}
				/>
			</div>
		</section>
	);
}

export function StateChip({ state, isUndone }: { state: JobState; isUndone: boolean }) {
	if (isUndone) return <StatusChip tone="off">Undone</StatusChip>;
	if (state.kind === "failed") return <StatusChip tone="bad">Not imported</StatusChip>;
	if (state.kind === "done") return <StatusChip tone="off">Nothing new</StatusChip>;
	return <StatusChip tone="off">{state.kind === "running" ? "Importing" : "Waiting"}</StatusChip>;
}

export function stateText(state: JobState): string {
	if (state.kind === "failed") return state.sentence;
	if (state.kind === "held") return "Waiting for AQLCloud: it cannot be reached just now";
	if (state.kind !== "done") return state.kind === "running" ? "Being imported…" : "Waiting for the others";
	const { id, accepted, duplicates, rejected } = state.made;
	const denied = rejected === 0 ? "" : ` ${countOf(rejected, "cell")} skipped.`;
	if (id === null) return `Nothing new: ${alreadyThere(duplicates)}.${denied}`;
	const known = duplicates === 0 ? "" : `, ${countOf(duplicates, "reading")} were there already`;
	return `${countOf(accepted, "reading")} imported${known}.${denied}`;
}
