import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { type Intervals, setIntervals } from "../../../device-actions/device-changes";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { formatSeconds, measuredSeconds, settingLabel, sourceLabel } from "../setting-labels";
import classes from "./overview.module.css";

type IntervalsNoticeProps = { device: Device; groups: GroupListRow[]; rejection: string | null };

/** Shown if a device differs from its settings: usually the setting is wrong. */
export function IntervalsNotice({ device, groups, rejection }: IntervalsNoticeProps) {
	const [isBusy, setIsBusy] = useState(false);
	const differing = differingIntervals(device);
	const measured = Object.fromEntries(differing.map(({ setting, seconds }) => [setting, seconds]));
	if (differing.length === 0 || device.archivedAt !== null) return null;
	const save = async () => {
		setIsBusy(true);
		await setIntervals(device, measured);
		setIsBusy(false);
	};
	return (
		<section aria-label="Intervals differ">
			<Callout tone="warn" className={classes.notice}>
				<h2>Intervals differ from the settings</h2>
				{differing.map(({ setting, verb, seconds }) => (
					<p key={setting}>
						It {verb} every {formatSeconds(seconds)}, but is set to {settingLabel(device, setting)}
						{device.inherited[setting] ? ` (${sourceLabel(device, setting, groups)})` : ""}.
					</p>
				))}
				<p>
					Alerts depend on how often it really reads. “Late”, “offline” and missing data depend on the upload interval
					that is set.
				</p>
				<GuardedButton denial={rejection} isLoading={isBusy} className={classes.use} onClick={() => void save()}>
					Use {differing.map(({ seconds }) => formatSeconds(seconds)).join(" and ")}
				</GuardedButton>
			</Callout>
		</section>
	);
}

type Differing = { setting: keyof Intervals; verb: string; seconds: number };

const verbs: [keyof Intervals, string][] = [
	["loggingIntervalSeconds", "reads"],
	["uploadIntervalSeconds", "uploads"],
];

/** Settings that differ by more than a late or lost reading explains. */
export function differingIntervals(device: Device): Differing[] {
	return verbs.flatMap(([setting, verb]) => {
		const seconds = measuredSeconds(device, setting);
		if (seconds === null) return [];
		const ratio = seconds / device[setting];
		return ratio > 1.5 || ratio < 1 / 1.5 ? [{ setting, verb, seconds }] : [];
	});
}
