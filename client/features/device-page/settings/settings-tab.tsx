import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { useAccount } from "../../../api/account";
import { RotateKeyDialog } from "../../../device-actions/device-key";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import { TimeStamp } from "../../../ui/time/time-stamp";
import type { PageAction } from "../device-head";
import { archiveDenial, type DeviceRights, deviceRights } from "../device-rights";
import { CalibrationCard } from "./calibration-card";
import { DerivedCard } from "./derived-card";
import classes from "./settings.module.css";
import { SettingsForm } from "./settings-form";
import { VerdictsCard } from "./verdicts-card";

type SettingsTabProps = { device: Device; groups: GroupListRow[]; onAction: (action: PageAction) => void };

export function SettingsTab({ device, groups, onAction }: SettingsTabProps) {
	const { me } = useAccount();
	const rights = deviceRights(me, device);
	return (
		<div className={classes.sections}>
			{rights.edit && <p className={classes.notice}>{rights.edit}</p>}
			<SettingsForm device={device} groups={groups} rights={rights} />
			<DerivedCard device={device} denial={rights.edit} />
			<CalibrationCard device={device} denial={rights.edit} />
			<VerdictsCard device={device} denial={rights.judge} />
			<KeyCard device={device} rights={rights} onReplaceLogger={() => onAction("replace")} />
			<DangerCard device={device} denial={archiveDenial(me)} onAction={onAction} />
		</div>
	);
}

type KeyCardProps = { device: Device; rights: DeviceRights; onReplaceLogger: () => void };

function KeyCard({ device, rights, onReplaceLogger }: KeyCardProps) {
	const [isRotating, setIsRotating] = useState(false);
	return (
		<Card title="Key">
			<Facts facts={keyFacts(device)} />
			<div className={classes.body}>
				<p className={classes.help}>
					We don't store the key; it was shown once. A new key changes nothing else. To put another logger in its place,
					use Replace logger: name, groups, rules and readings stay.
				</p>
				<div className={classes.buttons}>
					<GuardedButton denial={rights.keys} onClick={() => setIsRotating(true)}>
						Replace key
					</GuardedButton>
					<GuardedButton denial={rights.edit} onClick={onReplaceLogger}>
						Replace logger
					</GuardedButton>
				</div>
			</div>
			<RotateKeyDialog device={device} isOpen={isRotating} onClose={() => setIsRotating(false)} />
		</Card>
	);
}

function keyFacts(device: Device): Fact[] {
	const { createdAt, lastUsedAt, previous } = device.key;
	return [
		{ label: "In use since", value: <TimeStamp at={createdAt.getTime()} clock={device} isFocusable /> },
		{ label: "Last used", value: lastUsed(lastUsedAt, device) },
		...(previous
			? [
					{
						label: "The one before",
						value: (
							<>
								works until <TimeStamp at={previous.until.getTime()} clock={device} isFocusable />
							</>
						),
						note: <>Last used: {lastUsed(previous.lastUsedAt, device)}</>,
					},
				]
			: []),
	];
}

function lastUsed(at: Date | null, device: Device) {
	return at ? <TimeStamp at={at.getTime()} clock={device} show="age" isFocusable /> : "Never";
}

type DangerCardProps = { device: Device; denial: string | null; onAction: (action: PageAction) => void };

function DangerCard({ device, denial, onAction }: DangerCardProps) {
	const { archivedAt, deletedFrom } = device;
	return (
		<Card title="Archive or delete">
			<div className={classes.body}>
				<p className={classes.help}>
					An archived device leaves the lists and receives nothing; its readings are kept. A deleted device is
					permanently deleted after seven days, with all its readings.
				</p>
				<div className={classes.buttons}>
					{archivedAt === null ? (
						<GuardedButton denial={denial} onClick={() => onAction("archive")}>
							Archive device
						</GuardedButton>
					) : (
						<GuardedButton denial={denial} onClick={() => onAction("restore")}>
							Restore device
						</GuardedButton>
					)}
					{deletedFrom === null && (
						<GuardedButton denial={denial} look="danger" onClick={() => onAction("delete")}>
							Delete device
						</GuardedButton>
					)}
				</div>
			</div>
		</Card>
	);
}
