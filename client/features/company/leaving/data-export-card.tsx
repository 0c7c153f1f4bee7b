import { Button } from "@mantine/core";
import type { DataExport, Leaving } from "../../../../shared/account/leaving";
import { sentenceFor } from "../../../api/api-error";
import { startDownload } from "../../../api/start-download";
import { trpcClient } from "../../../api/trpc";
import { NotSent, useRun } from "../../../forms/action-dialog";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { countOf, formatBytes } from "../../../ui/format";
import { Card } from "../../../ui/layout/card";
import { formatDate } from "../../../ui/time/time-display";
import classes from "./leaving.module.css";

type CardProps = { exports: DataExport[]; onChanged: (leaving: Leaving) => void };

export function DataExportCard({ exports, onChanged }: CardProps) {
	const { isBusy, error, run } = useRun();
	const [newest] = exports;
	const start = () => run(async () => onChanged(await trpcClient.account.startDataExport.mutate()));
	const isRunning = newest?.state === "running";
	return (
		<Card title="Your data">
			<div className={classes.body}>
				<p>
					Export everything: readings as CSV, all else as JSON, the files of reports, and a list with counts and
					checksums. Nothing is deleted.
				</p>
				{newest && <Newest exported={newest} onChanged={onChanged} />}
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
				{newest?.state === "ready" && (
					<p className={classes.quiet}>A new export replaces this one and deletes its files at once.</p>
				)}
				{!isRunning && (
					<ButtonRow>
						<Button
							variant={newest?.state === "ready" ? "default" : "filled"}
							loading={isBusy}
							onClick={() => void start()}
						>
							{newest === undefined ? "Export all data" : "Export again"}
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
			return <p className={classes.quiet}>The export of {formatDate(exported.createdAt)} was canceled.</p>;
		case "expired":
			return <p className={classes.quiet}>The files of the export of {formatDate(exported.createdAt)} are gone.</p>;
	}
}

function Running({ exported, onChanged }: { exported: DataExport; onChanged: CardProps["onChanged"] }) {
	const { isBusy, error, run } = useRun();
	const { id, devices, devicesDone, files, bytes } = exported;
	const cancel = () => run(async () => onChanged(await trpcClient.account.cancelDataExport.mutate({ exportId: id })));
	return (
		<>
			<p>
				<b>The export is being made.</b> {devicesDone} of {countOf(devices, "device")}, {countOf(files, "file")},{" "}
				{formatBytes(bytes)} so far. You can close this page: a mail tells you when it is ready.
			</p>
			<progress
				className={classes.progress}
				aria-label="Devices exported"
				max={Math.max(devices, 1)}
				value={devicesDone}
			/>
			{exported.error !== null && (
				<Callout tone="warn">The last step failed and is retried automatically. ({exported.error})</Callout>
			)}
			<FormFailure failure={error === null ? null : sentenceFor(error)} />
			<ButtonRow>
				<Button variant="default" loading={isBusy} onClick={() => void cancel()}>
					Cancel the export
				</Button>
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
			throw new NotSent(isGone ? "Its files are gone. Reload the page." : "It cannot be read just now. Try it again.");
		});
	return (
		<>
			<p>
				<b>The export of {formatDate(createdAt)} is ready:</b> {countOf(files, "file")}, {formatBytes(bytes)} once
				unpacked.{expiresAt !== null && ` It stays until ${formatDate(expiresAt)}.`}
			</p>
			<ul className={classes.archives}>
				{archives.map((archive, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: archives have their numbers.
					<li key={index}>
						<Button size="sm" disabled={isBusy} onClick={() => void download(index + 1)}>
							{archives.length === 1 ? "Download the archive" : `Download archive ${index + 1} of ${archives.length}`}
						</Button>
						{archives.length > 1 && (
							<span className={classes.quiet}>
								{countOf(archive.files, "file")}, {formatBytes(archive.bytes)} once unpacked
							</span>
						)}
					</li>
				))}
			</ul>
			<FormFailure failure={error instanceof NotSent ? error.sentence : error === null ? null : sentenceFor(error)} />
			<p className={classes.quiet}>
				If a download stops, choose Resume in your browser's downloads. Open README.txt first. The list manifest.json is
				in the last archive and names every file with its checksum.
			</p>
		</>
	);
}
