import { type PlannedMute, weekDaysText } from "../../shared/alert/planned-mute";
import { StatusChip } from "../ui/feedback/status-chip";
import { clockHours } from "../ui/time/time-display";
import { TimeStamp } from "../ui/time/time-stamp";
import { clockText } from "./clock-labels";

function plannedWeeks({ windows: { weekly } }: PlannedMute): string {
	return weekly.map(({ days, from, to }) => `every ${weekDaysText(days)} ${clockHours({ from, to })}`).join("; ");
}

export function PlannedTimes({ mute }: { mute: PlannedMute }) {
	const { mutedUntil, next, zone, windows } = mute;
	const weeks = plannedWeeks(mute);
	return (
		<>
			{weeks !== "" && `${weeks.charAt(0).toUpperCase()}${weeks.slice(1)} (${clockText(zone)}). `}
			{mutedUntil !== null && (
				<>
					<StatusChip tone="off">
						Muted until <TimeStamp at={mutedUntil} />
					</StatusChip>{" "}
				</>
			)}
			{next && (
				<>
					{windows.weekly.length > 0 || mutedUntil !== null ? "Next " : ""}
					<TimeStamp at={next.from} /> to <TimeStamp at={next.to} />
				</>
			)}
		</>
	);
}
