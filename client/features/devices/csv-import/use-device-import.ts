import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { isOutage, readFailure, sentenceFor } from "../../../api/api-error";
import { detourFor } from "../../../api/error-funnel";
import { trpc, trpcClient } from "../../../api/trpc";
import { createInCalls, type DeviceLine, type LineOutcome, resolveUnsure } from "./creation-calls";

type Outcomes = ReadonlyMap<number, LineOutcome>;
type Progress = { done: number; total: number };

/** No answer, or one without a decision: the devices may have been created. */
function isUnsure(error: unknown): boolean {
	const { reason, isUnreadable } = readFailure(error);
	return isOutage(error) || isUnreadable || reason === "INTERNAL";
}

/** Outcomes are kept when the import stops half-way. */
export function useDeviceImport() {
	const queryClient = useQueryClient();
	const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
	const [progress, setProgress] = useState<Progress | null>(null);
	const [failure, setFailure] = useState<string | null>(null);
	const [isStopRequested, setIsStopRequested] = useState(false);
	const knownBefore = useRef<ReadonlySet<string>>(null);
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

	/** Devices that existed before the import: none of them is one of its lines. */
	async function rememberKnown(): Promise<ReadonlySet<string>> {
		if (knownBefore.current !== null) return knownBefore.current;
		// A cached list may lack what somebody else has just added, which would then pass for a line of this file.
		const devices = await trpcClient.device.getDevices.query();
		knownBefore.current = new Set(devices.map(({ id }) => id));
		return knownBefore.current;
	}

	/** Resolves lines whose answer was lost; those not found can be sent again. */
	async function withArrived(lines: readonly DeviceLine[]): Promise<Outcomes> {
		const known = await rememberKnown();
		const unsure = lines.filter(({ line }) => outcomes.get(line)?.kind === "unsure");
		if (unsure.length === 0) return outcomes;
		const devices = await trpcClient.device.getDevices.query();
		const ours = new Set([...outcomes.values()].flatMap((outcome) => (outcome.kind === "added" ? [outcome.id] : [])));
		const arrived = resolveUnsure(
			unsure,
			devices.filter(({ id }) => !known.has(id) && !ours.has(id)),
		);
		const next = new Map(outcomes);
		for (const { line } of unsure) next.delete(line);
		for (const [line, outcome] of arrived) next.set(line, outcome);
		return next;
	}

	async function start(lines: readonly DeviceLine[]): Promise<void> {
		isStopped.current = false;
		setIsStopRequested(false);
		setFailure(null);
		setProgress({ done: 0, total: lines.length });
		try {
			const before = await withArrived(lines);
			setOutcomes(before);
			const open = lines.filter(({ line }) => before.get(line)?.kind !== "added");
			setProgress({ done: lines.length - open.length, total: lines.length });
			await createInCalls(open, {
				create: (devices) => trpcClient.device.createDevices.mutate({ devices }),
				onOutcomes: (known) => {
					setOutcomes((earlier) => new Map([...earlier, ...known]));
					setProgress((current) => current && { ...current, done: current.done + known.size });
				},
				isStopped: () => isStopped.current,
				isUnsure,
			});
		} catch (error) {
			setFailure(sentenceFor(error));
			setProgress(null);
			// Fetching the list now would lead to sign-in, away from keys that are shown only here.
			if (detourFor(error) !== null) return;
		}
		setProgress(null);
		await queryClient.invalidateQueries(trpc.device.pathFilter());
	}

	return { outcomes, progress, failure, isStopRequested, start, stop };
}

const none: string[] = [];

/**
 * Archived devices included, as of when the file was opened: a line that is added must not be refused for its own
 * serial number.
 */
export function useTakenSerials(): string[] {
	const [serials, setSerials] = useState<string[] | null>(null);
	const [current, archived] = useQueries({
		queries: [trpc.device.getDevices.queryOptions(), trpc.device.getDevices.queryOptions({ shelf: "archived" })],
	});
	if (serials === null && current.data && archived.data) {
		setSerials([...current.data, ...archived.data].flatMap(({ serialNumber }) => serialNumber ?? []));
	}
	return serials ?? none;
}
