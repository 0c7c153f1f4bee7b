import { Button, Modal } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import type { GroupListRow } from "../../../../shared/group";
import { limits } from "../../../../shared/limits";
import type { CsvFile } from "../../../forms/file-import/csv-file";
import { DialogStep } from "../../../ui/feedback/dialog-step";
import { useOpenedLate } from "../../../ui/feedback/lazy-parts";
import { FileDrop } from "../../../ui/form/file-drop";
import { downloadText } from "../../../ui/table/export-csv";
import { sampleFile } from "./column-targets";
import { PreviewStep } from "./preview-step";

type ImportDevicesDialogProps = {
	isOpen: boolean;
	onClose: () => void;
	groups: GroupListRow[];
};

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
	const [file, setFile] = useState<CsvFile | null>(null);
	if (!file) return <FileStep onFile={setFile} onClose={onClose} />;
	return <PreviewStep file={file} groups={groups} onBack={() => setFile(null)} onClose={onClose} />;
}

const sampleFileName = "devices-sample.csv";

type FileStepProps = { onFile: (file: CsvFile) => void; onClose: () => void };

/** The file is read here and not sent until the person has checked it. */
export function FileStep({ onFile, onClose }: FileStepProps) {
	const [complaint, setComplaint] = useState<string | null>(null);
	const [isReading, setIsReading] = useState(false);
	const take = async (chosen: File) => {
		setComplaint(null);
		setIsReading(true);
		const read = await readDeviceFile(chosen);
		setIsReading(false);
		if ("complaint" in read) setComplaint(read.complaint);
		else onFile(read.file);
	};
	return (
		<DialogStep
			buttons={
				<>
					<Button
						variant="subtle"
						leftSection={<IconDownload size={17} stroke={1.7} />}
						onClick={() => downloadText(sampleFileName, sampleFile())}
					>
						Download a sample
					</Button>
					<Button variant="default" onClick={onClose}>
						Close
					</Button>
				</>
			}
		>
			<FileDrop
				label="File of devices"
				words={`CSV with one device in each line, up to ${limits.deviceFileRows.toLocaleString("en-US")} lines. You see what it holds before anything is added.`}
				mostBytes={limits.importFileBytes}
				complaint={complaint}
				isReading={isReading}
				onFile={take}
			/>
		</DialogStep>
	);
}

type ReadFile = { file: CsvFile } | { complaint: string };

/** The parser's code is loaded with the first file. */
export async function readDeviceFile(chosen: File): Promise<ReadFile> {
	try {
		const { readCsvFile } = await import("../../../forms/file-import/csv-file");
		return await readCsvFile(chosen, limits.deviceFileRows);
	} catch {
		// The file is gone or unreadable, or the code did not load: choosing it again repairs each.
		return { complaint: "This file could not be read. Choose it again." };
	}
}
