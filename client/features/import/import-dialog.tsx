import { Button } from "@mantine/core";
import { useState } from "react";
import { limits } from "../../../shared/base/limits";
import type { LogDevice } from "../../../shared/log/log";
import { Dialog } from "../../ui/feedback/dialog";
import { DialogStep } from "../../ui/feedback/dialog-step";
import { FileDrop } from "../../ui/form/file-drop";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { formatBytes } from "../../ui/format";
import { FilePreview } from "./file-preview";
import { RecentImports } from "./recent-imports";
import { ImportsUnderWay } from "./sending-note";

type ImportDialogProps = {
	opened: boolean;
	onClose: () => void;
	deviceId: string | null;
	devices: LogDevice[];
};

export function ImportDialog({ opened, onClose, ...start }: ImportDialogProps) {
	return (
		<Dialog isOpen={opened} onClose={onClose} title="Import a file of readings" size={920} fillsPhone isForm>
			<ImportSteps {...start} onClose={onClose} />
		</Dialog>
	);
}

function ImportSteps({ deviceId, devices, onClose }: Omit<ImportDialogProps, "opened">) {
	const [chosenId, setChosenId] = useState(deviceId);
	const [file, setFile] = useState<File | null>(null);
	const [only] = devices.length === 1 ? devices : [];
	const device = chosenId === null ? only : devices.find(({ id }) => id === chosenId);
	if (file && device)
		return <FilePreview file={file} device={device} devices={devices} onBack={() => setFile(null)} onClose={onClose} />;
	return (
		<FileStep
			devices={devices}
			deviceId={device?.id ?? null}
			waitingFile={file}
			onDevice={setChosenId}
			onFile={setFile}
			onClose={onClose}
		/>
	);
}

type FileStepProps = {
	devices: LogDevice[];
	deviceId: string | null;
	waitingFile?: File | null;
	onDevice: (deviceId: string | null) => void;
	onFile: (file: File) => void;
	onClose: () => void;
};

export function FileStep({ devices, deviceId, waitingFile = null, onDevice, onFile, onClose }: FileStepProps) {
	const choices = useSteadyOptions(devices.map(({ id, name }) => ({ value: id, label: name })));
	return (
		<DialogStep
			buttons={
				<Button variant="default" onClick={onClose}>
					Close
				</Button>
			}
		>
			<Select
				label="Device"
				placeholder="Choose whose readings these are"
				{...choices}
				value={deviceId}
				error={waitingFile && deviceId === null ? `Choose the device that ${waitingFile.name} is of.` : undefined}
				searchable
				limit={100}
				nothingFoundMessage="No device of this name"
				onChange={onDevice}
			/>
			<FileDrop
				label="File of readings"
				words={`CSV or text as a logger's software exports it, up to ${formatBytes(limits.importFileBytes)}. You see what it would do before anything is stored.`}
				mostBytes={limits.importFileBytes}
				largerLabel="A larger one can be split and imported in parts."
				isFirst={deviceId !== null}
				onFile={onFile}
			/>
			<ImportsUnderWay />
			<RecentImports devices={devices} />
		</DialogStep>
	);
}
