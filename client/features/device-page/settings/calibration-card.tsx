import { ActionIcon } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { toast } from "sonner";
import type { Calibration } from "../../../../shared/device/calibration";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { trpcClient } from "../../../api/trpc";
import { ConfirmDialog } from "../../../forms/action-dialog";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
import { useRefreshDevice } from "../use-refresh-device";
import { CalibrationDialog } from "./calibration-dialog";
import { formatFormula } from "./calibration-values";
import classes from "./settings.module.css";

type CalibrationCardProps = { device: Device; denial: string | null };

export function CalibrationCard({ device, denial }: CalibrationCardProps) {
	const [adding, setAdding] = useState<ChannelLatest | null>(null);
	const [removing, setRemoving] = useState<Removing | null>(null);
	return (
		<Card title={t("calibration")}>
			<div className={classes.body}>
				<p className={layout.wrappedNote}>{t("calibration.text")}</p>
				<ul className={`${layout.plain} ${classes.history}`}>
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
								{t("calibration.channel", { channel: channel.name })}
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
	if (newestFirst.length === 0) return <p className={layout.note}>{t("calibration.none")}</p>;
	return (
		<ul className={`${layout.plain} ${classes.calibrations}`}>
			{newestFirst.map((calibration) => (
				<li key={calibration.from}>
					<span>
						{rich("calibration.from", {
							time: <TimeStamp at={calibration.from} clock={device} isFocusable />,
							formula: formatFormula(calibration, channel),
						})}
					</span>
					{onRemove && (
						<ActionIcon
							size={30}
							aria-label={t("calibration.remove.name", {
								channel: channel.name,
								formula: formatFormula(calibration, channel),
							})}
							onClick={() => onRemove(calibration)}
						>
							<IconTrash size={17} stroke={1.7} />
						</ActionIcon>
					)}
				</li>
			))}
			<li>{t("calibration.before")}</li>
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
		toast.success(t("calibration.removed"));
		void refresh();
	};
	return (
		<ConfirmDialog
			title={t("calibration.remove.question")}
			size={440}
			label={t("calibration.remove")}
			run={remove}
			onClose={onClose}
		>
			<p>
				{rich("calibration.remove.effect", {
					time: <TimeStamp at={calibration.from} clock={device} />,
					channel: channel.name,
					formula: formatFormula(calibration, channel),
				})}
			</p>
		</ConfirmDialog>
	);
}
