import { Button, Skeleton } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { LogDevice } from "../../../shared/log";
import type { ImportPreview } from "../../../shared/reading-import";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { DialogStep } from "../../ui/feedback/dialog-step";
import { FormFailure } from "../../ui/form/buttons";
import { LeaveQuestion } from "../../ui/form/leave-question";
import { countOf } from "../../ui/format";
import { ColumnTargets } from "./column-targets";
import { FileSettings } from "./file-settings";
import classes from "./import.module.css";
import { type ImportChoices, importForm, noChoices, targetsOf, withFormat, withTarget } from "./import-form";
import { PreviewCounts } from "./preview-counts";
import { PreviewRows } from "./preview-rows";
import { useImportPreview } from "./use-import-preview";
import { useUndoImport } from "./use-undo-import";

type FilePreviewProps = { file: File; device: LogDevice; onBack: () => void; onClose: () => void };

/** What a file would do to a device's log, with everything detected open to change. */
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
	const importing = useMutation(
		trpc.log.importReadings.mutationOptions({
			onSuccess: async (made) => {
				// By now another file may be looked at in the same dialog.
				if (isShown.current) onClose();
				offerUndo(made);
				await Promise.all([
					queryClient.invalidateQueries(trpc.log.pathFilter()),
					queryClient.invalidateQueries(trpc.device.pathFilter()),
				]);
			},
		}),
	);
	const run = (shown: ImportPreview) => {
		const settled = { format: shown.format, columns: targetsOf(shown) };
		importing.mutate(importForm({ file, deviceId: device.id, choices: settled }));
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
						<PreviewCounts preview={preview} device={device} />
					</>
				) : (
					error === null && <Skeleton height={420} />
				)}
			</div>
			<div role="status" className={classes.running}>
				{importing.isPending && goesOn}
			</div>
			<FormFailure failure={failure === null ? null : wordsOf(failure)} />
			<LeaveQuestion
				isDirty={!importing.isSuccess}
				name="Unfinished import"
				question={importing.isPending ? goesOn : "This file is not imported yet. Leave without it?"}
			/>
		</DialogStep>
	);
}

const goesOn = "The file is being imported. It goes on if you leave, and you can undo it.";

/** What is said of the file itself, else of the call. */
function wordsOf(error: unknown): string {
	const { fields } = readFailure(error);
	return Object.values(fields)[0] ?? sentenceFor(error);
}

/** Choices are ahead of the preview until it is asked for again. */
function latest({ format }: ImportChoices, preview: ImportPreview) {
	return { format: format ?? preview.format };
}

function withChoices(preview: ImportPreview, { columns }: ImportChoices): ImportPreview["columns"] {
	if (!columns) return preview.columns;
	const channelIds = new Map(columns.map(({ column, channelId }) => [column, channelId]));
	return preview.columns.map((column) => ({ ...column, channelId: channelIds.get(column.column) ?? null }));
}
