import { largestOf } from "../../../shared/base/lists";
import { retentionMs } from "../../../shared/report/report-settings";
import { reportTypes } from "../../../shared/report/report-types";
import { wordsIn } from "../../../shared/words/made/report-file-in";
import { firstEventTimes } from "../../db/alert-event-rows";
import type { AuditRow } from "../../db/audit-rows";
import type { ChannelRow } from "../../db/channel-rows";
import type { DeviceRow } from "../../db/device-rows";
import { findEvidenceRetention } from "../../db/evidence-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { listRuleVersions } from "../../db/rule-version-rows";
import { sampleIds } from "../../db/sample-rows";
import { listText, mostNamed } from "../document/report-texts";
import { type ChannelLimits, type LimitedDevice, LimitHistory, rangeEnds, rangeField } from "./limit-history";
import { PastFields } from "./past-fields";
import { mostChanges, recordedChanges } from "./recorded-changes";
import { momentText, zoneClock } from "./report-clock";
import { limitOf } from "./report-limits";
import type { ReportedRun, ReportParts } from "./report-run";

type LimitedFleet = {
	devices: readonly DeviceRow[];
	channels: ReadonlyMap<string, readonly ChannelRow[]>;
	changes: readonly AuditRow[];
};

export type ReadLimits = {
	of(device: DeviceRow): (channel: ChannelRow) => ChannelLimits[];
	/** Sentences about limits that changed or are not known. Call after all limits were read. */
	notes(): string[];
};

export async function readLimits(parts: ReportParts, run: ReportedRun, fleet: LimitedFleet): Promise<ReadLimits> {
	const { db } = parts;
	const { definition, from, to, now, mayName } = run;
	if (!reportTypes[definition.type].fields.includes("limits")) return { of: () => () => [], notes: () => [] };
	const isByRules = definition.limitsFrom === "rules";
	const lists = isByRules ? [fleet.changes, ...(await otherChanges(parts, from))] : [fleet.changes];
	const past = new PastFields(lists.flat().sort((a, b) => a.at.getTime() - b.at.getTime()));
	const versions = isByRules ? listRuleVersions(db, { until: now }) : [];
	const sampleRules = sampleIds(db);
	const newer = new Set(versions.flatMap(({ alertId, from: since }) => (since > from ? alertId : [])));
	const firstEventAt = firstEventTimes(db, [...newer]);
	const history = new LimitHistory({ definition, from, to, versions, sampleRules, past, firstEventAt });
	const groupIds = groupIdsByDevice(db);
	const limited = (device: DeviceRow): LimitedDevice => {
		const all = groupIds.get(device.id) ?? [];
		const counted = mayName === "all" ? all : all.filter((id) => mayName.groupIds.has(id));
		return { ...device, groupIds: counted, isSample: sampleRules.has(device.id) };
	};
	return {
		of: (device) => {
			const one = limited(device);
			const watching = history.watching(one);
			return (channel) => history.of(one, channel, watching);
		},
		notes: () =>
			isByRules ? [...olderRules(run, history), ...unknownRanges(parts, run, lists)] : changedRanges(run, fleet, past),
	};
}

function otherChanges(parts: ReportParts, from: number): Promise<AuditRow[][]> {
	return Promise.all([
		recordedChanges(parts, "device.changeDevices", from),
		recordedChanges(parts, "account.undo", from),
	]);
}

function olderRules({ definition: { zone, layout } }: ReportedRun, history: LimitHistory): string[] {
	const say = wordsIn(layout.language);
	const since = Map.groupBy(history.olderUsed(), ({ asOf }) => asOf);
	return [...since].map(([asOf, rules]) => {
		const names = [...new Set(rules.map(({ name }) => say("rule.named", { rule: name })))];
		const before = momentText(asOf, zoneClock(zone), layout);
		return say("note.olderRules", { rules: listText(names, layout), before });
	});
}

/** The audit log may begin after the period. */
function unknownRanges({ db }: ReportParts, run: ReportedRun, lists: readonly (readonly AuditRow[])[]): string[] {
	const { from, now, definition } = run;
	const cut = lists.filter(({ length }) => length >= mostChanges).map(([first]) => first?.at.getTime() ?? from);
	const since = largestOf([now - retentionMs(findEvidenceRetention(db).kept), ...cut]);
	if (since <= from) return [];
	const at = momentText(since, zoneClock(definition.zone), definition.layout);
	return [wordsIn(definition.layout.language)("note.unknownRanges", { before: at })];
}

function changedRanges({ from, to, definition }: ReportedRun, fleet: LimitedFleet, past: PastFields): string[] {
	const { zone, layout } = definition;
	const say = wordsIn(layout.language);
	const sentences: string[] = [];
	for (const device of fleet.devices) {
		for (const channel of fleet.channels.get(device.id) ?? []) {
			const times = rangeEnds.flatMap((end) => past.timesOf(device.id, rangeField(channel.id, end)));
			const at = largestOf(times.filter((time) => time > from && time < to));
			if (!Number.isFinite(at) || limitOf(definition, channel)) continue;
			const when = momentText(at, zoneClock(zone), layout);
			sentences.push(say("note.rangeChanged", { channel: channel.name, device: device.name, time: when }));
		}
	}
	const more = sentences.length - mostNamed;
	if (more <= 0) return sentences;
	return [...sentences.slice(0, mostNamed), say("note.moreRangesChanged", { count: more })];
}
