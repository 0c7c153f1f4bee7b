import { type Formula, formulaText } from "../../../shared/device/derived/formula";
import { formulaOf } from "../../../shared/device/derived/registry";
import type { LogChannel } from "../../../shared/log/log";
import type { AccountDb } from "../../base/context";
import { allDerivedChannels, definitionOf } from "../../db/derived-channel-rows";

export type Computed = Pick<LogChannel, "formula" | "computedAs" | "computedSince">;

const none: Computed = {};

/** How a channel is computed, in words; empty if a device sends it. `channels` holds all channels of its devices. */
export function channelFormulas(
	db: AccountDb,
	channels: readonly { id: string; name: string }[],
): (channelId: string) => Computed {
	const definitions = allDerivedChannels(db);
	if (definitions.size === 0) return () => none;
	const known = new Map<string, Computed & { computedAs: Formula }>();
	const names = new Map(channels.map(({ id, name }) => [id, name]));
	return (channelId) => {
		const found = definitions.get(channelId);
		if (!found) return none;
		const { computedSince } = found;
		const computedAs = formulaOf(definitionOf(found), (id) => names.get(id) ?? "a removed channel");
		const formula = formulaText(computedAs);
		const shared = known.get(formula) ?? { formula, computedAs };
		known.set(formula, shared);
		return { ...shared, computedSince };
	};
}
