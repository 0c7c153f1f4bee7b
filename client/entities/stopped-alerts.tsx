import type { StoppedAlerts } from "../../shared/message/stopped-alerts";
import { TimeStamp } from "../ui/time/time-stamp";
import { deliveryChannelLabels } from "./contact";

/** `Alerts by e-mail stopped by Bob Miller, Nov 24, 12:33 PM`. */
export function StoppedText({ stopped }: { stopped: StoppedAlerts }) {
	const { contactName, channel, rule, at, until } = stopped;
	const what = rule === null ? "All alerts" : `Alerts of ${rule.name}`;
	return (
		<>
			{what} by {deliveryChannelLabels[channel]} stopped by {contactName}, <TimeStamp at={at} />
			{until !== null && (
				<>
					, until <TimeStamp at={until} />
				</>
			)}
		</>
	);
}
