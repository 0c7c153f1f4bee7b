import { type AlertCondition, conditionModuleOf } from "../../../shared/alert/conditions/registry";
import type { ChannelChoice } from "../../../shared/alert/conditions/terms";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import { addTo } from "../../../shared/base/multi-map";
import { specifiedStyle } from "../../../shared/formats/display-formats";
import { t } from "../../../shared/words/made/sentences";
import type { AccountDb, ListedLimits } from "../../base/context";
import { listAlerts } from "../../db/alert-rows";
import type { ListedChannel } from "../../db/device-list-rows";
import { sampleIds } from "../../db/sample-rows";

type Watched = { id: string; groupIds: readonly string[] };
type Limit = { choice: ChannelChoice; kind: "min" | "max"; value: number; ruleId: string };

const every = "all";

/** Limits of each channel: the mildest of the rules that watch it, else the end of its expected range. */
export function channelLimits(db: AccountDb): (device: Watched, channels: readonly ListedChannel[]) => ListedLimits[] {
	const byKey = limitsByKey(db);
	const sample = sampleIds(db);
	return ({ id, groupIds }, channels) => {
		const named = [every, id, ...groupIds].flatMap((key) => byKey.get(key) ?? []);
		const own = sample.has(id) ? named.filter(({ ruleId }) => sample.has(ruleId)) : named;
		return channels.map((channel) => {
			const chosen = own.filter(({ choice }) => isOf(choice, channel));
			const ends = (kind: Limit["kind"]) => chosen.filter((limit) => limit.kind === kind).map(({ value }) => value);
			const [lows, highs] = [ends("min"), ends("max")];
			return {
				channelId: channel.id,
				low: lows.length > 0 ? largestOf(lows) : channel.min,
				high: highs.length > 0 ? smallestOf(highs) : channel.max,
			};
		});
	};
}

export function limitsText(db: AccountDb): string {
	return JSON.stringify([...limitsByKey(db)]);
}

function limitsByKey(db: AccountDb): Map<string, Limit[]> {
	const byKey = new Map<string, Limit[]>();
	for (const { id, isEnabled, scope, rule } of listAlerts(db)) {
		if (!isEnabled) continue;
		const keys = scope === "all" ? [every] : "groupIds" in scope ? scope.groupIds : scope.deviceIds;
		for (const limit of limitsOf(rule.condition)) for (const key of keys) addTo(byKey, key, { ...limit, ruleId: id });
	}
	return byKey;
}

function limitsOf(condition: AlertCondition): Omit<Limit, "ruleId">[] {
	const [choice] = conditionModuleOf(condition).channels(condition);
	if (!choice || (condition.kind === "range" && condition.is === "inside")) return [];
	if (condition.kind === "threshold" && (condition.comparison === "=" || condition.comparison === "≠")) return [];
	const shown = { ...choice, ...specifiedStyle, say: t, read: (value: number) => value };
	return conditionModuleOf(condition)
		.lines(condition, shown)
		.map(({ kind, value }) => ({ choice, kind, value }));
}

function isOf({ quantity, unit, name }: ChannelChoice, channel: ListedChannel): boolean {
	if (channel.quantity !== quantity || channel.unit !== unit) return false;
	return name === null || channel.name.toLowerCase() === name.toLowerCase();
}
