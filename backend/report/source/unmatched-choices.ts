import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import { quantityInSentence } from "../../../shared/formats/quantity-titles";
import type { ReportDefinition } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { wordsIn as sentencesIn } from "../../../shared/words/made/sentences-in";
import type { ChannelRow } from "../../db/channel-rows";

/** Sentences about channel choices without a match, for example after a rename: their limits and rows are missing. */
export function unmatchedChoices(
	{ type, channels, limits, layout }: Pick<ReportDefinition, "type" | "channels" | "limits" | "layout">,
	all: readonly ChannelRow[],
): string[] {
	const { fields } = reportTypes[type];
	const isUnmatched = (choice: ChannelChoice) => !all.some((channel) => isChosenChannel(choice, channel));
	const say = wordsIn(layout.language);
	const valuesOf = ({ name, quantity, unit }: ChannelChoice) => ({
		name: name ?? "",
		quantity: quantityInSentence(quantity, sentencesIn(layout.language)),
		isUnit: unit === "" ? "no" : "yes",
		unit,
	});
	const chosen = fields.includes("channels") ? (channels ?? []).filter(isUnmatched) : [];
	const limited = fields.includes("limits") ? limits.filter(({ channel }) => isUnmatched(channel)) : [];
	return [
		...chosen.map((choice) => say(choice.name === null ? "note.noAnyChannel" : "note.noChannel", valuesOf(choice))),
		...limited.map(({ channel }) =>
			say(channel.name === null ? "note.noAnyLimited" : "note.noLimited", valuesOf(channel)),
		),
	];
}
