import type { StoppedAlerts } from "../../shared/message/stopped-alerts";
import { TimeStamp } from "../ui/time/time-stamp";
import { rich } from "../words/made/entities";
import { deliveryChannelLabel } from "./contact";

export function StoppedText({ stopped }: { stopped: StoppedAlerts }) {
	const { contactName, channel, rule, at, until } = stopped;
	const given = { channel: deliveryChannelLabel(channel), contact: contactName, at: <TimeStamp at={at} /> };
	const untilTime = until !== null && <TimeStamp at={until} />;
	if (rule === null)
		return untilTime ? rich("stopped.allUntil", { ...given, until: untilTime }) : rich("stopped.all", given);
	const ofRule = { ...given, rule: rule.name };
	return untilTime ? rich("stopped.ruleUntil", { ...ofRule, until: untilTime }) : rich("stopped.rule", ofRule);
}
