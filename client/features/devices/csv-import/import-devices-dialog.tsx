import { Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useState } from "react";
import type { GroupListRow } from "../../../../shared/group";
import { useOpenedLate } from "../../../ui/feedback/lazy-parts";
import type { DeviceFile } from "./device-file";
import { FileStep } from "./file-step";
import { PreviewStep } from "./preview-step";

type ImportDevicesDialogProps = {
	isOpen: boolean;
	onClose: () => void;
	groups: GroupListRow[];
};

/** A file of devices, from choosing it to the keys of those that were added. */
export function ImportDevicesDialog({ isOpen, onClose, groups }: ImportDevicesDialogProps) {
	const isPhone = useMediaQuery("(max-width: 720px)", false, { getInitialValueInEffect: false });
	return (
		<Modal
			opened={useOpenedLate(isOpen)}
			onClose={onClose}
			title="Import devices"
			size={1080}
			fullScreen={isPhone}
			closeOnClickOutside={false}
		>
			<ImportSteps groups={groups} onClose={onClose} />
		</Modal>
	);
}

function ImportSteps({ groups, onClose }: Omit<ImportDevicesDialogProps, "isOpen">) {
	const [file, setFile] = useState<DeviceFile | null>(null);
	if (!file) return <FileStep onFile={setFile} onClose={onClose} />;
	return <PreviewStep file={file} groups={groups} onBack={() => setFile(null)} onClose={onClose} />;
}
