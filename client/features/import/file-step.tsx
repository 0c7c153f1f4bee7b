import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { limits } from "../../../shared/limits";
import type { LogDevice } from "../../../shared/log";
import { DialogStep } from "../../ui/feedback/dialog-step";
import { FileDrop } from "../../ui/form/file-drop";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { formatBytes } from "../../ui/format";
import { RecentImports } from "./recent-imports";

type FileStepProps = {
	devices: LogDevice[];
	deviceId: string | null;
	onDevice: (deviceId: string | null) => void;
	onFile: (file: File) => void;
	onClose: () => void;
};

/** Which device, which file, and what was imported of late. */
export function FileStep({ devices, deviceId, onDevice, onFile, onClose }: FileStepProps) {
	const [isAsked, setIsAsked] = useState(false);
	const choices = useSteadyOptions(devices.map(({ id, name }) => ({ value: id, label: name })));
	const take = (file: File) => {
		if (deviceId !== null) onFile(file);
		setIsAsked(deviceId === null);
	};
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
				error={isAsked && deviceId === null ? "Choose a device first." : undefined}
				allowDeselect={false}
				searchable
				limit={100}
				nothingFoundMessage="No device of this name"
				onChange={onDevice}
			/>
			<FileDrop
				label="File of readings"
				words={`CSV or text as a logger's software exports it, up to ${formatBytes(limits.importFileBytes)}. You see what it would do before anything is stored.`}
				mostBytes={limits.importFileBytes}
				largerWords="A larger one can be split and imported in parts."
				onFile={take}
			/>
			<RecentImports devices={devices} />
		</DialogStep>
	);
}
