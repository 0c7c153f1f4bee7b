import { ActionIcon } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "sonner";
import type { Calibration } from "../../../../shared/device/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog } from "../../../forms/action-dialog";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { useRefreshDevice } from "../use-refresh-device";
import { CalibrationDialog } from "./calibration-dialog";
import { formatFormula } from "./calibration-values";
import classes from "./settings.module.css";

type CalibrationCardProps = { device: Device; denial: string | null };

export function CalibrationCard({ device, denial }: CalibrationCardProps) {
	const [adding, setAdding] = useState<ChannelLatest | null>(null);
	const [removing, setRemoving] = useState<Removing | null>(null);
	return (
		<Card title="Calibration">
			<div className={classes.body}>
				<p className={classes.help}>
					Applied whenever readings are shown, charted, exported or compared with limits, from the start time you
					choose. What the device sent is stored unchanged, so a calibration can always be removed.
				</p>
				<ul className={classes.history}>
					{sentChannels(device).map((channel) => (
						<li key={channel.id}>
							<div className={classes.channelHistory}>
								<h3>{channel.name}</h3>
								<History
									channel={channel}
									device={device}
									onRemove={denial === null ? (calibration) => setRemoving({ channel, calibration }) : null}
								/>
							</div>
							<GuardedButton denial={denial} icon={<IconPlus size={16} />} onClick={() => setAdding(channel)}>
								Calibrate {channel.name}
							</GuardedButton>
						</li>
					))}
				</ul>
			</div>
			<CalibrationDialog device={device} channel={adding} onClose={() => setAdding(null)} />
			{removing && <RemoveCalibrationDialog device={device} removing={removing} onClose={() => setRemoving(null)} />}
		</Card>
	);
}

/** A derived channel is right as soon as its sources are. */
function sentChannels({ channels }: Device): ChannelLatest[] {
	return channels.filter(({ derived }) => !derived);
}

type HistoryProps = {
	channel: ChannelLatest;
	device: Device;
	onRemove: ((calibration: Calibration) => void) | null;
};

function History({ channel, device, onRemove }: HistoryProps) {
	const newestFirst = [...channel.calibrations].reverse();
	if (newestFirst.length === 0) return <p className={classes.historyNone}>As sent.</p>;
	return (
		<ul className={classes.calibrations}>
			{newestFirst.map((calibration) => (
				<li key={calibration.from}>
					<span>
						From <TimeStamp at={calibration.from} clock={device} isFocusable />: {formatFormula(calibration, channel)}
					</span>
					{onRemove && (
						<ActionIcon
							variant="subtle"
							color="gray"
							size={30}
							aria-label={`Remove the calibration of ${channel.name}: ${formatFormula(calibration, channel)}`}
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
type RemoveCalibrationDialogProps = { device: Device; removing: Removing; onClose: () => void };

function RemoveCalibrationDialog({ device, removing, onClose }: RemoveCalibrationDialogProps) {
	const { channel, calibration } = removing;
	const refresh = useRefreshDevice();
	const remove = async () => {
		await trpcClient.device.removeCalibration.mutate({ channelId: channel.id, ...calibration });
		toast.success("Calibration removed.");
		void refresh();
	};
	return (
		<ActionDialog
			isQuestion
			title="Remove this calibration?"
			size={440}
			label="Remove calibration"
			run={remove}
			onClose={onClose}
		>
			<p>
				From <TimeStamp at={calibration.from} clock={device} /> on, {channel.name} will no longer be shown{" "}
				{formatFormula(calibration, channel)}, but as before that time. What was sent stays.
			</p>
		</ActionDialog>
	);
}
