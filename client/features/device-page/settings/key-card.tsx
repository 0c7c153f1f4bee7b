import { useState } from "react";
import type { Device } from "../../../../shared/device";
import { RotateKeyDialog } from "../../../device-actions/device-key";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import { type Fact, Facts } from "../../../ui/layout/detail";
import { TimeStamp } from "../../../ui/time/time-stamp";
import type { DeviceRights } from "../device-rights";
import classes from "./settings.module.css";

type KeyCardProps = { device: Device; rights: DeviceRights; onReplaceLogger: () => void };

/** What is known of the key a device sends with, and another one for it or for another logger. */
export function KeyCard({ device, rights, onReplaceLogger }: KeyCardProps) {
	const [isRotating, setIsRotating] = useState(false);
	return (
		<Card title="Key">
			<Facts facts={keyFacts(device)} />
			<div className={classes.body}>
				<p className={classes.help}>
					The key itself is kept by nobody and was shown once. A new key leaves all else as it is. When another logger
					takes the place of this one, replace the logger: name, groups, rules and readings stay.
				</p>
				<div className={classes.buttons}>
					<GuardedButton refusal={rights.keys} onClick={() => setIsRotating(true)}>
						Replace key
					</GuardedButton>
					<GuardedButton refusal={rights.edit} onClick={onReplaceLogger}>
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
