import { IconBellOff, IconBellRinging, IconList, IconNote } from "@tabler/icons-react";
import type { Device } from "../../../shared/device";
import { alertStateWords, deviceStateWords, lackWords } from "../../entities/device-labels";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedButton } from "../../ui/form/guarded-button";
import { ButtonLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { TimeStamp } from "../../ui/time/time-stamp";
import { DeviceMenu } from "./device-menu";
import classes from "./device-page.module.css";
import type { DeviceRights } from "./device-rights";

/** What the buttons of the page ask for. */
export type PageAction = "note" | "mute" | "unmute" | "archive" | "restore" | "delete" | "replace";

type DeviceHeadProps = {
	device: Device;
	rights: DeviceRights;
	/** Why the device may not be archived, restored or deleted. */
	shelfRefusal: string | null;
	onAction: (action: PageAction) => void;
};

export function DeviceHead({ device, rights, shelfRefusal, onAction }: DeviceHeadProps) {
	const isMuted = device.alertState === "muted";
	return (
		<PageHead title={device.name} subtitle={<Chips device={device} />}>
			<GuardedButton
				refusal={rights.note}
				icon={<IconNote size={16} stroke={1.7} />}
				className={classes.control}
				onClick={() => onAction("note")}
			>
				Add note
			</GuardedButton>
			{isMuted ? (
				<GuardedButton
					refusal={rights.mute}
					icon={<IconBellRinging size={16} stroke={1.7} />}
					className={classes.control}
					onClick={() => onAction("unmute")}
				>
					Unmute
				</GuardedButton>
			) : (
				<GuardedButton
					refusal={rights.mute}
					icon={<IconBellOff size={16} stroke={1.7} />}
					className={classes.control}
					onClick={() => onAction("mute")}
				>
					Mute
				</GuardedButton>
			)}
			<ButtonLink
				to="/log/"
				search={{ device: device.id }}
				variant="default"
				className={classes.control}
				leftSection={<IconList size={16} stroke={1.7} />}
			>
				Open log
			</ButtonLink>
			<DeviceMenu device={device} editRefusal={rights.edit} shelfRefusal={shelfRefusal} onAction={onAction} />
		</PageHead>
	);
}

function Chips({ device }: { device: Device }) {
	const { status, alertState, mutedUntil, serialNumber, lacks } = device;
	const state = deviceStateWords(status, device.deletedFrom !== null);
	return (
		<span className={classes.chips}>
			<StatusChip tone={state.tone}>{state.label}</StatusChip>
			{alertState !== "ok" && (
				<StatusChip tone={alertStateWords[alertState].tone}>
					{alertState === "muted" && mutedUntil !== null ? (
						<>
							Muted until <TimeStamp at={mutedUntil} clock={device} isFocusable />
						</>
					) : (
						alertStateWords[alertState].label
					)}
				</StatusChip>
			)}
			{lacks.map((lack) => (
				<StatusChip key={lack} tone="warn">
					{lackWords[lack].label}
				</StatusChip>
			))}
			{serialNumber !== null && <span className={classes.serial}>{serialNumber}</span>}
		</span>
	);
}
