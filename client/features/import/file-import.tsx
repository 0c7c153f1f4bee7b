import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { toast } from "sonner";
import type { KeptFormat } from "../../../shared/kept-format";
import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { DialogStep } from "../../ui/feedback/dialog-step";
import { FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { Select } from "../../ui/form/select";
import { countOf } from "../../ui/format";
import { ColumnTargets } from "./column-targets";
import {
	type FileChoices,
	keptSettings,
	optionsOf,
	targetsOf,
	withColumns,
	withSettings,
	withTargetChange,
} from "./file-choices";
import { FileSettings } from "./file-settings";
import classes from "./import.module.css";
import { whyNot } from "./import-block";
import { importForm, nothingFoundText, useTargetPreviews } from "./import-preview";
import { ImportQuestions } from "./import-questions";
import { failureSentence, type ImportJob, ImportResults, useImportRun } from "./import-run";
import { KeepFormatFields, type Keeping, proposedName, useKeepFormat } from "./kept-format";
import { PartTargets } from "./parts-question";
import { PreviewCounts, PreviewRows } from "./preview-result";
import { useUndoImport } from "./recent-imports";
import { TimePatternField } from "./time-pattern";

const runningMessage = "The file is being imported. It goes on if you leave, and you can undo it.";

type FileImportProps = {
	file: File;
	device: LogDevice;
	devices: LogDevice[];
	initial: FileChoices;
	kept: KeptFormat | null;
	/** As it is detected; null: nothing is found without a pattern. */
	detected: ImportPreview | null;
	nothingFound: string | null;
	top: ReactNode;
	onClose: () => void;
};

/** One file: what it asks, what it would do, and doing it. */
export function FileImport(props: FileImportProps) {
	const { file, device, devices, initial, kept, detected, nothingFound, top, onClose } = props;
	const [start] = useState(initial);
	const [choices, setChoices] = useState(start);
	/** Back from the results of parts to the preview. */
	const [isLooking, setIsLooking] = useState(false);
	const [shownIndex, setShownIndex] = useState(0);
	const [keeping, setKeeping] = useState<Keeping>({ isWanted: true, name: kept?.name ?? proposedName(file.name) });
	const isReadable = detected !== null || choices.timePattern !== null;
	const previews = useTargetPreviews(file, choices, isReadable);
	const included = choices.targets.flatMap((target, index) => (target.deviceId === null ? [] : [index]));
	const index = included.includes(shownIndex) ? shownIndex : (included[0] ?? 0);
	const target = choices.targets[index];
	const { error = null } = previews[index] ?? {};
	// While every part is left out, what the file asks stays in view.
	const preview = previews[index]?.preview ?? (included.length === 0 ? detected : null);
	const isBehind = isReadable && previews.some((one) => one?.isBehind);
	const into = devices.find(({ id }) => id === target?.deviceId) ?? device;
	const { data: deviceData } = useQuery(trpc.device.getDevice.queryOptions({ deviceId: into.id }));
	const channels = deviceData?.channels ?? [];
	const keepFormat = useKeepFormat();
	const { offerUndo } = useUndoImport();
	const isDivided = choices.targets.some(({ part }) => part !== null);

	const first = detected ?? preview;
	const headerKey = first?.headerKey ?? null;
	const isKept = headerKey !== null && choices !== start && preview !== null;
	const keep = () => {
		if (!isKept || !keeping.isWanted || headerKey === null || first === null || preview === null) return;
		const nameOf = (channelId: string) => channels.find(({ id }) => id === channelId)?.name ?? null;
		const shown = { columns: withChosen(preview, choices, index) };
		const settings = keptSettings(choices, first.format, shown, nameOf);
		const name = keeping.name.trim() === "" ? proposedName(file.name) : keeping.name;
		keepFormat.mutate(
			{ deviceId: into.id, name, headerKey, ...settings },
			{ onError: (failed) => toast.error(`The format is not kept. ${sentenceFor(failed)}`) },
		);
	};

	const jobs = jobsOf(choices, previews, { devices, device });
	const { states, isRunning, run } = useImportRun(file, (ended, isShown) => {
		const made = [...ended.values()].flatMap((state) => (state.kind === "done" ? [state.made] : []));
		const failed = [...ended.values()].flatMap((state) => (state.kind === "failed" ? [state.sentence] : []));
		if (made.length > 0) keep();
		const [only] = made;
		if (only && ended.size === 1) {
			// Another file may be open in the same dialog by now.
			if (isShown) onClose();
			offerUndo(only);
		} else if (!isShown) {
			const readings = made.reduce((sum, { accepted }) => sum + accepted, 0);
			const text = `Imported ${countOf(readings, "reading")} from ${file.name}.`;
			if (failed.length === 0) toast.success(text);
			else toast.error(`${text} ${countOf(failed.length, "import")} failed: ${failed[0]}`);
		}
	});
	const failedJobs = jobs.filter(({ key }) => states.get(key)?.kind === "failed");
	const isOver = jobs.length > 1 && jobs.every(({ key }) => states.get(key)?.kind === "done");
	const isResult = isDivided && states.size > 0 && !isLooking;
	const total = previews.reduce((sum, one) => sum + (one?.preview?.readings ?? 0), 0);
	const reason = isReadable ? whyNot(choices, previews, devices) : null;
	const isReady = isReadable && !isBehind && previews.every((one) => one === null || (one.preview && !one.error));
	const canImport = isReady && reason === null;
	const reasonId = useId();
	const singleFailure = !isDivided ? [...states.values()].find((state) => state.kind === "failed") : undefined;
	const pattern = nothingFoundText(error) ?? (preview === null ? nothingFound : null);
	const failure =
		singleFailure?.kind === "failed"
			? singleFailure.sentence
			: error && pattern === null
				? failureSentence(error)
				: null;
	const label = failedJobs.length > 0 && isDivided ? `Try again: ${countOf(failedJobs.length, "import")}` : "Import";

	return (
		<DialogStep
			buttons={
				<>
					<Button variant="default" onClick={onClose}>
						{isRunning || isOver ? "Close" : "Cancel"}
					</Button>
					{isResult && failedJobs.length > 0 && !isRunning && (
						<Button variant="default" onClick={() => setIsLooking(true)}>
							Back to the preview
						</Button>
					)}
					{failure !== null && preview === null ? (
						<Button onClick={() => previews[index]?.refetch()}>Try again</Button>
					) : (
						!isOver && (
							<Button
								disabled={!canImport && !isRunning}
								loading={isRunning}
								aria-describedby={reasonId}
								onClick={() => {
									if (!canImport) return;
									setIsLooking(false);
									void run(jobs);
								}}
							>
								{isReady && label === "Import"
									? `Import ${countOf(total, "reading")}${isDivided ? ` into ${countOf(jobs.length, "place")}` : ""}`
									: label}
							</Button>
						)
					)}
				</>
			}
		>
			{top}
			{isResult ? (
				<ImportResults jobs={jobs} states={states} />
			) : (
				<div className={classes.preview} aria-busy={isBehind}>
					{pattern !== null && (
						<section className={classes.group} aria-label="Times of this file">
							<h3>No readings were found</h3>
							<p role="alert">{pattern}</p>
							<TimePatternField
								value={choices.timePattern ?? ""}
								isBusy={isBehind}
								onChange={(timePattern) => setChoices({ ...choices, timePattern, format: null })}
							/>
						</section>
					)}
					{preview ? (
						<>
							<ImportQuestions
								{...{ choices, index, preview, device: into, devices, channels }}
								isBehind={isBehind || included.length === 0}
								onChange={(next) => setChoices(next)}
							/>
							{isDivided && (
								<PartTargets
									targets={choices.targets}
									devices={devices}
									stateOf={(at) => stateOf(previews[at] ?? null)}
									onDevice={(at, deviceId) =>
										setChoices(withTargetChange(choices, at, { deviceId, columns: null, isNoValuesAnswered: false }))
									}
								/>
							)}
							<FileSettings
								preview={preview}
								format={choices.format ?? preview.format}
								device={into}
								onChange={(change) => setChoices(withSettings(choices, preview, change))}
							/>
							{included.length > 1 && (
								<Select
									label="Preview of"
									data={included.map((at) => ({ value: String(at), label: choices.targets[at]?.part ?? "" }))}
									value={String(index)}
									onChange={(at) => setShownIndex(Number(at))}
								/>
							)}
							<ColumnTargets
								columns={ofPart(withChosen(preview, choices, index), preview, target?.part ?? null)}
								channels={channels}
								timeColumns={(choices.format ?? preview.format).timeColumns}
								onChange={(columns) => setChoices(withColumns(choices, index, columns))}
							/>
							<PreviewRows preview={preview} device={into} />
							<PreviewCounts
								preview={preview}
								device={into}
								readEveryRefusal={async () => {
									const job = jobs.find(({ key }) => key === keyOf(target?.part ?? null, into.id));
									if (!job) return preview.rejected;
									const form = importForm(file, { ...job.options, isEveryRefusalListed: true });
									return (await trpcClient.log.previewImport.mutate(form)).rejected;
								}}
							/>
							{isKept && (
								<KeepFormatFields
									keeping={keeping}
									error={keeping.name.trim() === "" ? "Enter a name." : null}
									onChange={setKeeping}
								/>
							)}
						</>
					) : (
						isBehind && <Skeleton height={420} />
					)}
				</div>
			)}
			<p role="status" id={reasonId} className={classes.running}>
				{isRunning ? runningMessage : !isResult && !isBehind && reason}
			</p>
			<FormFailure failure={failure} />
			<LeaveQuestion
				isDirty={!isOver && !(states.size === 1 && [...states.values()][0]?.kind === "done")}
				name="Unfinished import"
				question={isRunning ? runningMessage : "This file is not imported yet. Leave without it?"}
			/>
		</DialogStep>
	);
}

type Previews = ReturnType<typeof useTargetPreviews>;

const keyOf = (part: string | null, deviceId: string) => `${part ?? ""} ${deviceId}`;

/** With what is shown, so that nothing else is stored. */
function jobsOf(
	choices: FileChoices,
	previews: Previews,
	{ devices, device }: Pick<FileImportProps, "devices" | "device">,
): ImportJob[] {
	return choices.targets.flatMap((target, index): ImportJob[] => {
		const options = optionsOf(choices, target);
		const preview = previews[index]?.preview;
		if (options === null || !preview) return [];
		const { timePattern: _, ...others } = options;
		const columns = target.columns ?? targetsOf(preview);
		const deviceName = devices.find(({ id }) => id === options.deviceId)?.name ?? device.name;
		const key = keyOf(target.part, options.deviceId);
		return [{ key, part: target.part, deviceName, options: { ...others, format: preview.format, columns } }];
	});
}

/** Choices are newer than the preview until it is requested again. */
function withChosen(preview: ImportPreview, { targets }: FileChoices, index: number): ImportPreview["columns"] {
	const columns = targets[index]?.columns;
	if (!columns) return preview.columns;
	const channelIds = new Map(columns.map(({ column, channelId }) => [column, channelId]));
	return preview.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null }));
}

/** Columns whose names begin with another part are another device's. */
function ofPart(columns: ImportPreview["columns"], { format }: ImportPreview, part: string | null) {
	const isByHeading = format.divideBy?.by === "heading" && part !== null;
	return isByHeading ? columns.filter(({ name }) => name.startsWith(part)) : columns;
}

function stateOf(one: Previews[number]): string {
	if (one?.error) return failureSentence(one.error);
	if (!one?.preview) return "Reading…";
	const open = one.preview.questions.filter(({ isAnswered }) => !isAnswered).length;
	const readings = countOf(one.preview.readings, "new reading");
	return open === 0 ? readings : `${readings}, ${countOf(open, "open question")}`;
}
