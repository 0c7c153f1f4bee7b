import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import { setSendsChanges } from "../../../device-actions/device-changes";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import classes from "./overview.module.css";

type SendsNoticeProps = { device: Device; rejection: string | null };

export function SendsNotice({ device, rejection }: SendsNoticeProps) {
	const [isBusy, setIsBusy] = useState(false);
	if (!device.seemsToSendChanges || device.archivedAt !== null) return null;
	const save = async () => {
		setIsBusy(true);
		await setSendsChanges(device);
		setIsBusy(false);
	};
	return (
		<section aria-label="Sends changes only?">
			<Callout tone="brand" className={classes.notice}>
				<h2>This device seems to send changes only</h2>
				<p>
					In the last week nearly every reading differed from the one before, at irregular distances. If it sends only
					when a value changes, say so: then a pause means that the value stayed, not that readings are missing.
				</p>
				<GuardedButton denial={rejection} isLoading={isBusy} className={classes.use} onClick={() => void save()}>
					It sends changes only
				</GuardedButton>
			</Callout>
		</section>
	);
}
