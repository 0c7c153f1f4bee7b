import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { ReportDefinition } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ChannelRow } from "../../db/channel-rows";

/** Sentences about channel choices without a match, for example after a rename: their limits and rows are missing. */
export function unmatchedChoices(
	{ type, channels, limits, layout }: Pick<ReportDefinition, "type" | "channels" | "limits" | "layout">,
	all: readonly ChannelRow[],
): string[] {
	const { fields } = reportTypes[type];
	const isUnmatched = (choice: ChannelChoice) => !all.some((channel) => isChosenChannel(choice, channel));
	const say = wordsIn(layout.language);
	const chosen = fields.includes("channels") ? (channels ?? []).filter(isUnmatched) : [];
	const limited = fields.includes("limits") ? limits.filter(({ channel }) => isUnmatched(channel)) : [];
	return [
		...chosen.map((choice) => say(choice.name === null ? "note.noAnyChannel" : "note.noChannel", valuesOf(choice))),
		...limited.map(({ channel }) =>
			say(channel.name === null ? "note.noAnyLimited" : "note.noLimited", valuesOf(channel)),
		),
	];
}

function valuesOf({ name, quantity, unit }: ChannelChoice) {
	return { name: name ?? "", quantity, isUnit: unit === "" ? "no" : "yes", unit };
}
