import { useDebouncedValue } from "@mantine/hooks";
import { type QueryClient, useQueries } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { type FileChoices, optionsOf } from "../../../shared/log/file-choices";
import type { ImportOptions, ImportPreview, MadeImport } from "../../../shared/log/reading-import";
import type { StoredFormat } from "../../../shared/log/stored-format";
import { readFailure } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { watchSending } from "./send-file";

const keyOfFile = new WeakMap<File, number>();

let fileCount = 0;

/** Two files of one name and size are two files. */
function fileKey(file: File): number {
	const known = keyOfFile.get(file);
	if (known !== undefined) return known;
	fileCount += 1;
	keyOfFile.set(file, fileCount);
	return fileCount;
}

export function importForm(file: File, options: ImportOptions): FormData {
	const form = new FormData();
	form.set("file", file);
	form.set("options", JSON.stringify(options));
	return form;
}

/** Many files or parts are read two at a time: each is sent whole. */
const turns = createTurns(2);

function sendPreview(file: File, options: ImportOptions, signal?: AbortSignal): Promise<ImportPreview> {
	return turns(() => {
		signal?.throwIfAborted();
		const form = importForm(file, options);
		return watchSending(file, form, () => trpcClient.log.previewImport.mutate(form, { signal }));
	});
}

function createTurns(most: number) {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async <Result>(work: () => Promise<Result>): Promise<Result> => {
		if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
		else running += 1;
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}

const previewKey = (file: File, options: ImportOptions | null) => ["import preview", fileKey(file), options];

export type FileHead = { preview: ImportPreview; kept: StoredFormat | null };

/** During an outage the file is not sent again every few seconds; it is sent once the outage is over. */
const sendsFile = { isKeptInOutage: true };
const sentOnce = {
	staleTime: Number.POSITIVE_INFINITY,
	gcTime: 0,
	refetchOnWindowFocus: false,
	retry: false,
	meta: sendsFile,
};

/** Tries patterns only if detection finds no times. */
const mostPatterns = 5;

export function fileHeadOptions(queryClient: QueryClient, file: File, deviceId: string) {
	return {
		queryKey: ["import head", fileKey(file), deviceId],
		queryFn: () => readHead(queryClient, file, deviceId),
		...sentOnce,
	};
}

async function readHead(queryClient: QueryClient, file: File, deviceId: string): Promise<FileHead> {
	const read = (options: ImportOptions) => sendPreview(file, options);
	const formats = await queryClient.fetchQuery(trpc.log.getFileFormats.queryOptions()).catch((): StoredFormat[] => []);
	try {
		const preview = await read({ deviceId });
		queryClient.setQueryData(previewKey(file, { deviceId }), preview);
		return { preview, kept: formats.find(({ headerKey }) => headerKey === preview.headerKey) ?? null };
	} catch (error) {
		if (nothingFoundText(error) === null) throw error;
		const withPattern = formats.filter(({ format }) => format.timePattern !== undefined).slice(0, mostPatterns);
		for (const kept of withPattern) {
			const { timePattern } = kept.format;
			const preview = await read({ deviceId, ...(timePattern && { timePattern }) }).catch(() => null);
			if (preview?.headerKey === kept.headerKey) return { preview, kept };
		}
		throw error;
	}
}

/** The backend's text on the times that it could not read; null: another failure. */
export function nothingFoundText(error: unknown): string | null {
	return readFailure(error).fields["options.timePattern"] ?? null;
}

export function previewOptions(file: File, options: ImportOptions | null) {
	return {
		queryKey: previewKey(file, options),
		queryFn: ({ signal }: { signal: AbortSignal }) => {
			if (options === null) throw new Error("A part that is left out is not read");
			return sendPreview(file, options, signal);
		},
		enabled: options !== null,
		...sentOnce,
	};
}

export type TargetPreview = {
	preview: ImportPreview | null;
	error: unknown;
	isBehind: boolean;
	refetch: () => void;
};

/** One preview per target, requested shortly after the last change; null: the part is omitted. */
export function useTargetPreviews(file: File, choices: FileChoices, isEnabled: boolean): (TargetPreview | null)[] {
	const [steady] = useDebouncedValue(choices, appConstants.filterDelayMs);
	const isSteady = steady === choices;
	const requested = (isSteady ? choices : steady).targets.map((target) => optionsOf(steady, target));
	const results = useQueries({
		queries: requested.map((options) => ({
			...previewOptions(file, options),
			enabled: isEnabled && options !== null,
		})),
	});
	const former = useRef(new Map<string, ImportPreview>());
	useEffect(() => {
		for (const [index, { data }] of results.entries()) {
			if (data) former.current.set(keyOf(steady, index), data);
		}
	});
	return choices.targets.map(({ deviceId }, index) => {
		if (deviceId === null) return null;
		const result = results[index];
		const preview = result?.data ?? former.current.get(keyOf(choices, index)) ?? null;
		const isBehind = !isSteady || result === undefined || result.isFetching;
		return { preview, error: result?.error ?? null, isBehind, refetch: () => void result?.refetch() };
	});
}

function keyOf({ targets }: FileChoices, index: number): string {
	return `${targets[index]?.part ?? ""} ${targets[index]?.deviceId}`;
}

const keysOfFile = new WeakMap<File, Map<string, string>>();

/** Repeated calls make one import, even after a lost response. */
export async function importFile(file: File, options: ImportOptions): Promise<MadeImport> {
	const keys = keysOfFile.get(file) ?? new Map<string, string>();
	keysOfFile.set(file, keys);
	const chosen = JSON.stringify(options);
	const requestKey = keys.get(chosen) ?? crypto.randomUUID();
	keys.set(chosen, requestKey);
	const form = importForm(file, { ...options, requestKey });
	const made = await watchSending(file, form, () => trpcClient.log.importReadings.mutate(form));
	keys.delete(chosen);
	return made;
}
