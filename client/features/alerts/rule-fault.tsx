import type { RuleFault } from "../../../shared/alert/alert";
import { StatusChip } from "../../ui/feedback/status-chip";
import { TimeStamp } from "../../ui/time/time-stamp";

export function RuleFaultText({ fault: { at, text } }: { fault: RuleFault }) {
	return (
		<>
			<StatusChip tone="bad">Not evaluated</StatusChip> Since <TimeStamp at={at} isFocusable /> an error stops this
			rule: it watches nothing, and its open events stay open. Change or delete it. {text}
		</>
	);
}
