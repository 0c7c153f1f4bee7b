import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { DataExport, Leaving } from "../../../../shared/account/leaving";
import { sentenceFor } from "../../../api/api-error";
import { startDownload } from "../../../api/start-download";
import { trpcClient } from "../../../api/trpc";
import { NotSent, useRun } from "../../../forms/action-dialog";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { formatDate } from "../../../ui/time/time-display";
import { rich, t } from "../../../words/made/account";
import classes from "./leaving.module.css";

const strong = (text: ReactNode) => <b>{text}</b>;

type CardProps = { exports: DataExport[]; onChanged: (leaving: Leaving) => void };

export function DataExportCard({ exports, onChanged }: CardProps) {
	const { isBusy, error, run } = useRun();
	const [newest] = exports;
	const start = () => run(async () => onChanged(await trpcClient.account.startDataExport.mutate()));
	const isRunning = newest?.state === "running";
	return (
		<Card title={t("yourData")}>
			<div className={classes.body}>
				<p>{t("export.lead")}</p>
				{newest && <Newest exported={newest} onChanged={onChanged} />}
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
				{newest?.state === "ready" && <p className={classes.quiet}>{t("export.replaces")}</p>}
				{!isRunning && (
					<ButtonRow>
						<Button
							variant={newest?.state === "ready" ? "default" : "filled"}
							loading={isBusy}
							onClick={() => void start()}
						>
							{newest === undefined ? t("exportAllData") : t("exportAgain")}
						</Button>
					</ButtonRow>
				)}
			</div>
		</Card>
	);
}

function Newest({ exported, onChanged }: { exported: DataExport; onChanged: CardProps["onChanged"] }) {
	switch (exported.state) {
		case "running":
			return <Running exported={exported} onChanged={onChanged} />;
		case "ready":
			return <Ready exported={exported} />;
		case "canceled":
			return <p className={classes.quiet}>{t("export.canceled", { date: formatDate(exported.createdAt) })}</p>;
		case "expired":
			return <p className={classes.quiet}>{t("export.gone", { date: formatDate(exported.createdAt) })}</p>;
	}
}

function Running({ exported, onChanged }: { exported: DataExport; onChanged: CardProps["onChanged"] }) {
	const { isBusy, error, run } = useRun();
	const { id, devices, devicesDone, files, bytes } = exported;
	const cancel = () => run(async () => onChanged(await trpcClient.account.cancelDataExport.mutate({ exportId: id })));
	return (
		<>
			<p>{rich("export.running", { strong, done: devicesDone, devices, files, size: formatBytes(bytes) })}</p>
			<progress
				className={classes.progress}
				aria-label={t("devicesExported")}
				max={Math.max(devices, 1)}
				value={devicesDone}
			/>
			{exported.error !== null && (
				<Callout tone="warn">{t("theLastStepFailedAndIs", { error: exported.error })}</Callout>
			)}
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
			<ButtonRow>
				<PlainButton loading={isBusy} onClick={() => void cancel()}>
					{t("cancelTheExport")}
				</PlainButton>
			</ButtonRow>
		</>
	);
}

function Ready({ exported: { id, archives, files, bytes, createdAt, expiresAt } }: { exported: DataExport }) {
	const { isBusy, error, run } = useRun();
	const download = (archive: number) =>
		run(async () => {
			const denial = await startDownload(`/api/files/${encodeURIComponent(id)}?archive=${archive}`);
			if (denial === null) return;
			const isGone = denial.httpStatus === 404;
			throw new NotSent(isGone ? t("itsFilesAreGoneReloadThe") : t("itCannotBeReadJustNow"));
		});
	return (
		<>
			<p>
				{rich("export.ready", { strong, date: formatDate(createdAt), files, size: formatBytes(bytes) })}
				{expiresAt !== null && ` ${t("export.staysUntil", { date: formatDate(expiresAt) })}`}
			</p>
			<ul className={`${layout.plain} ${classes.archives}`}>
				{archives.map((archive, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: archives have their numbers.
					<li key={index}>
						<Button size="sm" disabled={isBusy} onClick={() => void download(index + 1)}>
							{archives.length === 1
								? t("export.download")
								: t("export.downloadOne", { number: index + 1, count: archives.length })}
						</Button>
						{archives.length > 1 && (
							<span className={classes.quiet}>
								{t("export.archive", { files: archive.files, size: formatBytes(archive.bytes) })}
							</span>
						)}
					</li>
				))}
			</ul>
			<FormFailure failure={error instanceof NotSent ? error.sentence : error === null ? null : sentenceFor(error)} />
			<p className={classes.quiet}>{t("export.help")}</p>
		</>
	);
}
