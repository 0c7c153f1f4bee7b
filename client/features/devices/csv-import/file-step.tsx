import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useState } from "react";
import { limits } from "../../../../shared/limits";
import { DialogStep } from "../../../ui/feedback/dialog-step";
import { FileDrop } from "../../../ui/form/file-drop";
import { downloadText } from "../../../ui/table/export-csv";
import { sampleFile } from "./column-targets";
import type { DeviceFile } from "./device-file";
import { readDeviceFile } from "./read-device-file";

const sampleFileName = "devices-sample.csv";

type FileStepProps = { onFile: (file: DeviceFile) => void; onClose: () => void };

/** Which file. It is read here and goes nowhere until somebody has looked at it. */
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
