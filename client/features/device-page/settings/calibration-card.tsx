import { ActionIcon, Button, Modal } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { Calibration } from "../../../../shared/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device";
import { sentenceFor } from "../../../api/api-error";
import { trpc } from "../../../api/trpc";
import { useOpenedLate } from "../../../ui/feedback/lazy-parts";
import { ButtonRow, FormFailure } from "../../../ui/form/buttons";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import { TimeStamp } from "../../../ui/time/time-stamp";
import devicePageStyles from "../device-page.module.css";
import { useRefreshDevice } from "../use-refresh-device";
import { CalibrationDialog } from "./calibration-dialog";
import { formatFormula } from "./calibration-values";
import classes from "./settings.module.css";

type CalibrationCardProps = { device: Device; refusal: string | null };

export function CalibrationCard({ device, refusal }: CalibrationCardProps) {
	const [adding, setAdding] = useState<ChannelLatest | null>(null);
	const [removing, setRemoving] = useState<{ channel: ChannelLatest; calibration: Calibration } | null>(null);
	return (
		<Card title="Calibration">
			<div className={classes.body}>
				<p className={classes.help}>
					Applied whenever readings are shown, charted, exported or compared with limits, from the start time you
					choose. What the device sent is stored unchanged, so a calibration can always be removed.
				</p>
				<ul className={classes.history}>
					{device.channels.map((channel) => (
						<li key={channel.id}>
							<div className={classes.channelHistory}>
								<h3>{channel.name}</h3>
								<History
									channel={channel}
									device={device}
									onRemove={refusal === null ? (calibration) => setRemoving({ channel, calibration }) : null}
								/>
							</div>
							<GuardedButton refusal={refusal} icon={<IconPlus size={16} />} onClick={() => setAdding(channel)}>
								Calibrate {channel.name}
							</GuardedButton>
						</li>
					))}
				</ul>
			</div>
			<CalibrationDialog device={device} channel={adding} onClose={() => setAdding(null)} />
			<RemoveCalibrationDialog device={device} removing={removing} onClose={() => setRemoving(null)} />
		</Card>
	);
}

type HistoryProps = {
	channel: ChannelLatest;
	device: Device;
	onRemove: ((calibration: Calibration) => void) | null;
};

function History({ channel, device, onRemove }: HistoryProps) {
	const newestFirst = channel.calibrations.toReversed();
	if (newestFirst.length === 0) return <p className={classes.historyNone}>As sent.</p>;
	return (
		<ul className={classes.calibrations}>
			{newestFirst.map((calibration) => (
				<li key={calibration.from}>
					<span>
						From <TimeStamp at={calibration.from} clock={device} isFocusable />:{" "}
						{formatFormula(calibration, channel.unit)}
					</span>
					{onRemove && (
						<ActionIcon
							variant="subtle"
							color="gray"
							size={30}
							aria-label={`Remove the calibration of ${channel.name}: ${formatFormula(calibration, channel.unit)}`}
							onClick={() => onRemove(calibration)}
						>
							<IconTrash size={17} stroke={1.7} />
						</ActionIcon>
					)}
				</li>
			))}
			<li>Before: as sent.</li>
		</ul>
	);
}

type Removing = { channel: ChannelLatest; calibration: Calibration };
type RemoveCalibrationDialogProps = { device: Device; removing: Removing | null; onClose: () => void };

function RemoveCalibrationDialog({ device, removing, onClose }: RemoveCalibrationDialogProps) {
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
		<div className={devicePageStyles.form}>
			<p className={devicePageStyles.lead}>
				From <TimeStamp at={calibration.from} clock={device} /> on, {channel.name} will no longer be shown{" "}
				{formatFormula(calibration, channel.unit)}, but as before that time. What was sent stays.
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
