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
import { SmallButton } from "../../ui/form/buttons";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/import";
import classes from "./import.module.css";
import { importFile } from "./import-preview";
import { useUndoImport, withSkipped } from "./recent-imports";
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
	const readings = sum(jobs);
	if (jobs.length === 1) return t("progress.readings", { count: readings });
	return t("progress.parts", {
		done: countText(sum(done)),
		readings,
		partsDone: countText(done.length),
		parts: jobs.length,
	});
}

export function failureSentence(error: unknown): string {
	if (isStalled(error)) return t("stalled");
	const { fields } = readFailure(error);
	return Object.values(fields)[0] ?? sentenceFor(error);
}

export function ImportResults({ jobs, states }: { jobs: readonly ImportJob[]; states: JobStates }) {
	const { undoing } = useUndoImport();
	const [undone, setUndone] = useState<ReadonlyMap<string, string>>(new Map());
	const undo = (importId: string) =>
		undoing.mutate(importId, {
			onSuccess: ({ undone: left }) =>
				setUndone((before) =>
					new Map(before).set(importId, left ? describeUndone(left, displayFormats()) : t("undone")),
				),
		});
	return (
		<section className={`${layout.fieldset} ${classes.group}`} aria-label={t("results")}>
			<h3>{t("results")}</h3>
			<div className={classes.recent} aria-live="polite">
				<Rows
					rows={jobs.map(({ key, part, deviceName }) => {
						const state = states.get(key) ?? { kind: "waiting" };
						const importId = state.kind === "done" ? state.made.id : null;
						const isUndone = importId !== null && undone.has(importId);
						return {
							key,
							name: t("result.part", { part: part ?? "", device: deviceName }),
							under: isUndone ? undone.get(importId) : stateText(state),
							end:
								importId !== null && !isUndone ? (
									<SmallButton
										aria-label={t("undoOf", { name: part ?? "" })}
										loading={undoing.isPending && undoing.variables === importId}
										onClick={() => undo(importId)}
									>
										{t("undo")}
									</SmallButton>
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
	if (isUndone) return <StatusChip tone="off">{t("state.undone")}</StatusChip>;
	if (state.kind === "failed") return <StatusChip tone="bad">{t("state.notImported")}</StatusChip>;
	if (state.kind === "done") return <StatusChip tone="off">{t("state.nothing")}</StatusChip>;
	return <StatusChip tone="off">{state.kind === "running" ? t("state.importing") : t("state.waiting")}</StatusChip>;
}

export function stateText(state: JobState): string {
	if (state.kind === "failed") return state.sentence;
	if (state.kind === "held") return t("running.unreachable");
	if (state.kind !== "done") return state.kind === "running" ? t("running.now") : t("running.waiting");
	const { id, accepted, duplicates, rejected } = state.made;
	const made =
		duplicates === 0 ? t("made", { count: accepted }) : t("made.already", { count: accepted, already: duplicates });
	return withSkipped(id === null ? t("nothingNew", { count: duplicates }) : made, rejected);
}
