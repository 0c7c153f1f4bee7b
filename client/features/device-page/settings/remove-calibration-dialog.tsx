import { Button, Modal } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "sonner";
import type { Calibration } from "../../../../shared/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device";
import { sentenceFor } from "../../../api/api-error";
import { trpc } from "../../../api/trpc";
import { useOpenedLate } from "../../../ui/feedback/lazy-parts";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { TimeStamp } from "../../../ui/time/time-stamp";
import classes from "../device-page.module.css";
import { useRefreshDevice } from "../use-refresh-device";
import { formulaWords } from "./calibration-words";

type Removing = { channel: ChannelLatest; calibration: Calibration };
type RemoveCalibrationDialogProps = { device: Device; removing: Removing | null; onClose: () => void };

export function RemoveCalibrationDialog({ device, removing, onClose }: RemoveCalibrationDialogProps) {
	return (
		<Modal opened={useOpenedLate(removing !== null)} onClose={onClose} title="Remove calibration" size={440}>
			{removing && <Question device={device} removing={removing} onClose={onClose} />}
		</Modal>
	);
}

type QuestionProps = { device: Device; removing: Removing; onClose: () => void };

function Question({ device, removing: { channel, calibration }, onClose }: QuestionProps) {
	const refresh = useRefreshDevice();
	const removal = useMutation(
		trpc.device.removeCalibration.mutationOptions({
			onSuccess: async () => {
				toast.success("Calibration removed.");
				onClose();
				await refresh();
			},
		}),
	);
	return (
		<div className={classes.form}>
			<p className={classes.lead}>
				From <TimeStamp at={calibration.from} clock={device} /> on, {channel.name} will no longer be shown{" "}
				{formulaWords(calibration, channel.unit)}, but as before that time. What was sent stays.
			</p>
			<FormFailure failure={removal.isError ? sentenceFor(removal.error) : null} />
			<ButtonRow>
				<Button variant="default" onClick={onClose}>
					Cancel
				</Button>
				<Button
					data-autofocus
					loading={removal.isPending}
					onClick={() => removal.mutate({ channelId: channel.id, ...calibration })}
				>
					Remove calibration
				</Button>
			</ButtonRow>
		</div>
	);
}
