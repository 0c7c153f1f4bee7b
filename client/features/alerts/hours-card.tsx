import { Button, Checkbox, Select } from "@mantine/core";
import type { WeeklyWindow } from "../../../shared/time-windows";
import { WeekHoursField } from "../../forms/week-hours-field";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { countOf } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { zoneLabels } from "./alert-labels";
import type { HoursValues } from "./alert-values";
import classes from "./alerts.module.css";
import type { ErrorAt } from "./sentence-parts";

const workingDay: WeeklyWindow = { days: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" };

const zoneOptions = [
	...(Object.keys(zoneLabels) as (keyof typeof zoneLabels)[]) // it has an entry for each and no other
		.map((value) => ({ value, label: zoneLabels[value] })),
	...["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")].map((zone) => ({
		...{ value: zone, label: zone },
	})),
];
const shownZones = 60;

type HoursCardProps = {
	hours: HoursValues;
	errorAt: ErrorAt;
	onChange: (changes: Partial<HoursValues>, path: string) => void;
};

export function HoursCard({ hours, errorAt, onChange }: HoursCardProps) {
	const { isAlways, zone, weekly, spans, tellsMeanwhile } = hours;
	const zones = useSteadyOptions(zoneOptions);
	return (
		<Card title="Hours">
			<div className={classes.fields}>
				<Checkbox
					label="At any hour"
					description="Otherwise events open, and messages are sent, in these hours only."
					checked={isAlways}
					onChange={(event) => onChange({ isAlways: event.currentTarget.checked }, "rule.schedule")}
				/>
				{!isAlways && (
					<Select
						label="Hours are in the"
						searchable
						allowDeselect={false}
						limit={shownZones}
						{...zones}
						value={zone}
						error={errorAt("rule.schedule.zone")}
						onChange={(chosen) => chosen !== null && onChange({ zone: chosen }, "rule.schedule.zone")}
					/>
				)}
			</div>
			{!isAlways && (
				<>
					<WeekHoursField
						noun="hours"
						help="A time before its start is on the next day."
						windows={weekly}
						usual={workingDay}
						path="rule.schedule.weekly"
						errorAt={errorAt}
						onChange={(next) => onChange({ weekly: next }, "rule.schedule.weekly")}
					/>
					<div className={classes.fields}>
						{spans.length > 0 && (
							<div className={classes.sentence}>
								<span className={classes.words}>And {countOf(spans.length, "single span")}.</span>
								<Button variant="subtle" color="red" onClick={() => onChange({ spans: [] }, "rule.schedule.spans")}>
									Remove single spans
								</Button>
							</div>
						)}
						<Checkbox
							label="When the hours begin, also report what opened and ended outside them"
							checked={tellsMeanwhile}
							onChange={(event) =>
								onChange({ tellsMeanwhile: event.currentTarget.checked }, "notification.tellsMeanwhile")
							}
						/>
					</div>
				</>
			)}
		</Card>
	);
}
