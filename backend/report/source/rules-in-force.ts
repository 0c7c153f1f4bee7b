import { ruleSentence } from "../../../shared/alert/alert-sentence";
import { watches } from "../../alert/alert-scope";
import { listAuditRows } from "../../db/audit-rows";
import { groupIdsByDevice } from "../../db/group-rows";
import { listRuleVersions, type RuleVersionRow } from "../../db/rule-version-rows";
import { layoutStyle } from "../figures/report-channel";
import type { ReportedRun, ReportParts } from "./report-run";
import type { RuleInForce } from "./report-source";

const mostChanges = 2_000;

type Wanted = Pick<ReportedRun, "from" | "to" | "mayName" | "definition">;

/** Uses today's groups, and includes deleted rules. Omits rules of groups that may not be named. */
export function rulesInForce({ db }: ReportParts, wanted: Wanted, deviceIds: string[]): RuleInForce[] {
	const { from, to, mayName, definition } = wanted;
	const style = layoutStyle(definition.layout);
	const byDevice = groupIdsByDevice(db);
	const groupIdsOf = (deviceId: string) => {
		const groupIds = byDevice.get(deviceId) ?? [];
		return mayName === "all" ? groupIds : groupIds.filter((id) => mayName.groupIds.has(id));
	};
	const isWatching = ({ scope }: RuleVersionRow) =>
		deviceIds.some((id) => watches(scope, { id, groupIds: groupIdsOf(id) }));
	const changedAt = changesSince(db, from);
	const versions = Map.groupBy(listRuleVersions(db, { until: to }), ({ alertId }) => alertId);
	return [...versions.values()].flatMap((own) =>
		own.flatMap((version, position) => {
			const until = own[position + 1]?.from ?? null;
			const { alertId, name, severity, rule, isEnabled } = version;
			if (rule === null || !isEnabled || (until !== null && until <= from) || !isWatching(version)) return [];
			const isUnknownBefore = version.isOlder && version.from > from;
			return {
				name,
				sentence: ruleSentence(rule, style),
				severity,
				since: version.from > from && !isUnknownBefore ? version.from : null,
				until: until !== null && until < to ? until : null,
				changedAt: isUnknownBefore ? (changedAt.get(alertId) ?? null) : null,
			};
		}),
	);
}

function changesSince(db: ReportParts["db"], from: number): Map<string, number> {
	const changedAt = new Map<string, number>();
	const request = { kind: "alert" as const, from, limit: mostChanges };
	const none = { actorId: undefined, entityId: undefined, action: undefined, to: undefined, beforeId: undefined };
	for (const { at, entities } of listAuditRows(db, { ...none, ...request })) {
		for (const { kind, id, fields } of entities) {
			const isOfWhatIsWatched = fields.some(({ field }) => /^(rule|scope|isEnabled|severity)\b/.test(field));
			if (kind === "alert" && isOfWhatIsWatched && !changedAt.has(id)) changedAt.set(id, at.getTime());
		}
	}
	return changedAt;
}
