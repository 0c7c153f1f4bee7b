import { formatOffset, formatTimestamp, zoneOffsetMinutes } from "../../../shared/time-zones";
import { useTickingNow } from "../../ui/time/relative-time";
import { viewerZone } from "../../ui/time/time-display";
import { greetingAt } from "./fleet-summary";

/** The viewer's own time of day, whatever clock the devices keep. */
export function Greeting({ name }: { name: string }) {
	const now = useTickingNow(1_000);
	const offset = zoneOffsetMinutes(viewerZone, now);
	const hour = new Date(now + offset * 60_000).getUTCHours();
	const firstName = name.split(" ")[0];
	return (
		<>
			{greetingAt(hour)}
			{firstName ? `, ${firstName}` : ""} · {formatTimestamp(now, offset)} {formatOffset(offset)}
		</>
	);
}
