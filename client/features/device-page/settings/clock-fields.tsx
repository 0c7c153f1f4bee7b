import { Select } from "@mantine/core";
import { deviceOffsetMinutes, formatTimestamp, type TimeZoneRule } from "../../../../shared/time-zones";
import { clockRuleChoices, offsetChoices } from "../../../clock-choices";
import { useTickingNow } from "../../../ui/ticking-now";
import { clockRuleWords } from "../clock-words";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

export function ClockFields({ form }: FieldsProps) {
	const { timeZoneRule, timezoneOffset } = form.values;
	const clock = { timeZoneRule: Number(timeZoneRule) as TimeZoneRule, timezoneOffset: Number(timezoneOffset) }; // the select offers no other
	const isKnownOffset = offsetChoices.some(({ value }) => value === timezoneOffset);
	return (
		<Section title="Device clock">
			<Select label="Kept as" data={clockRuleChoices} allowDeselect={false} {...form.getInputProps("timeZoneRule")} />
			<Select
				label="Standard time"
				// An upload may have named one between the quarters of an hour.
				data={
					isKnownOffset ? offsetChoices : [{ value: timezoneOffset, label: `${timezoneOffset} min` }, ...offsetChoices]
				}
				allowDeselect={false}
				searchable
				disabled={clock.timeZoneRule === 0}
				{...form.getInputProps("timezoneOffset")}
			/>
			<p className={`${classes.help} ${classes.wide}`}>
				{clockRuleWords(clock)}. On this clock it is now <ClockNow clock={clock} />. What was received stays where it
				is: only how its times are shown changes.
			</p>
		</Section>
	);
}

function ClockNow({ clock }: { clock: { timeZoneRule: TimeZoneRule; timezoneOffset: number } }) {
	const now = useTickingNow(1_000);
	return formatTimestamp(now, deviceOffsetMinutes(clock, now));
}
