import { IconMailForward, IconUnlink, IconWritingSign } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { minuteMs } from "../../../shared/base/durations";
import type { ReportFile, ReportRecipient, ReportRun, ReportSignature } from "../../../shared/report/report";
import type { IdentityProof } from "../../../shared/session/identity-confirmation";
import { messageStateOf } from "../../entities/message-state";
import { meaningLabels } from "../../entities/signature-meaning";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { formatBytes } from "../../ui/format";
import { type Fact, Facts } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { useTickingNow } from "../../ui/time/relative-time";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/reports";
import { shortHash, signedText } from "./report-labels";
import { Checksum, DownloadButton, type RunHandlers } from "./run-row";
import classes from "./runs.module.css";

export type DetailHandlers = Pick<RunHandlers, "editDenial" | "onDownload" | "onRunAgain"> & {
	onResend: (run: ReportRun, recipient: ReportRecipient) => void;
	onRevoke: (run: ReportRun, recipient: ReportRecipient) => void;
	onSign: ((run: ReportRun, file: ReportFile) => void) | null;
	signDenial: string | null;
};

const fileKinds: Record<ReportFile["kind"], string | null> = {
	report: null,
	edition: t("signedCopy"),
	certificate: t("certificateOfTheSignature"),
};

export function RunDetails({ run, zone, ...on }: DetailHandlers & { run: ReportRun; zone: string }) {
	const { files, notes, recipients, signatures } = run;
	const signable = on.onSign === null ? [] : files.filter(({ kind }) => kind === "report");
	return (
		<>
			{notes.length > 0 && (
				<Part title={t("notes")}>
					<ul className={classes.notes}>
						{notes.map((note) => (
							<li key={note}>{note}</li>
						))}
					</ul>
				</Part>
			)}
			{files.length > 0 && (
				<Part title={t("files")}>
					<Rows rows={files.map((file) => fileRow(file, on))} />
				</Part>
			)}
			<Part title={t("recipients")}>
				{recipients.length === 0 ? (
					<NoRows>{t("noRecipients")}</NoRows>
				) : (
					<ul className={layout.plain}>
						{recipients.map((recipient) => (
							<Recipient key={recipient.contactId} run={run} recipient={recipient} {...on} />
						))}
					</ul>
				)}
			</Part>
			{(signatures.length > 0 || signable.length > 0) && (
				<Part title={t("signatures")}>
					{signatures.length === 0 ? (
						<NoRows>{t("notSigned")}</NoRows>
					) : (
						<Rows rows={signatures.map((signature) => signatureRow(signature, zone))} />
					)}
					{signable.length > 0 && (
						<div className={classes.sign}>
							{signable.map((file) => (
								<GuardedButton
									key={file.id}
									denial={on.signDenial}
									label={signable.length > 1 ? t("sign.reviewOf", { name: file.name }) : t("sign.review")}
									icon={<IconWritingSign size={16} stroke={1.7} />}
									onClick={() => on.onSign?.(run, file)}
								>
									{signable.length > 1 ? t("sign.reviewOf", { name: file.groupName ?? file.name }) : t("sign.review")}
								</GuardedButton>
							))}
						</div>
					)}
				</Part>
			)}
			<Part title={t("run")}>
				<Facts facts={factsOf(run)} />
			</Part>
		</>
	);
}

function Part({ title, children }: { title: string; children: ReactNode }) {
	return (
		<section className={classes.part} aria-label={title}>
			<h4>{title}</h4>
			{children}
		</section>
	);
}

function signatureRow({ id, name, email, meaning, reason, at, sha256, proof }: ReportSignature, zone: string) {
	const { label, tone } = meaningLabels[meaning];
	return {
		key: id,
		name: (
			<>
				{name} <StatusChip tone={tone}>{label}</StatusChip>
			</>
		),
		under: (
			<>
				{email !== null && `${email} · `}
				<time dateTime={new Date(at).toISOString()}>{signedText(at, zone)}</time>
				{` · ${t("checksum", { hash: shortHash(sha256) })}`}
				{proof && ` · ${proofText(proof)}`}
				{reason !== "" && <span className={classes.reason}>{reason}</span>}
			</>
		),
	};
}

function proofText(proof: IdentityProof): string {
	if (proof.by === "code") return t("proof.code", { address: proof.address });
	return proof.by === "sso" ? t("proof.sso", { provider: proof.provider }) : t(`proof.${proof.by}`);
}

function fileRow(file: ReportFile, { onDownload }: DetailHandlers) {
	const kind = fileKinds[file.kind];
	return {
		key: file.id,
		name: file.name,
		under: (
			<>
				{[kind, file.groupName, formatBytes(file.bytes)].filter(Boolean).join(" · ")} · <Checksum file={file} />
			</>
		),
		end: <DownloadButton file={file} label={t("downloadName", { name: file.name })} onDownload={onDownload} />,
	};
}

type RecipientProps = DetailHandlers & { run: ReportRun; recipient: ReportRecipient };

function Recipient({ run, recipient, editDenial, onResend, onRevoke }: RecipientProps) {
	const { name, state, form, sentAt, problem, link } = recipient;
	const now = useTickingNow(minuteMs);
	const { label, tone } = messageStateOf(state);
	const isOpenLink = link !== null && link.revokedAt === null && link.expiresAt > now;
	return (
		<li className={classes.recipient}>
			<div className={classes.words}>
				<div className={classes.name}>
					{name} <StatusChip tone={tone}>{label}</StatusChip>
				</div>
				<div className={classes.under}>
					<span>{form === "attached" ? t("fileAttached") : t("link")}</span>
					{sentAt !== null && (
						<span>
							<TimeStamp at={sentAt} isFocusable />
						</span>
					)}
					{link !== null && <LinkText link={link} isOpen={isOpenLink} />}
					{problem !== null && <span>{problem}</span>}
				</div>
			</div>
			<div className={layout.row}>
				{isOpenLink && (
					<GuardedButton
						denial={editDenial}
						label={t("revokeTheLinkOfName", { name })}
						icon={<IconUnlink size={16} stroke={1.7} />}
						onClick={() => onRevoke(run, recipient)}
					>
						{t("revokeLink")}
					</GuardedButton>
				)}
				<GuardedButton
					denial={editDenial}
					label={t("sendAgainToName", { name })}
					icon={<IconMailForward size={16} stroke={1.7} />}
					onClick={() => onResend(run, recipient)}
				>
					{t("sendAgain")}
				</GuardedButton>
			</div>
		</li>
	);
}

function LinkText({ link, isOpen }: { link: NonNullable<ReportRecipient["link"]>; isOpen: boolean }) {
	const opened = link.opened === 0 ? t("link.notOpened") : t("link.opened", { count: link.opened });
	return (
		<>
			<span>{opened}</span>
			<span>
				{link.revokedAt !== null
					? rich("link.revoked", { time: <TimeStamp at={link.revokedAt} isFocusable /> })
					: rich(isOpen ? "link.worksUntil" : "link.expired", { time: <TimeStamp at={link.expiresAt} isFocusable /> })}
			</span>
		</>
	);
}

function factsOf(run: ReportRun): Fact[] {
	const { queuedAt, startedAt, finishedAt, definitionVersion, keptUntil, method } = run;
	const time = (at: number) => <TimeStamp at={at} isFocusable />;
	const facts: (Fact | false)[] = [
		{ label: t("requested"), value: time(queuedAt) },
		startedAt !== null && { label: t("started"), value: time(startedAt) },
		finishedAt !== null && { label: t("finished"), value: time(finishedAt) },
		{
			label: t("settings"),
			value: t("versionDefinitionVersion", { definitionVersion }),
			note: t("laterChangesOfTheReportDo"),
		},
		run.files.length > 0 && {
			label: t("figures"),
			value: t("methodMethod", { method }),
			note: t("howLongAReadingCountsRuns"),
		},
		run.files.length > 0 && {
			label: t("filesKeptUntil"),
			value: keptUntil === null ? t("noEndItIsSigned") : formatDate(new Date(keptUntil)),
		},
	];
	return facts.filter((fact) => fact !== false);
}
