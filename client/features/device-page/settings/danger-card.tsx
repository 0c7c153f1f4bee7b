import type { Device } from "../../../../shared/device";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { Card } from "../../../ui/layout/card";
import type { PageAction } from "../device-head";
import classes from "./settings.module.css";

type DangerCardProps = { device: Device; refusal: string | null; onAction: (action: PageAction) => void };

export function DangerCard({ device, refusal, onAction }: DangerCardProps) {
	const { archivedAt, deletedFrom } = device;
	return (
		<Card title="Archive or delete">
			<div className={classes.body}>
				<p className={classes.help}>
					An archived device is out of the lists and receives nothing; everything it has sent is kept. A deleted one
					goes for good after seven days, with all of it.
				</p>
				<div className={classes.buttons}>
					{archivedAt === null ? (
						<GuardedButton refusal={refusal} onClick={() => onAction("archive")}>
							Archive device
						</GuardedButton>
					) : (
						<GuardedButton refusal={refusal} onClick={() => onAction("restore")}>
							Restore device
						</GuardedButton>
					)}
					{deletedFrom === null && (
						<GuardedButton refusal={refusal} look="danger" onClick={() => onAction("delete")}>
							Delete device
						</GuardedButton>
					)}
				</div>
			</div>
		</Card>
	);
}
