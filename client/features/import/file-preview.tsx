import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Channel } from "../../../shared/device";
import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc, trpcClient } from "../../api/trpc";
import { DialogStep } from "../../ui/feedback/dialog-step";
import { FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { Select } from "../../ui/form/select";
import { countOf } from "../../ui/format";
import { FileSettings } from "./file-settings";
import classes from "./import.module.css";
import {
	type ImportChoices,
	importFile,
	importForm,
	noChoices,
	targetsOf,
	useImportPreview,
	withFormat,
	withTarget,
} from "./import-preview";
import { PreviewCounts, PreviewRows } from "./preview-result";
import { useUndoImport } from "./recent-imports";

const runningMessage = "The file is being imported. It goes on if you leave, and you can undo it.";

type FilePreviewProps = { file: File; device: LogDevice; onBack: () => void; onClose: () => void };

export function FilePreview({ file, device, onBack, onClose }: FilePreviewProps) {
	const queryClient = useQueryClient();
	const [choices, setChoices] = useState<ImportChoices>(noChoices);
	const { data: preview, error, isBehind, refetch } = useImportPreview({ file, deviceId: device.id, choices });
	const channels = useQuery(trpc.device.getDevice.queryOptions({ deviceId: device.id }));
	const { offerUndo } = useUndoImport();
	const isShown = useRef(true);
	useEffect(() => {
		isShown.current = true;
		return () => {
			isShown.current = false;
		};
	}, []);
	const importing = useMutation({
		mutationFn: (shown: ImportPreview) => importFile({ file, deviceId: device.id, choices: confirmed(shown) }),
		onSuccess: async (made) => {
			// Another file may be open in the same dialog by now.
			if (isShown.current) onClose();
			offerUndo(made);
			await Promise.all([
				queryClient.invalidateQueries(trpc.log.pathFilter()),
				queryClient.invalidateQueries(trpc.device.pathFilter()),
			]);
		},
		onSettled: () => {
			isRunning.current = false;
		},
	});
	// The second press of two comes before the button shows that it was pressed.
	const isRunning = useRef(false);
	const run = (shown: ImportPreview) => {
		if (isRunning.current) return;
		isRunning.current = true;
		importing.mutate(shown);
	};
	const readEveryRefusal = async (shown: ImportPreview) => {
		const form = importForm({ file, deviceId: device.id, choices: confirmed(shown), isEveryRefusalListed: true });
		return (await trpcClient.log.previewImport.mutate(form)).rejected;
	};
	const isReady = preview !== undefined && error === null && !isBehind;
	const canImport = isReady && preview.readings > 0;
	const failure = importing.error ?? error ?? channels.error;

	return (
		<DialogStep
			buttons={
				<>
					<Button variant="default" onClick={onClose}>
						{importing.isPending ? "Close" : "Cancel"}
					</Button>
					{error !== null && !isBehind && preview === undefined ? (
						<Button onClick={() => refetch()}>Try again</Button>
					) : (
						<Button
							disabled={!canImport && !importing.isPending}
							loading={importing.isPending}
							onClick={() => preview && canImport && run(preview)}
						>
							{isReady ? `Import ${countOf(preview.readings, "reading")}` : "Import"}
						</Button>
					)}
				</>
			}
		>
			<div className={classes.fileBar}>
				<div>
					<strong>{file.name}</strong>
					<span>into {device.name}</span>
				</div>
				<Button variant="default" size="compact-md" data-autofocus onClick={onBack}>
					Choose another file
				</Button>
			</div>
			<div className={classes.preview} aria-busy={isBehind}>
				{preview ? (
					<>
						<FileSettings
							preview={preview}
							format={choices.format ?? preview.format}
							device={device}
							onChange={(change) => setChoices(withFormat({ ...preview, ...latest(choices, preview) }, change))}
						/>
						<ColumnTargets
							columns={withChoices(preview, choices)}
							channels={channels.data?.channels ?? []}
							timeColumns={(choices.format ?? preview.format).timeColumns}
							onChange={(column, channelId) =>
								setChoices({
									format: choices.format ?? preview.format,
									columns: withTarget({ columns: withChoices(preview, choices) }, column, channelId),
								})
							}
						/>
						<PreviewRows preview={preview} device={device} />
						<PreviewCounts preview={preview} device={device} readEveryRefusal={() => readEveryRefusal(preview)} />
					</>
				) : (
					error === null && <Skeleton height={420} />
				)}
			</div>
			<div role="status" className={classes.running}>
				{importing.isPending && runningMessage}
			</div>
			<FormFailure failure={failure === null ? null : failureMessage(failure)} />
			<LeaveQuestion
				isDirty={!importing.isSuccess}
				name="Unfinished import"
				question={importing.isPending ? runningMessage : "This file is not imported yet. Leave without it?"}
			/>
		</DialogStep>
	);
}

type ColumnTargetsProps = {
	columns: ImportPreview["columns"];
	channels: Pick<Channel, "id" | "name" | "unit">[];
	timeColumns: number[];
	onChange: (column: number, channelId: string | null) => void;
};

function ColumnTargets({ columns, channels, timeColumns, onChange }: ColumnTargetsProps) {
	const choices = [
		{ value: "", label: "Ignore" },
		...channels.map(({ id, name, unit }) => ({ value: id, label: unit === "" ? name : `${name} (${unit})` })),
	];
	return (
		<fieldset className={classes.group}>
			<legend>Column mapping</legend>
			<ul className={classes.columns}>
				{columns
					.filter(({ column }) => !timeColumns.includes(column))
					.map(({ column, name, channelId, samples }) => (
						<li key={column}>
							<div className={classes.columnText}>
								<span>{name}</span>
								<small>{samples.length === 0 ? "Empty" : samples.join(" · ")}</small>
							</div>
							<Select
								aria-label={`Channel for ${name}`}
								data={choices}
								value={channelId ?? ""}
								onChange={(value) => onChange(column, value === "" ? null : value)}
							/>
						</li>
					))}
			</ul>
		</fieldset>
	);
}

function confirmed(shown: ImportPreview): ImportChoices {
	return { format: shown.format, columns: targetsOf(shown) };
}

function failureMessage(error: unknown): string {
	const { fields } = readFailure(error);
	return Object.values(fields)[0] ?? sentenceFor(error);
}

/** Choices are newer than the preview until it is requested again. */
function latest({ format }: ImportChoices, preview: ImportPreview) {
	return { format: format ?? preview.format };
}

function withChoices(preview: ImportPreview, { columns }: ImportChoices): ImportPreview["columns"] {
	if (!columns) return preview.columns;
	const channelIds = new Map(columns.map(({ column, channelId }) => [column, channelId]));
	return preview.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null }));
}
