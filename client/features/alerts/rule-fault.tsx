import type { RuleFault } from "../../../shared/alert/alert";
import { StatusChip } from "../../ui/feedback/status-chip";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich } from "../../words/made/alerts";

export function RuleFaultText({ fault: { at, text } }: { fault: RuleFault }) {
	return rich("fault", {
		chip: (label) => <StatusChip tone="bad">{label}</StatusChip>,
		time: <TimeStamp at={at} isFocusable />,
		error: text,
	});
}
