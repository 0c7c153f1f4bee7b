import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { PaperRetention } from "../../../shared/report-settings";
import { evidenceCut } from "../../api/queries";
import { countOf } from "../../ui/format";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./company.module.css";

/** What the chosen time takes, before it is saved and while it waits. */
type EvidenceCutNoteProps = { wanted: PaperRetention; saved: PaperRetention };

export function EvidenceCutNote({ wanted, saved }: EvidenceCutNoteProps) {
	// Once something was chosen, so that the screen asks for nothing more to begin with.
	const [first] = useState(saved);
	const { data: cut } = useQuery({ ...evidenceCut(wanted), enabled: wanted !== first || saved !== first });
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
