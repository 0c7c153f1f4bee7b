import type { Device } from "../../../../shared/device";
import type { GroupListRow } from "../../../../shared/group";
import { useAccount } from "../../../api/account";
import type { PageAction } from "../device-head";
import { archiveRefusal, deviceRights } from "../device-rights";
import { CalibrationCard } from "./calibration-card";
import { DangerCard } from "./danger-card";
import { KeyCard } from "./key-card";
import classes from "./settings.module.css";
import { SettingsForm } from "./settings-form";

type SettingsTabProps = { device: Device; groups: GroupListRow[]; onAction: (action: PageAction) => void };

export function SettingsTab({ device, groups, onAction }: SettingsTabProps) {
	const { me } = useAccount();
	const rights = deviceRights(me, device);
	return (
		<div className={classes.sections}>
			{rights.edit && <p className={classes.notice}>{rights.edit}</p>}
			<SettingsForm device={device} groups={groups} rights={rights} />
			<CalibrationCard device={device} refusal={rights.edit} />
			<KeyCard device={device} rights={rights} onReplaceLogger={() => onAction("replace")} />
			<DangerCard device={device} refusal={archiveRefusal(me)} onAction={onAction} />
		</div>
	);
}
