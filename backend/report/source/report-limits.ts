import { type ChannelChoice, isChosenChannel } from "../../../shared/alert/conditions/terms";
import type { ReportDefinition, ReportLimit } from "../../../shared/report/report";

/** Returns the report's limit for a channel. A limit by name precedes one for all such channels. */
export function limitOf(
	{ limits }: Pick<ReportDefinition, "limits">,
	channel: ChannelChoice & { name: string },
): ReportLimit | null {
	const found = limits.filter((limit) => isChosenChannel(limit.channel, channel));
	return found.find((limit) => limit.channel.name !== null) ?? found[0] ?? null;
}
