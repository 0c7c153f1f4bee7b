import { useQuery } from "@tanstack/react-query";
import type { Company } from "../../../shared/account/company";
import type { PaperRetention } from "../../../shared/report/report-settings";
import { evidenceCut } from "../../api/later-queries";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich } from "../../words/made/account";

type EvidenceCutNoteProps = { company: Pick<Company, "evidenceRetention" | "evidenceCut">; wanted: PaperRetention };

export function EvidenceCutNote({ company, wanted }: EvidenceCutNoteProps) {
	const isSaved = wanted === company.evidenceRetention;
	const { data: previewed } = useQuery({ ...evidenceCut(wanted), enabled: !isSaved });
	const cut = isSaved ? company.evidenceCut : previewed;
	if (!cut) return null;
	const { removedAt, olderThan, changes, messages } = cut;
	return (
		<span role="status">
			{changes + messages === 0
				? rich("evidenceCut.nothing", { time: <TimeStamp at={removedAt} /> })
				: rich("evidenceCut", {
						changes,
						messages,
						before: <TimeStamp at={olderThan} />,
						time: <TimeStamp at={removedAt} />,
					})}
		</span>
	);
}
