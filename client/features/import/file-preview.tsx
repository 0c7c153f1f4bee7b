import { Button, Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { choicesFrom, type FileChoices, noChoices } from "../../../shared/log/file-choices";
import type { LogDevice } from "../../../shared/log/log";
import type { StoredFormat } from "../../../shared/log/stored-format";
import { trpc } from "../../api/trpc";
import { FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { t } from "../../words/made/import";
import { FileImport } from "./file-import";
import classes from "./import.module.css";
import { fileHeadOptions, nothingFoundText } from "./import-preview";
import { failureSentence } from "./import-run";
import { SendingNote } from "./sending-note";
import { StoredFormatBar } from "./stored-format";

type FilePreviewProps = {
	file: File;
	device: LogDevice;
	devices: LogDevice[];
	onBack: () => void;
	onClose: () => void;
};

export function FilePreview({ file, device, devices, onBack, onClose }: FilePreviewProps) {
	const queryClient = useQueryClient();
	const head = useQuery(fileHeadOptions(queryClient, file, device.id));
	const channels = useQuery(trpc.device.getDevice.queryOptions({ deviceId: device.id }));
	/** Undefined: as found; null: declined or deleted here. */
	const [chosen, setChosen] = useState<StoredFormat | null | undefined>(undefined);
	const bar = <FileBar file={file} into={device.name} onBack={onBack} />;
	const nothingFound = head.error ? nothingFoundText(head.error) : null;
	const failure = nothingFound === null ? (head.error ?? channels.error) : channels.error;
	if (failure || head.isPending || !channels.data) {
		return (
			<DialogStep
				buttons={
					<>
						<PlainButton onClick={onClose}>{t("cancel")}</PlainButton>
						{failure ? (
							<Button
								onClick={() => {
									if (head.isError) void head.refetch();
									if (channels.isError) void channels.refetch();
								}}
							>
								{t("tryAgain")}
							</Button>
						) : (
							<Button disabled>{t("import")}</Button>
						)}
					</>
				}
			>
				{bar}
				<SendingNote file={file} isImport={false} />
				<div className={classes.preview} aria-busy={!failure}>
					{!failure && <Skeleton height={420} />}
				</div>
				<FormFailure failure={failure ? failureSentence(failure) : null} />
			</DialogStep>
		);
	}
	const kept = chosen === undefined ? (head.data?.kept ?? null) : chosen;
	const known = { deviceId: device.id, devices, channels: channels.data.channels };
	const initial: FileChoices = kept && head.data ? choicesFrom(kept, head.data.preview, known) : noChoices(device.id);
	return (
		<FileImport
			// Another format resets the form; a renamed one does not.
			key={kept?.id ?? "detected"}
			file={file}
			device={device}
			devices={devices}
			initial={initial}
			nothingFound={nothingFound}
			onClose={onClose}
			knownName={kept?.name ?? head.data?.kept?.name ?? null}
			detected={head.data?.preview ?? null}
			top={bar}
			storedBar={kept && <StoredFormatBar kept={kept} onDecline={() => setChosen(null)} onChange={setChosen} />}
		/>
	);
}

type FileBarProps = { file: File; into: string; onBack: () => void };

function FileBar({ file, into, onBack }: FileBarProps): ReactNode {
	return (
		<div className={classes.fileBar}>
			<div>
				<strong>{file.name}</strong>
				<span>{t("intoDevice", { device: into })}</span>
			</div>
			<SmallButton data-autofocus onClick={onBack}>
				{t("chooseAnother")}
			</SmallButton>
		</div>
	);
}
