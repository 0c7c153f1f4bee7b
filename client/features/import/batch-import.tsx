import { Button, Checkbox } from "@mantine/core";
import { useId, useState } from "react";
import { describeUndone } from "../../../shared/log/undone-import";
import { deviceOffsetMinutes, formatOffset } from "../../../shared/time/time-zones";
import { commaList } from "../../base/comma-list";
import { displayFormats } from "../../ui/display-formats";
import { Callout } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { PlainButton, SmallButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { instantParts, joined } from "../../ui/time/time-display";
import { t } from "../../words/made/import";
import classes from "./batch-import.module.css";
import { type BatchDevice, type BatchLine, overlapsOf } from "./batch-plan";
import { ImportQuestions } from "./import-questions";
import { type JobState, StateChip, stateText } from "./import-run";
import { useUndoImport } from "./recent-imports";
import { SendingNote } from "./sending-note";
import { mostFiles } from "./unpack-files";
import { type Batch, type BatchState, summaryOf, useBatch } from "./use-batch";

type BatchImportProps = { batch: Batch; onBack: () => void; onClose: () => void };

/** Several files in one table: each is matched, read and imported for itself, and all are undone at once. */
export function BatchImport({ batch, onBack, onClose }: BatchImportProps) {
	const state = useBatch(batch);
	const { undone, undoing, undoOne, undoAll } = useUndone(batch.id);
	const { states, isRunning, left, groups } = state;
	const isRetried = left.length > 0 && left.every(({ key }) => states.has(key));
	const isOver = states.size > 0 && !isRunning;
	const made = [...states.values()].flatMap((one) => (one.kind === "done" && one.made.id ? [one.made] : []));
	const standing = made.filter(({ id }) => id !== null && !undone.has(id));
	const running = state.lines.find(({ key }) => states.get(key)?.kind === "running");
	const progress = progressOf(state);
	const statusId = useId();
	return (
		<DialogStep
			buttons={
				<>
					<p role="status" id={statusId} className={classes.status}>
						{isRunning ? t("running", { progress }) : isOver ? resultOf(state, undone) : summaryOf(state)}
					</p>
					{isRunning && <PlainButton onClick={state.stop}>{t("stop")}</PlainButton>}
					<PlainButton onClick={onClose}>{isRunning || isOver ? t("close") : t("cancel")}</PlainButton>
					{isOver && standing.length > 0 && (
						<PlainButton loading={undoing} onClick={undoAll}>
							{t("undo.several", { count: standing.length })}
						</PlainButton>
					)}
					{(isRunning || left.length > 0 || !isOver) && (
						<Button
							disabled={left.length === 0 && !isRunning}
							loading={isRunning}
							aria-describedby={statusId}
							onClick={state.run}
						>
							{isRetried ? t("tryAgain.files", { count: left.length }) : t("do.files", { count: left.length })}
						</Button>
					)}
				</>
			}
		>
			<div className={layout.ends}>
				<strong>{t("files", { count: batch.files.length })}</strong>
				<SmallButton data-autofocus disabled={isRunning} onClick={onBack}>
					{t("chooseOthers")}
				</SmallButton>
			</div>
			{batch.omitted > 0 && (
				<Callout tone="warn">{t("omitted", { count: batch.omitted, listed: countText(mostFiles) })}</Callout>
			)}
			{running?.file.file && <SendingNote file={running.file.file} isImport />}
			{!isRunning && groups.map((group) => <GroupQuestions key={group.header} group={group} state={state} />)}
			<LinesTable state={state} undone={undone} onUndo={undoOne} />
			<LeaveQuestion
				isDirty={!isOver || isRunning}
				name="Unfinished import"
				question={isRunning ? t("running.leave", { progress }) : t("leave.files")}
			/>
		</DialogStep>
	);
}

function useUndone(batchId: string) {
	const [undone, setUndone] = useState<ReadonlyMap<string, string>>(new Map());
	const { undoing, undoingBatch } = useUndoImport((imports) =>
		setUndone((before) => {
			const texts = imports.map(({ id, undone: left }): [string, string] => [
				id,
				left ? describeUndone(left, displayFormats()) : t("undone"),
			]);
			return new Map([...before, ...texts]);
		}),
	);
	return {
		undone,
		undoing: undoing.isPending || undoingBatch.isPending,
		undoOne: (importId: string) => undoing.mutate(importId),
		undoAll: () => undoingBatch.mutate(batchId),
	};
}

function progressOf({ lines, states }: BatchState): string {
	const jobs = lines.filter(({ key }) => states.has(key));
	const ended = jobs.filter(({ key }) => ["done", "failed"].includes(states.get(key)?.kind ?? ""));
	const isHeld = jobs.some(({ key }) => states.get(key)?.kind === "held");
	const progress = t("progress.files", { count: jobs.length, done: countText(ended.length) });
	return isHeld ? t("progress.held", { progress }) : progress;
}

function resultOf({ states, lines }: BatchState, undone: ReadonlyMap<string, string>): string {
	const all = [...states.values()];
	const made = all.flatMap((state) => (state.kind === "done" ? [state.made] : []));
	const standing = made.filter(({ id }) => id !== null && !undone.has(id));
	if (undone.size > 0 && standing.length === 0) return t("undone.count", { count: undone.size });
	const readings = standing.reduce((sum, { accepted }) => sum + accepted, 0);
	const others = lines.length - made.length;
	const sentences = [
		t("imported.fromFiles", { readings, files: standing.length }),
		...(undone.size > 0 ? [t("undone.count", { count: undone.size })] : []),
		...(others > 0 ? [t("notImported.count", { count: others })] : []),
	];
	return sentences.join(" ");
}

type GroupProps = { group: BatchState["groups"][number]; state: BatchState };

function GroupQuestions({ group: { header, lead, count }, state }: GroupProps) {
	const { read, choices, channels, device, preview } = lead;
	const shown = preview ?? read.preview;
	const index = Math.max(
		choices.targets.findIndex(({ deviceId }) => deviceId !== null),
		0,
	);
	const title = count === 1 ? read.file.name : t("files.oneHeader", { count, name: read.file.name });
	return (
		<section className={classes.group} aria-label={title}>
			<h3>{title}</h3>
			<ImportQuestions
				choices={choices}
				index={index}
				device={device}
				channels={channels}
				preview={shown}
				owner={device}
				devices={state.batch.devices}
				isBehind={preview === null}
				onChange={(next) => state.settle(lead, next)}
			/>
			{read.preview.headerKey !== null && (
				<Checkbox
					label={t("keep.everyone")}
					checked={!state.unkept.has(header)}
					onChange={({ currentTarget: { checked } }) => state.setKept(header, checked)}
				/>
			)}
		</section>
	);
}

type LinesTableProps = { state: BatchState; undone: ReadonlyMap<string, string>; onUndo: (importId: string) => void };

function LinesTable({ state, undone, onUndo }: LinesTableProps) {
	const overlaps = overlapsOf(state.lines);
	return (
		<table className={classes.table} aria-label={t("lines.label")}>
			<thead>
				<tr>
					<th scope="col">{t("lines.file")}</th>
					<th scope="col">{t("lines.device")}</th>
					<th scope="col">{t("lines.what")}</th>
					<th scope="col">{t("lines.state")}</th>
				</tr>
			</thead>
			<tbody>
				{state.lines.map((line) => (
					<tr key={line.key}>
						<th scope="row">
							{line.file.name}
							{line.part !== null && <span>{line.part === "" ? t("part.noName") : line.part}</span>}
							{line.file.within !== null && <small>{t("file.within", { within: line.file.within })}</small>}
						</th>
						<td data-name={t("lines.device")}>
							<DeviceCell line={line} state={state} />
						</td>
						<td data-name={t("lines.what")}>
							<LineText line={line} state={state} undone={undone} overlap={overlaps.get(line.key)} />
						</td>
						<td>
							<div className={classes.end}>
								<LineEnd line={line} job={state.states.get(line.key)} undone={undone} onUndo={onUndo} />
							</div>
						</td>
					</tr>
				))}
			</tbody>
		</table>
	);
}

const matchTexts = {
	"file-name": t("match.fileName"),
	file: t("match.file"),
	"device-name": t("match.deviceName"),
	several: t("match.several"),
} as const;

function DeviceCell({ line, state }: { line: BatchLine; state: BatchState }) {
	const { devices, matches, deviceId } = state.batch;
	const leaveOut = line.part === null ? [] : [{ value: "", label: t("leaveOut") }];
	const choices = useSteadyOptions([...leaveOut, ...devices.map(({ id, name }) => ({ value: id, label: name }))]);
	if (line.file.file === null) return null;
	const device = devices.find(({ id }) => id === line.deviceId);
	if (state.isRunning || state.states.has(line.key)) return device?.name ?? null;
	const match = matches.get(line.file.key);
	const how =
		line.part !== null
			? null
			: match && match.deviceId === line.deviceId
				? matchTexts[match.by]
				: line.deviceId === deviceId && deviceId !== null
					? t("match.before")
					: null;
	return (
		<>
			<Select
				aria-label={
					line.part === null
						? t("device.ofFile", { file: line.file.name })
						: t("device.ofPart", { file: line.file.name, part: line.part })
				}
				placeholder={t("chooseDevice")}
				{...choices}
				value={line.deviceId ?? (line.part === null ? null : "")}
				searchable
				limit={100}
				nothingFoundMessage={t("noDevice")}
				onChange={(value) => value !== null && state.chooseDevice(line, value)}
			/>
			{how !== null && <small>{how}</small>}
		</>
	);
}

type LineTextProps = {
	line: BatchLine;
	state: BatchState;
	undone: ReadonlyMap<string, string>;
	overlap: BatchLine | undefined;
};

function LineText({ line, state, undone, overlap }: LineTextProps) {
	const job = state.states.get(line.key);
	if (job?.kind === "done" && job.made.id !== null && undone.has(job.made.id)) return undone.get(job.made.id);
	if (job) return stateText(job);
	if (line.state.kind === "reading") return t("reading");
	if (line.state.kind !== "ready") return line.state.text;
	const { readings, replaced, duplicates, rejectedCount, from, to } = line.state.preview;
	const device = state.batch.devices.find(({ id }) => id === line.deviceId);
	const counts = [
		t("count.new", { count: readings - replaced }),
		...(replaced > 0 ? [t("count.replaced", { count: replaced })] : []),
		...(duplicates > 0 ? [t("count.already", { count: duplicates })] : []),
		...(rejectedCount > 0 ? [t("count.skipped", { count: rejectedCount })] : []),
	];
	return (
		<>
			{commaList(counts)}
			{from !== null && to !== null && device && <small>{spanText(from, to, device)}</small>}
			{line.formatName !== null && <small>{t("readAs", { name: line.formatName })}</small>}
			{overlap && <small>{t("sharesTimes", { name: overlap.file.name })}</small>}
		</>
	);
}

/** Times on the device's clock: `Nov 05, 2026, 11:00 AM to 11:19 AM UTC+01:00`. */
function spanText(from: number, to: number, device: BatchDevice): string {
	const offset = deviceOffsetMinutes(device, to);
	const [first, last] = [instantParts(from, deviceOffsetMinutes(device, from)), instantParts(to, offset)];
	const begin = joined(first.dateWithYear, first.minutes);
	const end = first.dateWithYear === last.dateWithYear ? last.minutes : joined(last.dateWithYear, last.minutes);
	return `${from === to ? begin : t("span.times", { begin, end })} ${formatOffset(offset)}`;
}

const chips: Record<BatchLine["state"]["kind"], { tone: ChipTone; text: string }> = {
	reading: { tone: "off", text: t("state.reading") },
	open: { tone: "warn", text: t("state.open") },
	failed: { tone: "bad", text: t("state.failed") },
	skipped: { tone: "bad", text: t("state.skipped") },
	nothing: { tone: "off", text: t("state.nothing") },
	ready: { tone: "ok", text: t("state.ready") },
};

type LineEndProps = {
	line: BatchLine;
	job: JobState | undefined;
	undone: ReadonlyMap<string, string>;
	onUndo: (importId: string) => void;
};

function LineEnd({ line: { file, part, state }, job, undone, onUndo }: LineEndProps) {
	const name = part === null ? file.name : `${file.name}, ${part}`;
	const importId = job?.kind === "done" ? job.made.id : null;
	if (importId !== null && !undone.has(importId))
		return (
			<>
				<StatusChip tone="ok">{t("state.imported")}</StatusChip>
				<PlainButton size="compact-sm" aria-label={t("undoOf", { name })} onClick={() => onUndo(importId)}>
					{t("undo")}
				</PlainButton>
			</>
		);
	if (job) return <StateChip state={job} isUndone={importId !== null} />;
	const { tone, text } = chips[state.kind];
	return (
		<>
			<StatusChip tone={tone}>{text}</StatusChip>
			{state.kind === "failed" && (
				<PlainButton size="compact-sm" aria-label={t("tryAgainFile", { name })} onClick={state.retry}>
					{t("tryAgain")}
				</PlainButton>
			)}
		</>
	);
}
