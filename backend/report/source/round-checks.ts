import { currentGroupIds } from "../../db/group-rows";
import { listMissesWithin, listRoundEntriesWithin, listRounds, type RoundEntryRow } from "../../db/round-rows";
import type { ReportedRun, ReportParts } from "./report-run";
import type { RoundChecks } from "./report-source";

const mostEntries = 20_000;

type Scope = { deviceIds: readonly string[]; groupIds: readonly string[] };

/** Checks and missed times in the period, oldest first: of all rounds, or those of the report's groups and devices. */
export function roundChecksOf({ db }: ReportParts, run: ReportedRun, { deviceIds, groupIds }: Scope): RoundChecks {
	const isWhole = run.definition.scope === "all" && run.deviceScope === "all";
	const devices = new Set(deviceIds);
	const groups = new Set(groupIds);
	const isInGroups = (groupId: string | null) =>
		groupId !== null && currentGroupIds(db, [groupId]).some((id) => groups.has(id));
	const named = new Map(listRounds(db).map(({ id, name, groupId }) => [id, { name, isOfGroups: isInGroups(groupId) }]));
	const isIncluded = ({ roundId, deviceIds: own }: RoundEntryRow) => {
		if (isWhole) return true;
		return own.length === 0 ? named.get(roundId)?.isOfGroups === true : own.every((id) => devices.has(id));
	};
	const span = { from: run.from, to: run.to };
	const entries = listRoundEntriesWithin(db, span, mostEntries + 1);
	const missed = listMissesWithin(db, span).flatMap(({ roundId, dueAt }) => {
		const round = named.get(roundId);
		return round && (isWhole || round.isOfGroups) ? [{ name: round.name, dueAt }] : [];
	});
	return {
		entries: entries.slice(0, mostEntries).filter(isIncluded).map(toCheck),
		missed,
		isCut: entries.length > mostEntries,
	};
}

function toCheck({ roundName, placeName, at, receivedAt, dueAt, userName, results, reason }: RoundEntryRow) {
	return { roundName, placeName, at, receivedAt, dueAt, by: userName, results, reason };
}
