import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import type { ReportDefinition, ReportLimit } from "../../../shared/report/report";

type Named = { name: string; quantity: ChannelChoice["quantity"]; unit: string };

/** Names are compared as those of channels are: without case. */
export function isChosen(channel: Named, { quantity, unit, name }: ChannelChoice): boolean {
	const isNamed = name === null || name.toLowerCase() === channel.name.toLowerCase();
	return channel.quantity === quantity && channel.unit === unit && isNamed;
}

/** What a report names for a channel; a limit by name goes before one of all channels like it. */
export function limitOf({ limits }: Pick<ReportDefinition, "limits">, channel: Named): ReportLimit | null {
	const found = limits.filter((limit) => isChosen(channel, limit.channel));
	return found.find((limit) => limit.channel.name !== null) ?? found[0] ?? null;
}
