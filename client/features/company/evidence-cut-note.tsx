import { useQuery } from "@tanstack/react-query";
import { type PaperRetention, reportSettingChoices } from "../../../shared/report-settings";
import { evidenceCut } from "../../api/queries";
import { countOf } from "../../ui/format";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./company.module.css";

/** Shortens nothing, so that none waits. */
const longest = reportSettingChoices.evidenceRetention.at(-1);

/** What the chosen time takes, before it is saved and while it waits. */
export function EvidenceCutNote({ wanted }: { wanted: PaperRetention }) {
	const { data: cut } = useQuery({ ...evidenceCut(wanted), enabled: wanted !== longest });
	if (!cut) return null;
	const { removedAt, olderThan, changes, messages } = cut;
	const isNothing = changes + messages === 0;
	return (
		<p className={classes.lead} role="status">
			{isNothing
				? "Nothing older is there yet. It applies on "
				: `${countOf(changes, "change")} and ${countOf(messages, "message")} from before `}
			{!isNothing && <TimeStamp at={olderThan} />}
			{!isNothing && " go on "}
			<TimeStamp at={removedAt} />
			{". Until then a longer time takes it back."}
		</p>
	);
}
