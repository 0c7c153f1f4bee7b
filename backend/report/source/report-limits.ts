import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import type { ReportDefinition, ReportLimit } from "../../../shared/report/report";

type Named = { name: string; quantity: ChannelChoice["quantity"]; unit: string };

export function isChosen(channel: Named, { quantity, unit, name }: ChannelChoice): boolean {
	const isNamed = name === null || name.toLowerCase() === channel.name.toLowerCase();
	return channel.quantity === quantity && channel.unit === unit && isNamed;
}

/** Returns the report's limit for a channel. A limit by name precedes one for all such channels. */
export function limitOf({ limits }: Pick<ReportDefinition, "limits">, channel: Named): ReportLimit | null {
	const found = limits.filter((limit) => isChosen(channel, limit.channel));
	return found.find((limit) => limit.channel.name !== null) ?? found[0] ?? null;
}
