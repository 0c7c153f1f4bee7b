import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { LogDevice } from "../../../shared/log";
import { useOpenedLate } from "../../ui/feedback/lazy-parts";
import { FilePreview } from "./file-preview";
import { FileStep } from "./file-step";

type ImportDialogProps = {
	opened: boolean;
	onClose: () => void;
	/** The device chosen to begin with. */
	deviceId: string | null;
	devices: LogDevice[];
};

/** A logger's file, from choosing it to undoing it. */
export function ImportDialog({ opened, onClose, ...start }: ImportDialogProps) {
	const isPhone = useMediaQuery("(max-width: 720px)", false, { getInitialValueInEffect: false });
	return (
		<Modal
			opened={useOpenedLate(opened)}
			onClose={onClose}
			title="Import a file of readings"
			size={920}
			fullScreen={isPhone}
			closeOnClickOutside={false}
		>
			<ImportSteps {...start} onClose={onClose} />
		</Modal>
	);
}

function ImportSteps({ deviceId, devices, onClose }: Omit<ImportDialogProps, "opened">) {
	const [chosenId, setChosenId] = useState(deviceId ?? (devices.length === 1 ? (devices[0]?.id ?? null) : null));
	const [file, setFile] = useState<File | null>(null);
	const device = devices.find(({ id }) => id === chosenId);
	if (file && device) return <FilePreview file={file} device={device} onBack={() => setFile(null)} onClose={onClose} />;
	return (
		<FileStep
			devices={devices}
			deviceId={device?.id ?? null}
			onDevice={setChosenId}
			onFile={setFile}
			onClose={onClose}
		/>
	);
}
