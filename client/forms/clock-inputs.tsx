import type { ReactNode } from "react";
import { clockRuleChoices, loggerClockNote, offsetChoices } from "../entities/clock-labels";
import { Select } from "../ui/form/select";
import { t } from "../words/made/forms";
import { inheritedRule, type TypedClock } from "./typed-setting";

type ClockInputsProps = {
	value: TypedClock;
	inherited?: string;
	ruleLabel?: string;
	error?: ReactNode;
	isFirst?: boolean;
	onChange: (value: TypedClock) => void;
};

export function ClockInputs({
	value,
	inherited,
	ruleLabel = t("clock.mode"),
	error,
	isFirst,
	onChange,
}: ClockInputsProps) {
	const { timeZoneRule, timezoneOffset } = value;
	const isInherited = timeZoneRule === inheritedRule;
	const isKnownOffset = offsetChoices.some((choice) => choice.value === timezoneOffset);
	const inheritedChoices = inherited === undefined ? [] : [{ value: inheritedRule, label: inherited }];
	return (
		<>
			<Select
				label={ruleLabel}
				styles={{ input: { fontSize: "clamp(12.5px, 3.6vw, 14px)" } }}
				data={[...inheritedChoices, ...clockRuleChoices]}
				error={isInherited ? error : undefined}
				description={timeZoneRule === "1" ? loggerClockNote : undefined}
				data-autofocus={isFirst || undefined}
				value={timeZoneRule}
				onChange={(rule) => onChange({ ...value, timeZoneRule: rule })}
			/>
			{!isInherited && (
				<Select
					label={t("clock.standardTime")}
					// An upload may have set an offset that is not a multiple of 15 minutes.
					data={
						isKnownOffset
							? offsetChoices
							: [
									{ value: timezoneOffset, label: t("clock.offset", { minutes: Number(timezoneOffset) }) },
									...offsetChoices,
								]
					}
					searchable
					disabled={timeZoneRule === "0"}
					error={error}
					value={timezoneOffset}
					onChange={(offset) => onChange({ ...value, timezoneOffset: offset })}
				/>
			)}
		</>
	);
}
