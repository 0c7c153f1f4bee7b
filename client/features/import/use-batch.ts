import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import {
	type FileChoices,
	type KeptChoices,
	openQuestions,
	optionsOf,
	storedSettings,
} from "../../../shared/log/file-choices";
import type { DeviceMatch } from "../../../shared/log/match-device";
import type { ImportPreview } from "../../../shared/log/reading-import";
import { sentenceFor } from "../../api/api-error";
import { deviceBy } from "../../api/queries";
import { commaList } from "../../base/comma-list";
import { t } from "../../words/made/import";
import {
	type BatchChoices,
	type BatchDevice,
	type BatchLine,
	choicesOf,
	headerOf,
	lineKey,
	linesOf,
	noBatchChoices,
	openHeaders,
	type ReadFile,
	withDevice,
	withEntry,
} from "./batch-plan";
import { fileHeadOptions, nothingFoundText, previewOptions, type TargetPreview } from "./import-preview";
import { failureSentence, useImportRun } from "./import-run";
import { useUndoImport } from "./recent-imports";
import { proposedName, useKeepFormat } from "./stored-format";
import type { ChosenFile, ReadableFile } from "./unpack-files";

export type Batch = {
	id: string;
	files: ChosenFile[];
	omitted: number;
	matches: ReadonlyMap<string, DeviceMatch>;
	devices: BatchDevice[];
	deviceId: string | null;
};

export type BatchState = ReturnType<typeof useBatch>;

type PlannedFile = {
	read: ReadFile;
	choices: FileChoices;
	channels: readonly { id: string; name: string }[];
	device: BatchDevice;
};

const isReadable = (file: ChosenFile): file is ReadableFile => file.file !== null;

export function useBatch(batch: Batch) {
	const [chosen, setChosen] = useState(noBatchChoices);
	/** Headers whose choices are not saved for the next files. */
	const [unkept, setUnkept] = useState<ReadonlySet<string>>(new Set());
	const heads = useHeads(batch, chosen);
	const planned = usePlanned(batch, chosen, heads.read);
	const previews = usePreviews(planned);
	const keepFormat = useKeepFormat();
	const { offerUndoOfBatch } = useUndoImport();

	const lines = batch.files.flatMap((file): BatchLine[] => {
		const line = { key: lineKey(file, null), file, part: null, deviceId: null, formatName: null };
		if (!isReadable(file)) return [{ ...line, state: { kind: "skipped", text: file.problem } }];
		const deviceId = deviceOf(batch, chosen, file);
		if (deviceId === null) return [{ ...line, state: { kind: "open", text: t("device.choose") } }];
		const failure = heads.failures.get(file.key);
		if (failure) return [{ ...line, deviceId, state: failure }];
		const plan = planned.find(({ read }) => read.file.key === file.key);
		if (!plan) return [{ ...line, deviceId, state: { kind: "reading" } }];
		const match = batch.matches.get(file.key) ?? null;
		const isDeviceChosen = chosen.devices.has(file.key);
		const ofFile = previews.get(file.key) ?? [];
		return linesOf({ ...plan, previews: ofFile, match, isDeviceChosen }, { devices: batch.devices, batchId: batch.id });
	});
	const keepChoices = () => {
		for (const [header, fileKey] of chosen.latest) {
			const plan = planned.find(({ read }) => read.file.key === fileKey);
			const headerKey = plan?.read.preview.headerKey;
			if (!plan || !headerKey || unkept.has(header)) continue;
			const name = plan.read.kept?.name ?? proposedName(plan.read.file.name);
			keepFormat.mutate(
				{ deviceId: plan.device.id, name, headerKey, ...settingsOf(plan) },
				{ onError: (failed) => toast.error(t("format.notSaved", { why: sentenceFor(failed) })) },
			);
		}
	};
	const { states, isRunning, run, stop } = useImportRun((ended, isShown) => {
		const made = [...ended.values()].flatMap((state) => (state.kind === "done" && state.made.id ? [state.made] : []));
		if (made.length > 0) keepChoices();
		if (!isShown) offerUndoOfBatch(batch.id, made);
	});
	const isLeft = ({ read: { file }, choices }: PlannedFile) =>
		choices.targets.some(({ part }) => !states.has(lineKey(file, part)));
	const groups = openHeaders(
		planned.filter(isLeft).map((plan) => ({ ...plan, preview: firstPreview(previews.get(plan.read.file.key)) })),
		chosen,
	);
	const jobs = lines.flatMap(({ state }) => (state.kind === "ready" ? [state.job] : []));
	const left = jobs.filter(({ key }) => states.get(key)?.kind !== "done");
	return {
		batch,
		lines,
		groups,
		states,
		isRunning,
		stop,
		unkept,
		left,
		isReading: lines.some(({ state }) => state.kind === "reading"),
		run: () => void run(left),
		setKept: (header: string, isKept: boolean) =>
			setUnkept((before) => new Set(isKept ? [...before].filter((one) => one !== header) : [...before, header])),
		settle: ({ read }: Pick<PlannedFile, "read">, choices: FileChoices) =>
			setChosen((before) => ({
				...before,
				settled: withEntry(before.settled, read.file.key, choices),
				latest: withEntry(before.latest, headerOf(read), read.file.key),
			})),
		chooseDevice: (line: BatchLine, deviceId: string) => setChosen((before) => withDevice(before, line, deviceId)),
	};
}

function firstPreview(previews: readonly (TargetPreview | null)[] | undefined): ImportPreview | null {
	const open = previews?.find((one) => one?.preview && openQuestions(one.preview).length > 0);
	return (open ?? previews?.find((one) => one?.preview))?.preview ?? null;
}

function deviceOf({ matches, deviceId }: Batch, { devices }: BatchChoices, { key }: ChosenFile): string | null {
	return devices.get(key) ?? matches.get(key)?.deviceId ?? deviceId;
}

function useHeads(batch: Batch, chosen: BatchChoices) {
	const queryClient = useQueryClient();
	const files = batch.files.filter(isReadable).flatMap((file) => {
		const deviceId = deviceOf(batch, chosen, file);
		return deviceId === null ? [] : [{ file, deviceId }];
	});
	const results = useQueries({
		queries: files.map(({ file, deviceId }) => fileHeadOptions(queryClient, file.file, deviceId)),
	});
	const read: { read: ReadFile; deviceId: string }[] = [];
	const failures = new Map<string, { kind: "failed"; text: string; retry: () => void }>();
	for (const [index, { file, deviceId }] of files.entries()) {
		const result = results[index];
		if (result?.data) read.push({ read: { file, ...result.data }, deviceId });
		else if (result?.error && !result.isFetching)
			failures.set(file.key, {
				kind: "failed",
				text: isUnreadTime(result.error)
					? t("time.enterAlone", { why: failureSentence(result.error) })
					: failureSentence(result.error),
				retry: () => void result.refetch(),
			});
	}
	return { read, failures };
}

function isUnreadTime(error: unknown): boolean {
	return nothingFoundText(error) !== null;
}

function usePlanned(
	{ devices }: Batch,
	chosen: BatchChoices,
	read: readonly { read: ReadFile; deviceId: string }[],
): PlannedFile[] {
	const ids = [...new Set(read.map(({ deviceId }) => deviceId))];
	const details = useQueries({ queries: ids.map((id) => deviceBy(id)) });
	const channelsOf = new Map(ids.map((id, index) => [id, details[index]?.data?.channels]));
	const plan = (one: { read: ReadFile; deviceId: string }, source: KeptChoices | null): PlannedFile[] => {
		const channels = channelsOf.get(one.deviceId);
		const device = devices.find(({ id }) => id === one.deviceId);
		if (!channels || !device) return [];
		const known = { deviceId: one.deviceId, devices, channels, source };
		return [{ read: one.read, choices: choicesOf(one.read, chosen, known), channels, device }];
	};
	const sources = new Map<string, KeptChoices>();
	for (const one of read) {
		const header = headerOf(one.read);
		const [source] = chosen.latest.get(header) === one.read.file.key ? plan(one, null) : [];
		if (source) sources.set(header, settingsOf(source));
	}
	return read.flatMap((one) => plan(one, sources.get(headerOf(one.read)) ?? null));
}

/** The choices for a file, in terms of headings and channel names: they hold for other devices too. */
function settingsOf({ read: { preview }, choices, channels }: PlannedFile): KeptChoices {
	const columns = choices.targets[0]?.columns;
	const ids = new Map(columns?.map(({ column, channelId }) => [column, channelId]));
	const shown = preview.columns.map((column) =>
		columns ? { ...column, channelId: ids.get(column.column) ?? null } : column,
	);
	const nameOf = (channelId: string) => channels.find(({ id }) => id === channelId)?.name ?? null;
	return storedSettings(choices, preview.format, { columns: shown }, nameOf);
}

function usePreviews(planned: readonly PlannedFile[]): Map<string, (TargetPreview | null)[]> {
	const wanted = planned.flatMap(({ read: { file }, choices }) =>
		choices.targets.map((target) => ({ file, options: optionsOf(choices, target) })),
	);
	const results = useQueries({ queries: wanted.map(({ file, options }) => previewOptions(file.file, options)) });
	const byFile = new Map<string, (TargetPreview | null)[]>();
	for (const [index, { file, options }] of wanted.entries()) {
		const { data = null, error = null, isFetching = true, refetch } = results[index] ?? {};
		const shown = { preview: data, error, isBehind: isFetching, refetch: () => void refetch?.() };
		byFile.set(file.key, [...(byFile.get(file.key) ?? []), options === null ? null : shown]);
	}
	return byFile;
}

export function summaryOf({ lines, states, isReading, left, batch }: BatchState): string {
	if (isReading) return t("summary.reading", { count: batch.files.length });
	const open = lines.filter(({ state }) => state.kind === "open").length;
	if (states.size === 0 && left.length === 0 && open === 0) return t("summary.none");
	const counts = [
		...(left.length > 0 ? [t("summary.ready", { count: left.length })] : []),
		...(open > 0 ? [t("summary.open", { count: open })] : []),
	];
	return t("summary", { counts: commaList(counts) });
}
