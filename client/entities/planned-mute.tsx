import type { PlannedMute } from "../../shared/alert/planned-mute";
import { commaList } from "../base/comma-list";
import { StatusChip } from "../ui/feedback/status-chip";
import { clockHours } from "../ui/time/time-display";
import { TimeStamp } from "../ui/time/time-stamp";
import { rich, t } from "../words/made/entities";
import { clockText, dayNames } from "./clock-labels";

function namesOf(days: readonly number[]): string[] {
	return [...days].sort((one, other) => one - other).map((day) => dayNames[day - 1] ?? "");
}

function plannedWeeks({ windows: { weekly } }: PlannedMute): string {
	const windows = weekly.map(({ days, from, to }, index) => {
		const given = { days: commaList(namesOf(days)), hours: clockHours({ from, to }) };
		if (days.length < 7) return index === 0 ? t("plannedMute.weeklyFirst", given) : t("plannedMute.weekly", given);
		return index === 0 ? t("plannedMute.dailyFirst", given) : t("plannedMute.daily", given);
	});
	return windows.join("; ");
}

export function PlannedTimes({ mute }: { mute: PlannedMute }) {
	const { mutedUntil, next, zone, windows } = mute;
	const weeks = plannedWeeks(mute);
	return (
		<>
			{weeks !== "" && `${t("plannedMute.weeks", { windows: weeks, clock: clockText(zone) })} `}
			{mutedUntil !== null && (
				<>
					<StatusChip tone="off">{rich("plannedMute.until", { time: <TimeStamp at={mutedUntil} /> })}</StatusChip>{" "}
				</>
			)}
			{next &&
				rich(windows.weekly.length > 0 || mutedUntil !== null ? "plannedMute.next" : "plannedMute.span", {
					from: <TimeStamp at={next.from} />,
					to: <TimeStamp at={next.to} />,
				})}
		</>
	);
}
