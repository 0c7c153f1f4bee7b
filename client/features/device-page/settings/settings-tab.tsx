import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { useAccount } from "../../../api/account";
import { RotateKeyDialog } from "../../../device-actions/device-key";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import layout from "../../../ui/layout/layouts.module.css";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { rich, t } from "../../../words/made/device";
import type { PageAction } from "../device-head";
import { archiveDenial, type DeviceRights, deviceRights } from "../device-rights";
import { CalibrationCard } from "./calibration-card";
import { CertificatesCard } from "./certificates-card";
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
			<CertificatesCard device={device} denial={rights.edit} />
			<VerdictsCard device={device} denial={rights.judge} justifyDenial={rights.report} />
			<KeyCard device={device} rights={rights} onReplaceLogger={() => onAction("replace")} />
			<DangerCard device={device} denial={archiveDenial(me)} onAction={onAction} />
		</div>
	);
}

type KeyCardProps = { device: Device; rights: DeviceRights; onReplaceLogger: () => void };

function KeyCard({ device, rights, onReplaceLogger }: KeyCardProps) {
	const [isRotating, setIsRotating] = useState(false);
	return (
		<Card title={t("keyCard")}>
			<Facts facts={keyFacts(device)} />
			<div className={classes.body}>
				<p className={layout.wrappedNote}>{t("keyCard.text")}</p>
				<div className={layout.row}>
					<GuardedButton denial={rights.keys} onClick={() => setIsRotating(true)}>
						{t("keyCard.replace")}
					</GuardedButton>
					<GuardedButton denial={rights.edit} onClick={onReplaceLogger}>
						{t("logger.replace")}
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
		{ label: t("keyCard.since"), value: <TimeStamp at={createdAt.getTime()} clock={device} isFocusable /> },
		{ label: t("keyCard.lastUsed"), value: lastUsed(lastUsedAt, device) },
		...(previous
			? [
					{
						label: t("keyCard.former"),
						value: (
							<>
								{rich("keyCard.formerUntil", {
									time: <TimeStamp at={previous.until.getTime()} clock={device} isFocusable />,
								})}
							</>
						),
						note: rich("keyCard.formerUsed", { time: lastUsed(previous.lastUsedAt, device) }),
					},
				]
			: []),
	];
}

function lastUsed(at: Date | null, device: Device) {
	return at ? <TimeStamp at={at.getTime()} clock={device} show="age" isFocusable /> : t("never");
}

type DangerCardProps = { device: Device; denial: string | null; onAction: (action: PageAction) => void };

function DangerCard({ device, denial, onAction }: DangerCardProps) {
	const { archivedAt, deletedFrom } = device;
	return (
		<Card title={t("end")}>
			<div className={classes.body}>
				<p className={layout.wrappedNote}>{t("end.text")}</p>
				<div className={layout.row}>
					{archivedAt === null ? (
						<GuardedButton denial={denial} onClick={() => onAction("archive")}>
							{t("end.archive")}
						</GuardedButton>
					) : (
						<GuardedButton denial={denial} onClick={() => onAction("restore")}>
							{t("end.restore")}
						</GuardedButton>
					)}
					{deletedFrom === null && (
						<GuardedButton denial={denial} look="danger" onClick={() => onAction("delete")}>
							{t("end.delete")}
						</GuardedButton>
					)}
				</div>
			</div>
		</Card>
	);
}
