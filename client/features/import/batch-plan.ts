import { groupedBy } from "../../../shared/base/lists";
import {
	choicesFrom,
	type FileChoices,
	type KeptChoices,
	noChoices,
	openQuestions,
	optionsOf,
	shownOptions,
} from "../../../shared/log/file-choices";
import type { LogDevice } from "../../../shared/log/log";
import type { DeviceMatch } from "../../../shared/log/match-device";
import type { ImportPreview } from "../../../shared/log/reading-import";
import type { StoredFormat } from "../../../shared/log/stored-format";
import { t } from "../../words/made/import";
import type { TargetPreview } from "./import-preview";
import { failureSentence, type ImportJob } from "./import-run";
import type { ChosenFile, ReadableFile } from "./unpack-files";
import { whyNot } from "./why-not";

export type BatchDevice = LogDevice & { serialNumber?: string | null };
type Channels = readonly { id: string; name: string }[];

export type BatchChoices = {
	devices: ReadonlyMap<string, string>;
	parts: ReadonlyMap<string, string | null>;
	settled: ReadonlyMap<string, FileChoices>;
	/** The file of each header that was settled last. Other files with the same header follow it. */
	latest: ReadonlyMap<string, string>;
};

export const noBatchChoices: BatchChoices = {
	devices: new Map(),
	parts: new Map(),
	settled: new Map(),
	latest: new Map(),
};

export function withEntry<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, value: Value): Map<Key, Value> {
	return new Map(map).set(key, value);
}

/** Choices for another device's clock and channels do not apply, so the file follows others with its header. */
export function withDevice(before: BatchChoices, { file, part, key }: BatchLine, deviceId: string): BatchChoices {
	if (part !== null) return { ...before, parts: withEntry(before.parts, key, deviceId === "" ? null : deviceId) };
	const settled = new Map([...before.settled].filter(([fileKey]) => fileKey !== file.key));
	const latest = new Map([...before.latest].filter(([, fileKey]) => fileKey !== file.key));
	return { ...before, devices: withEntry(before.devices, file.key, deviceId), settled, latest };
}

export type ReadFile = { file: ReadableFile; preview: ImportPreview; kept: StoredFormat | null };

export function headerOf({ file, preview }: Pick<ReadFile, "file" | "preview">): string {
	return preview.headerKey ?? `file ${file.key}`;
}

type Following = { deviceId: string; devices: readonly BatchDevice[]; channels: Channels; source: KeptChoices | null };

/** The choices for a file: its own, else those for its header, else the stored format, else none. */
export function choicesOf(
	{ file, preview, kept }: ReadFile,
	chosen: BatchChoices,
	{ source, ...known }: Following,
): FileChoices {
	const own = chosen.settled.get(file.key);
	const from = source ?? kept;
	const choices = own ?? (from ? choicesFrom(from, preview, known) : noChoices(known.deviceId));
	return {
		...choices,
		targets: choices.targets.map((target) => {
			const deviceId = target.part === null ? known.deviceId : chosen.parts.get(lineKey(file, target.part));
			return deviceId === undefined || deviceId === target.deviceId
				? target
				: { ...target, deviceId, columns: null, isNoValuesAnswered: false };
		}),
	};
}

export function lineKey({ key }: Pick<ChosenFile, "key">, part: string | null): string {
	return part === null ? key : `${key} ${part}`;
}

export type LineState =
	| { kind: "reading" }
	/** `text`: the step that the user must do first. */
	| { kind: "open"; text: string }
	| { kind: "failed"; text: string; retry: () => void }
	| { kind: "skipped"; text: string }
	| { kind: "nothing"; text: string; preview: ImportPreview }
	| { kind: "ready"; preview: ImportPreview; job: ImportJob };

export type BatchLine = {
	key: string;
	file: ChosenFile;
	part: string | null;
	deviceId: string | null;
	formatName: string | null;
	state: LineState;
};

type Planned = {
	read: ReadFile;
	choices: FileChoices;
	previews: readonly (TargetPreview | null)[];
	match: DeviceMatch | null;
	isDeviceChosen: boolean;
};

export function linesOf(
	planned: Planned,
	{ devices, batchId }: { devices: readonly BatchDevice[]; batchId: string },
): BatchLine[] {
	const { read, choices, previews } = planned;
	const { file, kept } = read;
	const shown = previews.map((one) => (one?.isBehind || one?.error ? null : one));
	const reason = whyNot(choices, shown, devices);
	const formatName = kept?.name ?? null;
	return choices.targets.map((target, index): BatchLine => {
		const key = lineKey(file, target.part);
		const line = { key, file, part: target.part, deviceId: target.deviceId, formatName };
		const one = previews[index] ?? null;
		const options = optionsOf(choices, target);
		if (options === null) return { ...line, state: { kind: "open", text: t("leftOut.choose") } };
		if (one === null || one.isBehind) return { ...line, state: { kind: "reading" } };
		const { preview, error, refetch: retry } = one;
		if (error || preview === null) return { ...line, state: { kind: "failed", text: failureSentence(error), retry } };
		const state = stateOf(preview, reason, planned);
		if (state !== null) return { ...line, state };
		const deviceName = devices.find(({ id }) => id === options.deviceId)?.name ?? "";
		const { readings } = preview;
		const shownAs = shownOptions(options, preview);
		const job = { key, file: file.file, part: target.part, deviceName, readings, options: { ...shownAs, batchId } };
		return { ...line, state: { kind: "ready", preview, job } };
	});
}

function stateOf(preview: ImportPreview, reason: string | null, planned: Planned): LineState | null {
	const open = openQuestions(preview);
	const isDivided = preview.questions.some(({ kind }) => kind === "parts");
	if (planned.match?.by === "several" && !planned.isDeviceChosen && !isDivided)
		return {
			kind: "open",
			text: t("severalDevices"),
		};
	if (open.length > 0) return { kind: "open", text: t("open.above", { count: open.length }) };
	if (preview.readings === 0 && preview.columns.some(({ channelId }) => channelId !== null))
		return { kind: "nothing", text: t("nothingNew", { count: preview.duplicates }), preview };
	return reason === null ? null : { kind: "open", text: reason };
}

export function overlapsOf(lines: readonly BatchLine[]): Map<string, BatchLine> {
	const overlaps = new Map<string, BatchLine>();
	const before: (BatchLine & { from: number; to: number })[] = [];
	for (const line of lines) {
		if (line.state.kind !== "ready") continue;
		const { from, to } = line.state.preview;
		if (from === null || to === null) continue;
		const other = before.find((one) => one.deviceId === line.deviceId && one.from <= to && one.to >= from);
		if (other) overlaps.set(line.key, other);
		before.push({ ...line, from, to });
	}
	return overlaps;
}

/** Per header, the file that shows its questions: the first open file, else the file that was settled last. */
export function openHeaders<One extends { read: ReadFile; preview: ImportPreview | null }>(
	files: readonly One[],
	{ latest }: BatchChoices,
): { header: string; lead: One; count: number }[] {
	return [...groupedBy(files, ({ read }) => headerOf(read))].flatMap(([header, ofHeader]) => {
		const isOpen = ({ preview, read }: One) => openQuestions(preview ?? read.preview).length > 0;
		const lead = ofHeader.find(isOpen) ?? ofHeader.find(({ read }) => read.file.key === latest.get(header));
		return lead ? [{ header, lead, count: ofHeader.length }] : [];
	});
}
