import { deletionGraceDays } from "../../../shared/account/leaving";
import type { CauseFacts } from "../causes";
import type { BillingWords } from "./billing-words";
import type { Reader } from "./message-parts";
import { namePart } from "./plain-text";

type Time = (at: number) => string;

export function deletionWords({ what, by, at }: CauseFacts["deletion"], company: string, time: Time): BillingWords {
	const who = namePart(by);
	if (what === "takenBack") {
		return {
			title: "The account is not deleted",
			sentence: `${who} has taken back the deletion of ${company}. Everything stays as it is.`,
			advice: "There is nothing to do.",
			rows: [],
		};
	}
	return {
		title: what === "soon" ? "The account is deleted tomorrow" : "The account is to be deleted",
		sentence: `${who} has asked for the whole account of ${company} to be deleted: its devices, readings, reports and everything else. Until then everything runs on, for ${deletionGraceDays} days in all.`,
		advice: "Any owner can take it back until then, and can take all data along. Your sign-in stays yours.",
		rows: [["Deleted from", time(at)]],
	};
}

export function dataExportWords(
	facts: CauseFacts["dataExport"],
	{ company, time, count }: Pick<Reader, "company" | "time" | "count">,
): BillingWords {
	const { files, bytes, archives, expiresAt } = facts;
	return {
		title: "Your export is ready",
		sentence: `Everything that ${company} holds here is ready to be downloaded by its owners, after signing in.`,
		advice:
			"Download every archive before it is deleted. If a download stops, resume it. You can make a new export at any time.",
		rows: [
			["Files", count(files)],
			["Size, not packed", `${count(Number((bytes / 1_000_000).toFixed(1)))} MB`],
			["Archives", count(archives)],
			["Available until", time(expiresAt)],
		],
	};
}
