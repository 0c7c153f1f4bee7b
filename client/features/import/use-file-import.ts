import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { type FileChoices, hasNews, optionsOf, shownOptions, storedSettings } from "../../../shared/log/file-choices";
import type { LogDevice } from "../../../shared/log/log";
import type { ImportPreview, RejectedCell } from "../../../shared/log/reading-import";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { t } from "../../words/made/import";
import { importForm, nothingFoundText, useTargetPreviews } from "./import-preview";
import { failureSentence, type ImportJob, type JobStates, useImportRun } from "./import-run";
import { useUndoImport } from "./recent-imports";
import { type Keeping, proposedName, useKeepFormat } from "./stored-format";
import { whyNot } from "./why-not";

export type ImportedFile = {
	file: File;
	device: LogDevice;
	devices: LogDevice[];
	initial: FileChoices;
	knownName: string | null;
	detected: ImportPreview | null;
	nothingFound: string | null;
	onClose: () => void;
};

export type FileImportState = ReturnType<typeof useFileImport>;

export function useFileImport(imported: ImportedFile) {
	const { file, device, devices, detected, nothingFound, onClose } = imported;
	const shown = useShownTarget(imported);
	const { choices, index, preview, error, previews, isReadable, isBehind } = shown;
	const keeping = useKeeping(imported, shown);
	const { offerUndo } = useUndoImport();
	/** True after the user returns from the results of parts to the preview. */
	const [isLooking, setIsLooking] = useState(false);

	const jobs = jobsOf(choices, previews, imported);
	const { states, isRunning, run } = useImportRun((ended, isShown) => {
		const { made, failed } = outcomeOf(ended);
		if (made.length > 0) keeping.keep();
		const [only] = made;
		if (only && ended.size === 1) {
			if (isShown) onClose();
			offerUndo(only);
		} else if (!isShown) {
			const readings = made.reduce((sum, { accepted }) => sum + accepted, 0);
			const values = { count: readings, file: file.name };
			const [why] = failed;
			if (why === undefined) toast.success(t("imported.fromFile", values));
			else toast.error(t("imported.partly", { ...values, failed: failed.length, why }));
		}
	});

	const isDivided = choices.targets.some(({ part }) => part !== null);
	const left = jobs.filter(({ key }) => states.get(key)?.kind !== "done");
	const { failed } = outcomeOf(states);
	const unread = previews.filter((one) => one !== null && one.error !== null && !one.isBehind);
	const reason =
		unread.length > 0
			? unreadReason(choices, previews, index)
			: isReadable
				? whyNot(choices, previews, devices)
				: t("pattern.missing");
	const isReady = isReadable && !isBehind && previews.every((one) => one === null || (one.preview && !one.error));
	const pattern = nothingFoundText(error) ?? (preview === null ? nothingFound : null);
	const failure = isDivided ? undefined : failed[0];
	return {
		...shown,
		file,
		device,
		devices,
		detected,
		onClose,
		keeping,
		jobs,
		states,
		isRunning,
		isDivided,
		reason,
		isReady,
		pattern,
		failedCount: isDivided ? failed.length : 0,
		failure: failure ?? (error && pattern === null ? failureSentence(error) : null),
		isOver: states.size > 0 && left.length === 0,
		isResult: isDivided && states.size > 0 && !isLooking,
		total: left.reduce((sum, { readings }) => sum + readings, 0),
		canImport: isReady && reason === null,
		lookAgain: () => setIsLooking(true),
		readAgain: unread.length > 0 && pattern === null ? () => void unread.map((one) => one?.refetch()) : null,
		run: () => {
			setIsLooking(false);
			void run(jobs);
		},
		readEveryRejection: async (): Promise<RejectedCell[]> => {
			const job = jobs.find(({ key }) => key === keyOf(choices.targets[index]?.part ?? null, shown.into.id));
			if (!job) return preview?.rejected ?? [];
			const form = importForm(file, { ...job.options, isEveryRefusalListed: true });
			return (await trpcClient.log.previewImport.mutate(form)).rejected;
		},
	};
}

function useShownTarget({ file, device, devices, initial, detected }: ImportedFile) {
	const [start] = useState(initial);
	const [choices, setChoices] = useState(start);
	const [shownIndex, setShownIndex] = useState(0);
	const isReadable = detected !== null || choices.timePattern !== null || choices.encoding !== null;
	const previews = useTargetPreviews(file, choices, isReadable);
	const included = choices.targets.flatMap((target, at) => (target.deviceId === null ? [] : [at]));
	const index = included.includes(shownIndex) ? shownIndex : (included[0] ?? 0);
	const target = choices.targets[index];
	const into = devices.find(({ id }) => id === target?.deviceId) ?? device;
	const { data } = useQuery(trpc.device.getDevice.queryOptions({ deviceId: into.id }));
	// While every part is omitted, the questions of the file stay in view.
	const preview = previews[index]?.preview ?? (included.length === 0 ? detected : null);
	return {
		start,
		choices,
		setChoices,
		setShownIndex,
		isReadable,
		previews,
		included,
		index,
		into,
		preview,
		error: previews[index]?.error ?? null,
		isBehind: isReadable && previews.some((one) => one?.isBehind),
		channels: data?.channels ?? [],
		columns: preview ? withChosen(preview, choices, index) : [],
	};
}

type Shown = ReturnType<typeof useShownTarget>;

function useKeeping({ file, knownName, detected }: ImportedFile, shown: Shown) {
	const { start, choices, preview, into, channels, columns } = shown;
	const [typed, setTyped] = useState<Keeping | null>(null);
	const value = typed ?? { isWanted: true, name: knownName ?? proposedName(file.name) };
	const keepFormat = useKeepFormat();
	const first = detected ?? preview;
	const headerKey = first?.headerKey ?? null;
	const isOffered = headerKey !== null && preview !== null && hasNews(start, choices);
	const keep = () => {
		if (!isOffered || !value.isWanted || first === null) return;
		const nameOf = (channelId: string) => channels.find(({ id }) => id === channelId)?.name ?? null;
		const settings = storedSettings(choices, first.format, { columns }, nameOf);
		const name = value.name.trim() === "" ? proposedName(file.name) : value.name;
		keepFormat.mutate(
			{ deviceId: into.id, name, headerKey, ...settings },
			{ onError: (failed) => toast.error(t("format.notSaved", { why: sentenceFor(failed) })) },
		);
	};
	return { value, isOffered, keep, onChange: setTyped };
}

function outcomeOf(states: JobStates) {
	const all = [...states.values()];
	return {
		made: all.flatMap((state) => (state.kind === "done" ? [state.made] : [])),
		failed: all.flatMap((state) => (state.kind === "failed" ? [state.sentence] : [])),
	};
}

type Previews = ReturnType<typeof useTargetPreviews>;

const keyOf = (part: string | null, deviceId: string) => `${part ?? ""} ${deviceId}`;

function jobsOf(
	choices: FileChoices,
	previews: Previews,
	{ file, devices, device }: Pick<ImportedFile, "file" | "devices" | "device">,
): ImportJob[] {
	return choices.targets.flatMap((target, index): ImportJob[] => {
		const options = optionsOf(choices, target);
		const preview = previews[index]?.preview;
		if (options === null || !preview) return [];
		const deviceName = devices.find(({ id }) => id === options.deviceId)?.name ?? device.name;
		const key = keyOf(target.part, options.deviceId);
		const { readings } = preview;
		return [{ key, file, part: target.part, deviceName, readings, options: shownOptions(options, preview) }];
	});
}

function withChosen(preview: ImportPreview, { targets }: FileChoices, index: number): ImportPreview["columns"] {
	const columns = targets[index]?.columns;
	if (!columns) return preview.columns;
	const channelIds = new Map(columns.map(({ column, channelId }) => [column, channelId]));
	return preview.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null }));
}

function unreadReason({ targets }: FileChoices, previews: Previews, shownIndex: number): string | null {
	const index = previews.findIndex((one, at) => one?.error && !one.isBehind && at !== shownIndex);
	const error = previews[index]?.error;
	return error ? t("part.notRead", { part: targets[index]?.part ?? "", why: failureSentence(error) }) : null;
}
