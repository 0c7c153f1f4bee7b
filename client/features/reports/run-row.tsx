import { Checkbox, CopyButton } from "@mantine/core";
import {
	IconCheck,
	IconChevronDown,
	IconChevronRight,
	IconCopy,
	IconDownload,
	IconPlayerStop,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { storedText } from "../../../shared/log/said-text";
import type { Report, ReportFile, ReportRun, ReportType } from "../../../shared/report/report";
import { meaningLabels } from "../../entities/signature-meaning";
import { Callout } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { PlainButton, SubtleButton } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countText, formatBytes } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { formatSpan } from "../../ui/time/relative-time";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/reports";
import {
	excursionsText,
	isUnderWay,
	revisionText,
	runPeriodText,
	runStateLabels,
	shortHash,
	triggerLabels,
} from "./report-labels";
import classes from "./runs.module.css";

export type RunHandlers = {
	editDenial: string | null;
	onDownload: (file: ReportFile) => void;
	onCancel: (run: ReportRun) => void;
	onRunAgain: (run: ReportRun) => void;
	onToggle: (run: ReportRun) => void;
	onChoose: (run: ReportRun) => void;
};

type RunRowProps = RunHandlers & {
	run: ReportRun;
	report: Pick<Report, "type" | "zone">;
	isOpen: boolean;
	isChosen: boolean | null;
	children: ReactNode;
};

export function RunRow({ run, report, isOpen, isChosen, children, ...on }: RunRowProps) {
	const period = runPeriodText({ run, report });
	const { label, tone } = runStateLabels[run.state];
	const last = run.signatures.at(-1);
	const Chevron = isOpen ? IconChevronDown : IconChevronRight;
	return (
		<li className={classes.run} data-open={isOpen || undefined}>
			<div className={classes.head}>
				{isChosen !== null && (
					<Checkbox aria-label={t("choosePeriod", { period })} checked={isChosen} onChange={() => on.onChoose(run)} />
				)}
				<div className={classes.words}>
					<h3 className={classes.period}>
						{period} <StatusChip tone={tone}>{label}</StatusChip>
						{run.revision !== null && <StatusChip tone="warn">{t("revised")}</StatusChip>}
						{last && (
							<StatusChip tone={meaningLabels[last.meaning].tone}>{meaningLabels[last.meaning].label}</StatusChip>
						)}
					</h3>
					<p className={classes.under}>
						<RunFacts run={run} type={report.type} />
					</p>
				</div>
				<div className={layout.row}>
					<RunActions run={run} period={period} {...on} />
					<SubtleButton
						size="compact-md"
						aria-expanded={isOpen}
						aria-label={t("detailsOfPeriod", { period })}
						rightSection={<Chevron size={16} />}
						onClick={() => on.onToggle(run)}
					>
						{t("details")}
					</SubtleButton>
				</div>
			</div>
			{isUnderWay(run.state) && <RunProgress run={run} />}
			{run.error !== null && (
				<Callout tone={run.state === "failed" ? "bad" : "brand"}>
					{storedText({ text: run.error, said: run.errorSaid })}
				</Callout>
			)}
			{run.revision !== null && (
				<Callout tone="warn" className={layout.ends}>
					<span>
						{rich("revision", {
							what: revisionText(run.revision),
							time: <TimeStamp at={run.revision.noticedAt} isFocusable />,
						})}
					</span>
					<GuardedButton denial={on.editDenial} onClick={() => on.onRunAgain(run)}>
						{t("runAgain")}
					</GuardedButton>
				</Callout>
			)}
			{isOpen && <div className={classes.details}>{children}</div>}
		</li>
	);
}

function RunFacts({ run, type }: { run: ReportRun; type: ReportType }) {
	const { trigger, by, startedAt, finishedAt, rows, bytes } = run;
	const judged = excursionsText(run, type);
	const parts: ReactNode[] = [
		by === null ? triggerLabels[trigger] : t(`trigger.${trigger}.by`, { name: by }),
		<TimeStamp key="at" at={finishedAt ?? startedAt ?? run.queuedAt} isFocusable />,
		...(startedAt !== null && finishedAt !== null
			? [t("run.took", { duration: formatSpan(finishedAt - startedAt) })]
			: []),
		...(rows === null ? [] : [t("run.rows", { count: rows })]),
		...(judged === null ? [] : [judged]),
		...(bytes === null ? [] : [formatBytes(bytes)]),
	];
	return parts.map((part, index) => (
		// biome-ignore lint/suspicious/noArrayIndexKey: a part is its place
		<span key={index}>{part}</span>
	));
}

function RunActions({ run, period, ...on }: RunHandlers & { run: ReportRun; period: string }) {
	if (isUnderWay(run.state)) {
		return (
			<GuardedButton
				denial={on.editDenial}
				icon={<IconPlayerStop size={16} stroke={1.7} />}
				onClick={() => on.onCancel(run)}
			>
				{t("cancel")}
			</GuardedButton>
		);
	}
	const [file, ...others] = run.files;
	if (file === undefined) return null;
	if (others.length > 0) {
		return (
			<PlainButton onClick={() => on.onToggle(run)} aria-label={t("filesOfPeriod", { period })}>
				{t("run.files", { count: run.files.length })}
			</PlainButton>
		);
	}
	return <DownloadButton file={file} label={t("downloadPeriod", { period })} onDownload={on.onDownload} />;
}

type DownloadButtonProps = {
	file: ReportFile;
	label: string;
	onDownload: (file: ReportFile) => void;
};

export function DownloadButton({ file, label, onDownload }: DownloadButtonProps) {
	return (
		<PlainButton
			aria-label={label}
			leftSection={<IconDownload size={16} stroke={1.7} />}
			onClick={() => onDownload(file)}
		>
			{t("download")}
		</PlainButton>
	);
}

function RunProgress({ run: { state, progress } }: { run: ReportRun }) {
	const text =
		progress === null
			? runStateLabels[state].label
			: t("run.progress", { done: countText(progress.done), count: progress.of });
	const share = progress === null || progress.of === 0 ? 0 : (100 * progress.done) / progress.of;
	return (
		<div className={classes.progress}>
			<div
				className={classes.bar}
				role="progressbar"
				aria-label={t("progressText", { text })}
				aria-valuemin={0}
				aria-valuemax={100}
				aria-valuenow={Math.round(share)}
			>
				<i style={{ width: `${share}%` }} />
			</div>
			<span role="status">{text}</span>
		</div>
	);
}

export function Checksum({ file: { name, sha256 } }: { file: ReportFile }) {
	return (
		<span className={classes.checksum}>
			<span title={sha256}>{t("checksum", { hash: shortHash(sha256) })}</span>
			<CopyButton value={sha256}>
				{({ copied, copy }) => (
					<SubtleButton
						size="compact-xs"
						leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
						aria-label={t("copyTheChecksumOfName", { name })}
						onClick={copy}
					>
						{copied ? t("copied") : t("copy")}
					</SubtleButton>
				)}
			</CopyButton>
		</span>
	);
}
