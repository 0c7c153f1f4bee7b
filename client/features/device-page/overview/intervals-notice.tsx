import { useState } from "react";
import type { Device } from "../../../../shared/device/device";
import type { GroupListRow } from "../../../../shared/device/group";
import { pageLanguage } from "../../../base/page-language";
import { type Intervals, setIntervals } from "../../../device-actions/device-changes";
import { Callout } from "../../../ui/feedback/notes";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { t } from "../../../words/made/device";
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
		<section aria-label={t("differ")}>
			<Callout tone="warn" className={classes.notice}>
				<h2>{t("differ.title")}</h2>
				{differing.map(({ setting, seconds }) => {
					const values = { interval: formatSeconds(seconds), set: settingLabel(device, setting) };
					return (
						<p key={setting}>
							{device.inherited[setting]
								? t(`differ.${setting}.from`, { ...values, source: sourceLabel(device, setting, groups) })
								: t(`differ.${setting}`, values)}
						</p>
					);
				})}
				<p>{t("differ.text")}</p>
				<GuardedButton denial={rejection} isLoading={isBusy} className={classes.use} onClick={() => void save()}>
					{t("differ.use", { intervals: allOf.format(differing.map(({ seconds }) => formatSeconds(seconds))) })}
				</GuardedButton>
			</Callout>
		</section>
	);
}

const allOf = new Intl.ListFormat(pageLanguage);

type Differing = { setting: keyof Intervals; seconds: number };

const measuredSettings = ["loggingIntervalSeconds", "uploadIntervalSeconds"] as const;

/** Settings that differ by more than a late or lost reading explains. */
export function differingIntervals(device: Device): Differing[] {
	return measuredSettings.flatMap((setting) => {
		const seconds = measuredSeconds(device, setting);
		if (seconds === null) return [];
		const ratio = seconds / device[setting];
		return ratio > 1.5 || ratio < 1 / 1.5 ? [{ setting, seconds }] : [];
	});
}
