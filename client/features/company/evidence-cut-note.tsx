import { useQuery } from "@tanstack/react-query";
import type { Company } from "../../../shared/account/company";
import type { PaperRetention } from "../../../shared/report/report-settings";
import { evidenceCut } from "../../api/queries";
import { countOf } from "../../ui/format";
import { TimeStamp } from "../../ui/time/time-stamp";

type EvidenceCutNoteProps = { company: Pick<Company, "evidenceRetention" | "evidenceCut">; wanted: PaperRetention };

export function EvidenceCutNote({ company, wanted }: EvidenceCutNoteProps) {
	const isSaved = wanted === company.evidenceRetention;
	const { data: previewed } = useQuery({ ...evidenceCut(wanted), enabled: !isSaved });
	const cut = isSaved ? company.evidenceCut : previewed;
	if (!cut) return null;
	const { removedAt, olderThan, changes, messages } = cut;
	const isNothing = changes + messages === 0;
	return (
		<span role="status">
			{isNothing
				? "Nothing older is there yet. It applies on "
				: `${countOf(changes, "change")} and ${countOf(messages, "message")} from before `}
			{!isNothing && <TimeStamp at={olderThan} />}
			{!isNothing && " go on "}
			<TimeStamp at={removedAt} />
			{". Until then a longer time takes it back."}
		</span>
	);
}
