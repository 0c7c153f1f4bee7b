import { formulaOf } from "../../../shared/device/derived/registry";
import type { LogChannel } from "../../../shared/log/log";
import type { AccountDb } from "../../base/context";
import { allDerivedChannels } from "../../db/derived-channel-rows";

type Formula = Pick<LogChannel, "formula" | "computedSince">;

const none: Formula = {};

/** How a channel is computed, in words; empty if a device sends it. `channels` holds all channels of its devices. */
export function channelFormulas(
	db: AccountDb,
	channels: readonly { id: string; name: string }[],
): (channelId: string) => Formula {
	const definitions = allDerivedChannels(db);
	if (definitions.size === 0) return () => none;
	const names = new Map(channels.map(({ id, name }) => [id, name]));
	return (channelId) => {
		const found = definitions.get(channelId);
		if (!found) return none;
		const { definition, computedSince } = found;
		return { formula: formulaOf(definition, (id) => names.get(id) ?? "a removed channel"), computedSince };
	};
}
