import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useState } from "react";
import { limits } from "../../../shared/base/limits";
import type { LogDevice } from "../../../shared/log/log";
import { type DeviceMatch, matchDevice } from "../../../shared/log/match-device";
import { sentenceFor } from "../../api/api-error";
import { deviceList } from "../../api/device-list";
import { Dialog } from "../../ui/feedback/dialog";
import { PlainButton } from "../../ui/form/buttons";
import { DialogStep } from "../../ui/form/dialog-step";
import { FileDrop } from "../../ui/form/file-drop";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { formatBytes } from "../../ui/format";
import { labeled } from "../../ui/labeled";
import { t } from "../../words/made/import";
import { BatchImport } from "./batch-import";
import { FilePreview } from "./file-preview";
import { RecentImports } from "./recent-imports";
import { ImportsUnderWay } from "./sending-note";
import { type ChosenFile, mostFiles, readFileHead, type Unpacking, unpackFiles } from "./unpack-files";
import type { Batch } from "./use-batch";

type ImportDialogProps = {
	opened: boolean;
	onClose: () => void;
	deviceId: string | null;
	devices: LogDevice[];
	/** Chosen elsewhere. */
	files?: File[] | undefined;
};

export function ImportDialog({ opened, onClose, ...start }: ImportDialogProps) {
	return (
		<Dialog isOpen={opened} onClose={onClose} title={t("title")} size={960} fillsPhone isForm>
			<ImportSteps {...start} onClose={onClose} />
		</Dialog>
	);
}

function ImportSteps({ deviceId, devices, files, onClose }: Omit<ImportDialogProps, "opened">) {
	const [chosenId, setChosenId] = useState(deviceId);
	const [only] = devices.length === 1 ? devices : [];
	const device = chosenId === null ? only : devices.find(({ id }) => id === chosenId);
	const { batch, isReading, complaint, take, leave } = useChosenFiles(device?.id ?? null);
	const takeChosen = useEffectEvent(() => files && take(files));
	useEffect(() => takeChosen(), []);
	const [one, ...others] = batch?.files ?? [];
	if (batch && (others.length > 0 || batch.omitted > 0))
		return <BatchImport batch={batch} onBack={leave} onClose={onClose} />;
	const matched = one && batch?.devices.find(({ id }) => id === batch.matches.get(one.key)?.deviceId);
	const into = device ?? matched;
	if (one?.file && batch && into)
		return <FilePreview file={one.file} device={into} devices={batch.devices} onBack={leave} onClose={onClose} />;
	return (
		<FileStep
			devices={devices}
			deviceId={into?.id ?? null}
			waitingFile={one?.file ?? null}
			isReading={isReading}
			complaint={complaint ?? (one?.problem ? labeled(one.name, one.problem) : null)}
			onDevice={setChosenId}
			onFiles={take}
			onClose={onClose}
		/>
	);
}

function useChosenFiles(deviceId: string | null) {
	const queryClient = useQueryClient();
	const [batch, setBatch] = useState<Omit<Batch, "deviceId"> | null>(null);
	const [isReading, setIsReading] = useState(false);
	const [complaint, setComplaint] = useState<string | null>(null);
	const take = async (chosen: File[]) => {
		setIsReading(true);
		setComplaint(null);
		try {
			const unpacking = await unpackFiles(chosen);
			const devices = await queryClient.fetchQuery({ ...deviceList(), retry: false });
			const matches = await matchesOf(unpacking.files, devices);
			setBatch({ ...unpacking, id: crypto.randomUUID(), devices, matches });
		} catch (error) {
			setComplaint(sentenceFor(error));
		}
		setIsReading(false);
	};
	return {
		batch: batch && { ...batch, deviceId },
		isReading,
		complaint,
		take: (chosen: File[]) => void take(chosen),
		leave: () => setBatch(null),
	};
}

type MatchedDevices = Parameters<typeof matchDevice>[0];

async function matchesOf(files: Unpacking["files"], devices: MatchedDevices): Promise<Map<string, DeviceMatch>> {
	const matched = async ({ key, name, file }: ChosenFile): Promise<[string, DeviceMatch][]> => {
		const match = file && matchDevice(devices, { name, head: await readFileHead(file) });
		return match ? [[key, match]] : [];
	};
	return new Map((await Promise.all(files.map(matched))).flat());
}

type FileStepProps = {
	devices: LogDevice[];
	deviceId: string | null;
	waitingFile?: File | null;
	isReading?: boolean;
	complaint?: string | null;
	onDevice: (deviceId: string | null) => void;
	onFiles: (files: File[]) => void;
	onClose: () => void;
};

export function FileStep(props: FileStepProps) {
	const { devices, deviceId, waitingFile = null, isReading = false, complaint = null } = props;
	const choices = useSteadyOptions(devices.map(({ id, name }) => ({ value: id, label: name })));
	return (
		<DialogStep buttons={<PlainButton onClick={props.onClose}>{t("close")}</PlainButton>}>
			<Select
				label={t("device")}
				description={t("device.help")}
				placeholder={t("device.placeholder")}
				{...choices}
				value={deviceId}
				error={waitingFile && deviceId === null ? t("device.of", { file: waitingFile.name }) : undefined}
				searchable
				limit={100}
				nothingFoundMessage={t("noDevice")}
				onChange={props.onDevice}
			/>
			<FileDrop
				label={t("file.label")}
				words={t("file.help", { size: formatBytes(limits.importFileBytes), count: mostFiles })}
				mostBytes={limits.importFileBytes}
				complaint={complaint}
				isReading={isReading}
				isFirst={deviceId !== null}
				onFiles={props.onFiles}
			/>
			<ImportsUnderWay />
			<RecentImports devices={devices} />
		</DialogStep>
	);
}
