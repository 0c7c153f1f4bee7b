import { formulaText } from "../../../shared/device/derived/formula";
import { formulaOf } from "../../../shared/device/derived/registry";
import type { AccountDb, Computed } from "../../base/context";
import { allDerivedChannels, definitionOf } from "../../db/derived-channel-rows";

const none: Computed = {};

/** How a channel is computed, in words; empty if a device sends it. `channels` holds all channels of its devices. */
export function channelFormulas(
	db: AccountDb,
	channels: readonly { id: string; name: string }[],
): (channelId: string) => Computed {
	const definitions = allDerivedChannels(db);
	if (definitions.size === 0) return () => none;
	const known = new Map<string, Computed>();
	const names = new Map(channels.map(({ id, name }) => [id, name]));
	return (channelId) => {
		const found = definitions.get(channelId);
		if (!found) return none;
		const { computedSince } = found;
		const computedAs = formulaOf(definitionOf(found), (id) => names.get(id) ?? "a removed channel");
		const formula = formulaText(computedAs);
		const key = `${computedSince} ${formula}`;
		const shared = known.get(key) ?? { formula, computedAs, computedSince };
		known.set(key, shared);
		return shared;
	};
}
