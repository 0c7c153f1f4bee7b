import { deletionGraceDays } from "../../../shared/account/leaving";
import type { CauseFacts } from "../causes";
import type { BillingWords } from "./billing-words";
import type { Reader } from "./message-parts";
import { namePart } from "./plain-text";

export function deletionWords(
	{ what, by, at }: CauseFacts["deletion"],
	{ say, company, time }: Pick<Reader, "say" | "company" | "time">,
): BillingWords {
	const name = namePart(by);
	if (what === "takenBack") {
		return {
			title: say("deletion.takenBack"),
			sentence: say("deletion.takenBack.sentence", { name, company }),
			advice: say("deletion.takenBack.advice"),
			rows: [],
		};
	}
	return {
		title: say(what === "soon" ? "deletion.soon" : "deletion.planned"),
		sentence: say("deletion.sentence", { name, company, days: deletionGraceDays }),
		advice: say("deletion.advice"),
		rows: [[say("deletion.from"), time(at)]],
	};
}

export function dataExportWords(
	{ files, bytes, archives, expiresAt }: CauseFacts["dataExport"],
	{ say, company, time, count }: Pick<Reader, "say" | "company" | "time" | "count">,
): BillingWords {
	return {
		title: say("dataExport"),
		sentence: say("dataExport.sentence", { company }),
		advice: say("dataExport.advice"),
		rows: [
			[say("dataExport.files"), count(files)],
			[say("dataExport.size"), `${count(Number((bytes / 1_000_000).toFixed(1)))} MB`],
			[say("dataExport.archives"), count(archives)],
			[say("dataExport.until"), time(expiresAt)],
		],
	};
}
