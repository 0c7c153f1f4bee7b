import { Button, Checkbox } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { commaList } from "../../base/comma-list";
import { FormFailure, PlainButton, SmallButton, SubtleButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { downloadText } from "../../ui/table/export-csv";
import { t } from "../../words/made/forms";
import {
	type CheckedLine,
	errorsByTarget,
	hasProblem,
	type LineRules,
	lineChecker,
	problemsFirst,
} from "./check-lines";
import type { LineOutcome } from "./creation-calls";
import type { FileLine } from "./csv-file";
import { brokenLines, columnsLeftOut, type ImportedList, problemsCsv, titlesOf } from "./file-columns";
import classes from "./import.module.css";
import type { PreviewFrame } from "./import-dialog";
import { PreviewTable } from "./preview-table";
import type { FileLines } from "./use-file-lines";
import type { LineImport } from "./use-line-import";

type PreviewStepProps<Target extends string, Input> = Omit<PreviewFrame, "file"> & {
	list: ImportedList<Target>;
	fileLines: FileLines<Target>;
	rules: LineRules<Target, Input>;
	importer: LineImport<Input>;
	isBehind?: boolean;
	settings?: ReactNode;
	notes?: ReactNode;
	aboutAdded?: ReactNode;
	unsaved?: { name: string; question: string } | null;
};

export function PreviewStep<Target extends string, Input>(props: PreviewStepProps<Target, Input>) {
	const { list, fileLines, rules, importer, isBehind = false, unsaved = null, closing, onBack, onClose } = props;
	const { noun } = list;
	const { all, taken } = fileLines;
	const { targetOf } = rules;
	const { outcomes, progress, failure, isStopRequested, start, stop, forgetRejection } = importer;
	const isNarrow = useMediaQuery("(max-width: 720px)", false, { getInitialValueInEffect: false });
	const [isOnlyProblems, setIsOnlyProblems] = useState(false);
	const [isStarting, setIsStarting] = useState(false);
	const [kept, setKept] = useState<ReadonlySet<number>>(new Set());
	const addButton = useRef<HTMLButtonElement>(null);

	const { mostCells } = fileLines;
	const check = useMemo(() => lineChecker(rules, mostCells), [rules, mostCells]);
	const open = useMemo(
		() => openLines({ all, taken, outcomes, check, targetOf }),
		[all, taken, outcomes, check, targetOf],
	);
	const { first, others } = useMemo(() => problemsFirst(open, kept), [open, kept]);
	const wrong = first.filter(hasProblem);
	const good = open.flatMap(({ line, input }) => (input === null ? [] : [{ line, input }]));
	const isRunning = progress !== null;
	const hasStarted = outcomes.size > 0 || isRunning;
	const isCorrected = [...fileLines.edits.keys()].some((line) => outcomes.get(line)?.kind !== "added");
	const targetTitles = titlesOf(list.columns);

	const keep = (line: number) => {
		if (wrong.some((each) => each.line === line)) setKept((before) => new Set([...before, line]));
	};
	const leaving = leaveQuestion({ noun, isRunning, unsaved, isUnsaved: isCorrected && !fileLines.areEditsSaved });
	const isDirty = leaving !== null;
	const [isGoingBack, setIsGoingBack] = useState(false);
	const goBack = { leave: onBack, stay: () => setIsGoingBack(false) };
	const requested = isGoingBack && isDirty ? goBack : closing?.requested;
	const onDirty = closing?.onDirty;
	useEffect(() => onDirty?.(isDirty), [isDirty, onDirty]);
	return (
		<DialogStep
			buttons={
				<>
					{!hasStarted && (
						<SubtleButton onClick={isDirty ? () => setIsGoingBack(true) : onBack}>
							{t("file.chooseAnother")}
						</SubtleButton>
					)}
					<PlainButton onClick={onClose}>{t("close")}</PlainButton>
					{(good.length > 0 || !hasStarted) && (
						<Button
							ref={addButton}
							loading={isRunning}
							disabled={good.length === 0 || isBehind}
							onClick={() => void start(good)}
						>
							{t(hasStarted ? "import.goOn" : "import.add", { noun, count: good.length })}
						</Button>
					)}
				</>
			}
		>
			<div className={classes.bar}>
				<b>{fileLines.name}</b>
				<span className={classes.soft}>{t("import.lines", { count: all.length })}</span>
				<span role="status" className={classes.bad}>
					{wrong.length > 0 && t("import.wrong", { count: wrong.length })}
				</span>
				{wrong.length > 0 && !isRunning && (
					<SmallButton onClick={() => setIsStarting(true)}>{t("file.correct")}</SmallButton>
				)}
				<Checkbox
					ms="auto"
					label={t("file.header")}
					checked={fileLines.hasHeader}
					disabled={hasStarted}
					onChange={({ currentTarget: { checked } }) => fileLines.changeHeader(checked)}
				/>
			</div>
			{hasStarted && !isRunning && (
				<ImportResult noun={noun} outcomes={outcomes} good={good}>
					{props.aboutAdded}
				</ImportResult>
			)}
			{!hasStarted && props.settings}
			{!isRunning && props.notes}
			{!hasStarted && <FileNotes fileLines={fileLines} />}
			<div className={classes.bar}>
				<Checkbox
					label={t("import.onlyWrong", { count: wrong.length })}
					checked={isOnlyProblems}
					onChange={({ currentTarget: { checked } }) => setIsOnlyProblems(checked)}
				/>
				{wrong.length > 0 && (
					<DownloadButton
						fileName={`${noun}s-with-problems.csv`}
						text={() => problemsCsv(wrong, fileLines.titles, targetTitles)}
					>
						{t("import.downloadWrong", { count: wrong.length })}
					</DownloadButton>
				)}
				{(fileLines.edits.size > 0 || fileLines.leftOut.size > 0) && (
					<DownloadButton fileName={`${noun}s-corrected.csv`} text={fileLines.saveText}>
						{t("file.downloadCorrected")}
					</DownloadButton>
				)}
			</div>
			<PreviewTable
				lines={isOnlyProblems ? first : [...first, ...others]}
				titles={fileLines.titles}
				targetTitles={targetTitles}
				targets={fileLines.targets}
				onTarget={hasStarted ? null : fileLines.setTarget}
				leftOut={fileLines.leftOut}
				isEdited={({ line, column }) => fileLines.edits.get(line)?.has(column) ?? false}
				isLocked={(line) => isRunning || outcomes.get(line)?.kind === "unsure"}
				isNarrow={isNarrow}
				onEdit={({ line, column }, text) => {
					keep(line);
					forgetRejection(line);
					fileLines.edit(line, column, text);
				}}
				onLeaveOut={(line, isLeft) => {
					keep(line);
					fileLines.leaveOut(line, isLeft);
				}}
				isStarting={isStarting}
				onStarted={() => setIsStarting(false)}
				onAllCorrected={() => addButton.current?.focus()}
			/>
			{progress && <ImportProgress {...progress} noun={noun} isStopping={isStopRequested} onStop={stop} />}
			<FormFailure failure={failure && t("file.stopped", { failure })} />
			<LeaveQuestion
				isDirty={isDirty}
				name={leaving?.name ?? ""}
				question={leaving?.question ?? ""}
				closing={{ requested }}
			/>
		</DialogStep>
	);
}

type OpenLines<Target extends string, Input> = Pick<LineRules<Target, Input>, "targetOf"> & {
	all: readonly FileLine[];
	taken: readonly FileLine[];
	outcomes: ReadonlyMap<number, LineOutcome<Input>>;
	check: ReturnType<typeof lineChecker<Target, Input>>;
};

/** Lines not added yet; omitted lines are neither checked nor sent. */
function openLines<Target extends string, Input>({ all, taken, outcomes, check, targetOf }: OpenLines<Target, Input>) {
	const added = new Set([...outcomes].flatMap(([line, { kind }]) => (kind === "added" ? [line] : [])));
	const checked = new Map(check(taken, added).map((line) => [line.line, line]));
	return all.flatMap((fileLine): CheckedLine<Target, Input>[] => {
		const outcome = outcomes.get(fileLine.line);
		if (outcome?.kind === "added") return [];
		const line = checked.get(fileLine.line);
		if (!line) return [{ ...fileLine, errors: {}, input: null }];
		if (outcome?.kind !== "refused") return [line];
		return [{ ...line, errors: { ...line.errors, ...errorsByTarget(outcome.fields, targetOf) }, input: null }];
	});
}

const mostNamed = 10;

type FileNotesProps = { fileLines: Pick<FileLines<string>, "taken" | "targets" | "titles"> };

function FileNotes({ fileLines: { taken, targets, titles } }: FileNotesProps) {
	const leftOut = useMemo(() => columnsLeftOut(taken, targets, titles), [taken, targets, titles]);
	const broken = useMemo(() => brokenLines(taken), [taken]);
	return (
		<>
			{leftOut.length > 0 && (
				<p className={classes.help}>{t("import.columnsLeftOut", { names: namedText(leftOut) })}</p>
			)}
			{broken.length > 0 && <p className={classes.help}>{t("import.brokenLines", { lines: namedText(broken) })}</p>}
		</>
	);
}

function namedText(names: readonly string[]): string {
	const more = names.length - mostNamed;
	const shown = commaList(names.slice(0, mostNamed));
	return more > 0 ? t("import.namedMore", { names: shown, count: more }) : shown;
}

type Leaving = {
	noun: ImportedList<string>["noun"];
	isRunning: boolean;
	unsaved: { name: string; question: string } | null;
	isUnsaved: boolean;
};

function leaveQuestion({ noun, isRunning, unsaved, isUnsaved }: Leaving): { name: string; question: string } | null {
	if (isRunning) {
		const question = t("import.leave", { noun });
		return { name: t("file.running"), question };
	}
	if (unsaved) return unsaved;
	if (!isUnsaved) return null;
	const question = t("file.leaveCorrections");
	return { name: t("file.corrections"), question };
}

type DownloadButtonProps = { fileName: string; text: () => string; children: ReactNode };

function DownloadButton({ fileName, text, children }: DownloadButtonProps) {
	return (
		<SmallButton leftSection={<IconDownload size={17} stroke={1.7} />} onClick={() => downloadText(fileName, text())}>
			{children}
		</SmallButton>
	);
}

type ImportResultProps = {
	noun: ImportedList<string>["noun"];
	outcomes: ReadonlyMap<number, LineOutcome<unknown>>;
	good: { line: number }[];
	children: ReactNode;
};

function ImportResult({ noun, outcomes, good, children }: ImportResultProps) {
	const countOfKind = (kind: LineOutcome<unknown>["kind"]) =>
		[...outcomes.values()].filter((outcome) => outcome.kind === kind).length;
	const left = good.filter(({ line }) => !outcomes.has(line)).length;
	const unsure = countOfKind("unsure");
	return (
		<section className={classes.done} aria-label={t("file.result")}>
			<div role="status">
				<h3>{t("import.added", { noun, count: countOfKind("added") })}</h3>
				{left > 0 && <p>{t("import.left", { noun, count: left })}</p>}
			</div>
			{unsure > 0 && <p>{t("import.unsure", { noun, count: unsure })}</p>}
			{children}
		</section>
	);
}

type ImportProgressProps = {
	noun: ImportedList<string>["noun"];
	done: number;
	total: number;
	isStopping: boolean;
	onStop: () => void;
};

/** Stopping waits for the pending call, so that no response is lost. */
function ImportProgress({ noun, done, total, isStopping, onStop }: ImportProgressProps) {
	return (
		<div className={classes.progress}>
			<progress aria-label={t("import.progress", { noun })} value={done} max={total} />
			<span>{t("import.done", { done, total })}</span>
			<SmallButton
				// Not `disabled`, which would take the focus.
				data-disabled={isStopping || undefined}
				aria-disabled={isStopping || undefined}
				onClick={isStopping ? undefined : onStop}
			>
				{t("file.stop")}
			</SmallButton>
			<span role="status" className={classes.stopping}>
				{isStopping && t("import.stopping", { noun })}
			</span>
		</div>
	);
}
