import type { Device } from "../../../../shared/device";
import { standardSettings } from "../../../../shared/device-terms";
import type { GroupListRow } from "../../../../shared/group";
import { type DeviceClock, deviceOffsetMinutes, formatTimestamp } from "../../../../shared/time-zones";
import { clockRuleWords } from "../../../entities/clock-labels";
import { ClockInputs } from "../../../forms/clock-inputs";
import { clockOf, givingGroup } from "../../../forms/typed-setting";
import { useTickingNow } from "../../../ui/time/relative-time";
import { inheritedWords } from "./inherited-words";
import { Section } from "./section";
import classes from "./settings.module.css";
import type { FieldsProps } from "./settings-values";

type ClockFieldsProps = FieldsProps & { device: Device; groups: GroupListRow[] };

/** The clock of a device, its own or a group's. */
export function ClockFields({ form, device, groups }: ClockFieldsProps) {
	const { timeZoneRule, timezoneOffset } = form.values;
	const clock = clockOf(form.values) ?? inheritedClock(device, groups);
	return (
		<Section title="Device clock">
			<ClockInputs
				value={{ timeZoneRule, timezoneOffset }}
				inherited={inheritedWords(device, "clock", groups)}
				error={form.errors.timeZoneRule ?? form.errors.timezoneOffset}
				onChange={(value) => form.setValues(value)}
			/>
			<p className={`${classes.help} ${classes.wide}`}>
				{clockRuleWords(clock)}. On this clock it is now <ClockNow clock={clock} />. What was received stays where it
				is: only how its times are shown changes.
			</p>
		</Section>
	);
}

/** The clock it has while it has none of its own. */
function inheritedClock(device: Device, groups: GroupListRow[]): DeviceClock {
	const given = givingGroup(groups, device.groupIds, "clock")?.defaults.clock;
	if (given) return given;
	// Of a group that is not to be seen it is known only while it applies.
	return device.inherited.clock == null ? standardSettings.clock : device;
}

function ClockNow({ clock }: { clock: DeviceClock }) {
	const now = useTickingNow(1_000);
	return formatTimestamp(now, deviceOffsetMinutes(clock, now));
}
