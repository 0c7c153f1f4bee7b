import { Button, Skeleton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import {
	openQuestions,
	shownFormat,
	withColumns,
	withEncoding,
	withSettings,
	withTargetChange,
} from "../../../shared/log/file-choices";
import type { ImportPreview } from "../../../shared/log/reading-import";
import { FormFailure, PlainButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/import";
import { ColumnTargets } from "./column-targets";
import { FileSettings } from "./file-settings";
import classes from "./import.module.css";
import type { TargetPreview } from "./import-preview";
import { ImportQuestions } from "./import-questions";
import { failureSentence, ImportResults, progressText } from "./import-run";
import { PartTargets } from "./parts-question";
import { PreviewCounts, PreviewRows } from "./preview-result";
import { isBeingSent, SendingNote, useSending } from "./sending-note";
import { KeepFormatFields } from "./stored-format";
import { TimePatternField } from "./time-pattern";
import { type FileImportState, type ImportedFile, useFileImport } from "./use-file-import";

/** The tab sends a file and then its parts in turn; the backend continues with what has arrived. */
function goesOn(parts: number, isSending: boolean): string {
	return parts === 1 && !isSending ? t("continues") : t("continues.whileOpen");
}

type FileImportProps = ImportedFile & { top: ReactNode; storedBar: ReactNode };

export function FileImport({ top, storedBar, ...imported }: FileImportProps) {
	const state = useFileImport(imported);
	const { jobs, states, isResult, isBehind, pattern, preview, isRunning } = state;
	const isSending = isBeingSent(useSending(imported.file));
	return (
		<DialogStep buttons={<ImportButtons state={state} />}>
			{top}
			<SendingNote file={imported.file} isImport={isRunning} />
			{!isResult && storedBar}
			{isResult ? (
				<ImportResults jobs={jobs} states={states} />
			) : (
				<div className={classes.preview} aria-busy={isBehind}>
					{pattern !== null && <NothingFound state={state} pattern={pattern} />}
					{preview && <Preview state={state} preview={preview} />}
					{!preview && isBehind && <Skeleton height={420} />}
				</div>
			)}
			<FormFailure failure={state.failure} />
			<LeaveQuestion
				isDirty={!state.isOver}
				name="Unfinished import"
				question={isRunning ? `${progressText(jobs, states)} ${goesOn(jobs.length, isSending)}` : t("leave.file")}
			/>
		</DialogStep>
	);
}

function ImportButtons({ state }: { state: FileImportState }) {
	const { jobs, states, isRunning, isResult, isBehind, isOver, isReady, canImport } = state;
	const { reason, failedCount, readAgain } = state;
	const reasonId = useId();
	const isSending = isBeingSent(useSending(state.file));
	const again = failedCount > 0 && t("tryAgain.imports", { count: failedCount });
	return (
		<>
			<p role="status" id={reasonId} className={classes.running}>
				{isRunning
					? `${progressText(jobs, states)} ${goesOn(jobs.length, isSending)}`
					: !isResult && !isBehind && reason}
			</p>
			<PlainButton onClick={state.onClose}>{isRunning || isResult ? t("close") : t("cancel")}</PlainButton>
			{isResult && failedCount > 0 && !isRunning && (
				<PlainButton onClick={state.lookAgain}>{t("backToPreview")}</PlainButton>
			)}
			{readAgain && <Button onClick={readAgain}>{t("tryAgain")}</Button>}
			{!readAgain && !isOver && (
				<Button
					disabled={!canImport && !isRunning}
					loading={isRunning}
					aria-describedby={reasonId}
					onClick={() => canImport && state.run()}
				>
					{again || (isReady ? t("do.readings", { count: state.total }) : t("import"))}
				</Button>
			)}
		</>
	);
}

function NothingFound({ state, pattern }: { state: FileImportState; pattern: string }) {
	const { choices, setChoices, isBehind } = state;
	const isTried = choices.timePattern !== null && !isBehind;
	return (
		<section className={`${layout.fieldset} ${classes.group}`} aria-label={t("pattern.times")}>
			<h3>{t("pattern.nothingFound")}</h3>
			<p role="alert">{pattern}</p>
			<TimePatternField
				value={choices.timePattern ?? ""}
				error={isTried ? t("pattern.noMatch") : undefined}
				isBusy={isBehind}
				onChange={(timePattern) => setChoices({ ...choices, timePattern, format: null })}
			/>
		</section>
	);
}

function Preview({ state, preview }: { state: FileImportState; preview: ImportPreview }) {
	const { choices, setChoices, index, included, into, device, devices, channels, previews, keeping } = state;
	const format = shownFormat(choices, preview.format);
	return (
		<>
			<ImportQuestions
				choices={choices}
				index={index}
				preview={preview}
				device={into}
				owner={device}
				devices={devices}
				channels={channels}
				isBehind={state.isBehind || state.error !== null || included.length === 0}
				onChange={setChoices}
			/>
			{state.isDivided && (
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
				format={format}
				device={into}
				onChange={(change) => setChoices(withSettings(choices, preview, change))}
				onEncoding={(encoding) => setChoices(withEncoding(device.id, encoding))}
			/>
			{included.length > 1 && (
				<Select
					label={t("previewOf")}
					data={included.map((at) => ({ value: String(at), label: choices.targets[at]?.part ?? "" }))}
					value={String(index)}
					onChange={(at) => state.setShownIndex(Number(at))}
				/>
			)}
			<ColumnTargets
				columns={ofPart(state.columns, preview, choices.targets[index]?.part ?? null)}
				channels={channels}
				timeColumns={format.timeColumns}
				onChange={(columns) => setChoices(withColumns(choices, index, columns))}
			/>
			<PreviewRows preview={preview} device={into} />
			<PreviewCounts preview={preview} device={into} readEveryRejection={state.readEveryRejection} />
			{keeping.isOffered && (
				<KeepFormatFields
					keeping={keeping.value}
					error={keeping.value.name.trim() === "" ? t("format.name.missing") : null}
					onChange={keeping.onChange}
				/>
			)}
		</>
	);
}

/** Columns whose names begin with another part belong to another device. */
function ofPart(columns: ImportPreview["columns"], { format }: ImportPreview, part: string | null) {
	const isByHeading = format.divideBy?.by === "heading" && part !== null;
	return isByHeading ? columns.filter(({ name }) => name.startsWith(part)) : columns;
}

function stateOf(one: TargetPreview | null): string {
	if (one?.error) return failureSentence(one.error);
	if (!one?.preview) return t("reading");
	const questions = openQuestions(one.preview).length;
	const { readings } = one.preview;
	return questions === 0 ? t("count.new", { count: readings }) : t("count.openQuestions", { readings, questions });
}
