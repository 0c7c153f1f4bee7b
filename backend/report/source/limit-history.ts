import type { AuditValue } from "../../../shared/account/audit";
import type { AlertScope } from "../../../shared/alert/alert";
import { isChosenChannel } from "../../../shared/alert/conditions/terms";
import { ownValue } from "../../../shared/base/own-value";
import { type Bounds, hasBounds, type LimitSpan } from "../../../shared/log/limit-spans";
import type { ReportDefinition } from "../../../shared/report/report";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import type { ChannelRow } from "../../db/channel-rows";
import type { DeviceRow } from "../../db/device-rows";
import type { RuleVersionRow } from "../../db/rule-version-rows";
import { namesText } from "../document/report-texts";
import type { PastFields } from "./past-fields";
import { limitOf } from "./report-limits";
import { boundsOfCondition, isOfLimits, type LimitCondition, limitsIn, tightest } from "./rule-limits";

/** `by`: the source of the limits, for people; empty: there is none. */
export type ChannelLimits = LimitSpan & { by: string };

export type LimitedDevice = Pick<DeviceRow, "id" | "metadata" | "archivedAt"> & {
	groupIds: readonly string[];
	isSample: boolean;
};

type LimitedChannel = Pick<ChannelRow, "id" | "name" | "quantity" | "unit" | "min" | "max">;

type Known = {
	definition: Pick<ReportDefinition, "limits" | "limitsFrom" | "layout">;
	from: number;
	to: number;
	versions: readonly RuleVersionRow[];
	sampleRules: ReadonlySet<string>;
	past: PastFields;
	/** When a rule's first event of a device began, epoch ms: a rule also judges what is older than itself. */
	firstEventAt(alertId: string, deviceId: string): number | undefined;
};

type LimitVersion = {
	/** The rule's id; null: a version after its first. */
	firstOf: string | null;
	asOf: number | null;
	from: number;
	to: number;
	name: string;
	condition: LimitCondition;
	fields: string[];
	isSample: boolean;
	watches(device: LimitedDevice): boolean;
};

/** Limits of each channel over a run's period. By rules that watched the device, else the range of that time. */
export class LimitHistory {
	private readonly known: Known;
	private readonly versions: LimitVersion[];
	private readonly older = new Set<LimitVersion & { asOf: number }>();

	constructor(known: Known) {
		this.known = known;
		this.versions = known.definition.limitsFrom === "rules" ? limitVersions(known) : [];
	}

	watching(device: LimitedDevice): LimitVersion[] {
		const { firstEventAt, to } = this.known;
		return this.versions.flatMap((rule) => {
			if (rule.isSample !== device.isSample || !rule.watches(device)) return [];
			const began = rule.firstOf === null ? undefined : firstEventAt(rule.firstOf, device.id);
			const one = began !== undefined && began < rule.from ? { ...rule, from: began } : rule;
			return one.from < to ? one : [];
		});
	}

	olderUsed(): { name: string; asOf: number }[] {
		return [...this.older];
	}

	of(device: LimitedDevice, channel: LimitedChannel, watching: readonly LimitVersion[]): ChannelLimits[] {
		const { definition, from, to, past } = this.known;
		const say = wordsIn(definition.layout.language);
		const own = limitOf(definition, channel);
		if (own) return constant(own, say("limitsBy.report"));
		if (definition.limitsFrom !== "rules") return constant(channel, say("limitsBy.range"));
		const rules = watching.filter(({ condition }) => isChosenChannel(condition.channels, channel));
		for (const rule of rules) if (isOlder(rule)) this.older.add(rule);
		const archivedAt = device.archivedAt?.getTime() ?? Number.POSITIVE_INFINITY;
		const fields = [...new Set(rules.flatMap((rule) => rule.fields))];
		const changed = [...rangeEnds.map((end) => rangeField(channel.id, end)), ...fields.map(metadataField)];
		const changedAt = changed.flatMap((field) => past.timesOf(device.id, field));
		const cuts = [archivedAt, ...rules.flatMap((rule) => [rule.from, rule.to]), ...changedAt];
		const begins = [...new Set(cuts)].filter((at) => at > from && at < to).sort((a, b) => a - b);
		const spans: ChannelLimits[] = [];
		for (const at of [from, ...begins]) {
			const then = factsAt(past, { device, channel, fields, at });
			const stood = at >= archivedAt ? [] : rules.filter((rule) => rule.from <= at && at < rule.to);
			const { bounds, by } = limitsOf(stood, then, definition.layout);
			const last = spans.at(-1);
			if (last && last.by === by && isSame(last.bounds, bounds)) continue;
			spans.push({ from: last ? at : Number.NEGATIVE_INFINITY, bounds, by });
		}
		return spans;
	}
}

function limitVersions({ versions, sampleRules, from }: Known): LimitVersion[] {
	return versions.flatMap((version, position) => {
		const { alertId, name, rule, isEnabled, scope, isOlder } = version;
		const next = versions[position + 1];
		const until = next?.alertId === alertId ? next.from : Number.POSITIVE_INFINITY;
		if (rule === null || !isEnabled || until <= from || !isOfLimits(rule.condition)) return [];
		return {
			firstOf: versions[position - 1]?.alertId === alertId ? null : alertId,
			asOf: isOlder && version.from > from ? version.from : null,
			// An older rule is taken as it was first recorded.
			from: isOlder ? Number.NEGATIVE_INFINITY : version.from,
			to: until,
			name,
			condition: rule.condition,
			fields: fieldsOf(rule.condition),
			isSample: sampleRules.has(alertId),
			watches: watcher(scope),
		};
	});
}

function isOlder(rule: LimitVersion): rule is LimitVersion & { asOf: number } {
	return rule.asOf !== null;
}

function fieldsOf(condition: LimitCondition): string[] {
	return limitsIn(condition).flatMap((limit) => (limit.from === "field" ? limit.field : []));
}

function watcher(scope: AlertScope): (device: LimitedDevice) => boolean {
	if (scope === "all") return () => true;
	if ("groupIds" in scope) {
		const groups = new Set(scope.groupIds);
		return ({ groupIds }) => groupIds.some((id) => groups.has(id));
	}
	const devices = new Set(scope.deviceIds);
	return ({ id }) => devices.has(id);
}

type Facts = { device: Pick<DeviceRow, "metadata">; channel: Pick<ChannelRow, "min" | "max"> };

function limitsOf(
	rules: readonly LimitVersion[],
	then: Facts,
	layout: ReportDefinition["layout"],
): { bounds: Bounds | null; by: string } {
	const say = wordsIn(layout.language);
	let bounds: Bounds | null = null;
	const names: string[] = [];
	for (const { name, condition } of rules) {
		const own = boundsOfCondition(condition, then);
		if (own === null) continue;
		bounds = tightest(bounds, own);
		names.push(say("rule.named", { rule: name }));
	}
	if (bounds !== null)
		return { bounds, by: say("limitsBy.rules", { count: names.length, rules: namesText(names, layout) }) };
	const { min, max } = then.channel;
	return hasBounds({ min, max }) ? { bounds: { min, max }, by: say("limitsBy.range") } : { bounds: null, by: "" };
}

function constant({ min, max }: Pick<Bounds, "min" | "max">, by: string): ChannelLimits[] {
	const bounds = { min: min ?? null, max: max ?? null };
	const isLimited = hasBounds(bounds);
	return [{ from: Number.NEGATIVE_INFINITY, bounds: isLimited ? bounds : null, by: isLimited ? by : "" }];
}

function isSame(one: Bounds | null, other: Bounds | null): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
}

export const rangeEnds = ["min", "max"] as const;

export function rangeField(channelId: string, end: (typeof rangeEnds)[number]): string {
	return `channels.${channelId}.${end}`;
}

function metadataField(name: string): string {
	return `metadata.${name}`;
}

type FactsRequest = { device: LimitedDevice; channel: LimitedChannel; fields: string[]; at: number };

function factsAt(past: PastFields, { device, channel, fields, at }: FactsRequest): Facts {
	const valueAt = (field: string, now: AuditValue) => past.valueAt(device.id, field, { now, at });
	const end = (which: (typeof rangeEnds)[number]) => numberOf(valueAt(rangeField(channel.id, which), channel[which]));
	const metadata = fields.map((name) => {
		return [name, String(valueAt(metadataField(name), ownValue(device.metadata, name) ?? null) ?? "")];
	});
	return { device: { metadata: Object.fromEntries(metadata) }, channel: { min: end("min"), max: end("max") } };
}

function numberOf(value: AuditValue): number | null {
	return typeof value === "number" ? value : null;
}
