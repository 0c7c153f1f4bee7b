import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import { setSendsChanges } from "../../../device-actions/device-changes";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { t } from "../../../words/made/device";
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
		<section aria-label={t("changesOnly")}>
			<Callout tone="brand" className={classes.notice}>
				<h2>{t("changesOnly.title")}</h2>
				<p>{t("changesOnly.text")}</p>
				<GuardedButton denial={rejection} isLoading={isBusy} className={classes.use} onClick={() => void save()}>
					{t("changesOnly.yes")}
				</GuardedButton>
			</Callout>
		</section>
	);
}
