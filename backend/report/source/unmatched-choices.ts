import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { ReportDefinition } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import type { ChannelRow } from "../../db/channel-rows";

/** Sentences about channel choices without a match, for example after a rename: their limits and rows are missing. */
export function unmatchedChoices(
	{ type, channels, limits }: Pick<ReportDefinition, "type" | "channels" | "limits">,
	all: readonly ChannelRow[],
): string[] {
	const { fields } = reportTypes[type];
	const isUnmatched = (choice: ChannelChoice) => !all.some((channel) => isChosenChannel(choice, channel));
	const why = "It was renamed, has another unit, or was removed.";
	const chosen = fields.includes("channels") ? (channels ?? []).filter(isUnmatched) : [];
	const limited = fields.includes("limits") ? limits.filter(({ channel }) => isUnmatched(channel)) : [];
	return [
		...chosen.map((choice) => `No device of this report has a channel ${choiceText(choice)} any more. ${why}`),
		...limited.map(({ channel }) => `The report’s limits for channels ${choiceText(channel)} apply to nothing. ${why}`),
	];
}

function choiceText({ name, quantity, unit }: ChannelChoice): string {
	const total = unit === "" ? `of ${quantity}` : `of ${quantity} in ${unit}`;
	return name === null ? total : `“${name}” ${total}`;
}
