import { said } from "../../../shared/log/said";
import type { ReportDefinition, ReportRevision } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import type { AccountDb, Invalidations } from "../../base/context";
import { timeOfId } from "../../base/ids";
import type { Job } from "../../base/job";
import type { PageTurns } from "../../base/page-turns";
import type { ReadingStore } from "../../base/reading-store";
import { listCalibrationFacts } from "../../db/calibration-rows";
import { countDefinedSince } from "../../db/derived-channel-rows";
import { isSameValue } from "../../db/device-rows";
import { markHashesRevised } from "../../db/file-hash-rows";
import { listUndoneSince } from "../../db/import-rows";
import { listJustifiedSince } from "../../db/justified-span-rows";
import { listVerdictsSince } from "../../db/reading-verdict-rows";
import { findVersion } from "../../db/report-rows";
import {
	findRun,
	firstLookMs,
	listDueRevisions,
	nextRevisionAt,
	type RunRow,
	updateRun,
} from "../../db/report-run-rows";
import { dayOf } from "../../store/utc-days";
import { hashOfCalibrations, idsWithSources } from "../source/report-calibrations";
import { channelsOfReport } from "../source/report-devices";

const readingsPerPage = 20_000;

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: ReadingStore;
	pageTurns: PageTurns;
};

/** Marks finished runs whose figures would differ today. Subject: a run's id, due since its data changed. */
export function reviseRunsWork(parts: Parts): Job {
	const { db, invalidations } = parts;
	return {
		name: "report revisions",
		title: said("work.is.lateData"),
		nextDueAt: () => nextRevisionAt(db),
		due: (now, limit) => listDueRevisions(db, now, limit),
		run: async (id, now) => {
			const run = findRun(db, id);
			if (!run) return;
			// A change during the look makes the run due before.
			const retryAt = now + firstLookMs;
			updateRun(db, id, { dueAt: retryAt });
			const found = await revisionOf(parts, run, now);
			const revision = found === null ? run.revision : decided(run.revision, found);
			const isRevised = revision !== run.revision;
			db.transaction(() => {
				if (findRun(db, id)?.dueAt === retryAt) updateRun(db, id, { dueAt: null });
				if (!isRevised) return;
				updateRun(db, id, { revision });
				markHashesRevised(db, { runId: id, revisedAt: revision?.noticedAt ?? null, now });
			});
			if (isRevised) invalidations.changed("reports", "all");
		},
	};
}

type Found = { revision: ReportRevision; isWaiting: boolean };

/** Returns `known` itself without news. While readings wait for the archive, a mark is not taken back. */
function decided(known: ReportRevision | null, { revision, isWaiting }: Found): ReportRevision | null {
	const { noticedAt: _, ...found } = revision;
	const { readings, calibrations, verdicts = 0, definitions = 0, justified = 0 } = found;
	const isRevised = readings + calibrations + verdicts + definitions + justified > 0;
	if (known === null) return isRevised ? revision : null;
	const { noticedAt: __, ...before } = known;
	if (isSameValue(before, found) || (isWaiting && readings < known.readings)) return known;
	return isRevised ? revision : null;
}

async function revisionOf(parts: Parts, run: RunRow, now: number): Promise<Found | null> {
	const { db, readingStore } = parts;
	const definition = findVersion(db, run.reportId, run.definitionVersion);
	const { seq, startedAt, from, to, keptFrom } = run;
	// Criteria show no readings.
	if (definition?.study?.startedAt === null) return null;
	if (!definition || seq === null || startedAt === null || keptFrom === null) return null;
	if (!reportTypes[definition.type].fields.includes("channels")) return null;
	const changed = new Map<string, number>();
	let isWaiting = false;
	for (const [deviceId, since] of Object.entries(keptFrom)) {
		if (!readingStore.changedSince({ deviceId, from: Math.max(from, since), to, seq })) continue;
		const unmerged = readingStore.unmergedDays(deviceId, { from, to });
		if (unmerged.size > 0) isWaiting = true;
		const later = await countLater(parts, { definition, deviceId, from, to, since: startedAt, unmerged });
		if (later > 0) changed.set(deviceId, later);
	}
	for (const { deviceId, createdAt, undone } of listUndoneSince(db, { since: startedAt, from, to })) {
		if (keptFrom[deviceId] === undefined || createdAt.getTime() > startedAt) continue;
		const total = (undone?.removed ?? 0) + (undone?.restored ?? 0);
		const lost = undone?.runs === undefined ? total : (undone.runs[run.id] ?? 0);
		if (lost > 0) changed.set(deviceId, (changed.get(deviceId) ?? 0) + lost);
	}
	const readings = [...changed.values()].reduce((sum, count) => sum + count, 0);
	const ofReport = { definition, deviceIds: Object.keys(keptFrom), startedAt, to };
	const calibrations = countCalibrations(parts, { ...ofReport, from, calibrated: run.calibrated });
	const verdicts = countVerdicts(parts, { ...ofReport, from });
	const definitions = countDefinitions(parts, ofReport);
	const justified = countJustified(parts, { ...ofReport, from });
	const revision = {
		noticedAt: now,
		readings,
		devices: changed.size,
		calibrations,
		...(verdicts > 0 && { verdicts }),
		...(definitions > 0 && { definitions }),
		...(justified > 0 && { justified }),
	};
	return { revision, isWaiting };
}

type Later = { definition: ReportDefinition; deviceId: string; from: number; to: number; since: number };
type Counted = Later & { unmerged: ReadonlySet<number> };

/** Leaves out days that wait for the archive, where a reading that came again looks new. */
async function countLater(
	{ db, readingStore, pageTurns }: Parts,
	{ definition, deviceId, unmerged, ...span }: Counted,
) {
	const { from, to, since } = span;
	const channels = channelsOfReport({ db }, { definition }, [deviceId]).map(({ id }) => ({ deviceId, channelId: id }));
	if (channels.length === 0) return 0;
	let cursor: string | null = null;
	let later = 0;
	do {
		const request = { channels, from, to, limit: readingsPerPage, order: "oldest-first" as const };
		const at: { cursor?: string } = cursor === null ? {} : { cursor };
		const page = await pageTurns(() => readingStore.readSpan({ ...request, ...at }));
		const isLater = (receivedAt: number, index: number) =>
			receivedAt > since && !(unmerged.size > 0 && unmerged.has(dayOf(page.readingAt[index] ?? Number.NaN)));
		later += page.receivedAt.filter(isLater).length;
		cursor = page.nextCursor;
	} while (cursor !== null);
	return later;
}

type Calibrated = { definition: ReportDefinition; deviceIds: string[]; startedAt: number; to: number };

/** Counts one that was removed, too. */
function countCalibrations(
	{ db }: Parts,
	{ calibrated, ...reported }: Calibrated & { from: number; calibrated: string | null },
): number {
	if (calibrated !== null && calibrated === hashOfCalibrations(db, reported)) return 0;
	const { definition, deviceIds, startedAt, to } = reported;
	const channelIds = idsWithSources(channelsOfReport({ db }, { definition }, deviceIds));
	const facts = listCalibrationFacts(db, channelIds);
	const added = facts.filter(({ from, createdAt }) => from < to && createdAt.getTime() > startedAt).length;
	return calibrated === null ? added : Math.max(1, added);
}

/** Omits channels that were added since: the run's part on the others is unchanged. */
function countDefinitions({ db }: Parts, { definition, deviceIds, startedAt }: Calibrated): number {
	const channels = channelsOfReport({ db }, { definition }, deviceIds).filter(({ id }) => timeOfId(id) <= startedAt);
	return countDefinedSince(
		db,
		channels.map(({ id }) => id),
		new Date(startedAt),
	);
}

function countVerdicts(
	{ db }: Parts,
	{ definition, deviceIds, startedAt, from, to }: Calibrated & { from: number },
): number {
	const channelIds = idsWithSources(channelsOfReport({ db }, { definition }, deviceIds));
	const changed = listVerdictsSince(db, { channelIds, since: new Date(startedAt), from, to });
	// A verdict that was made and ended since the start changes nothing.
	return changed.filter(({ createdAt, endedAt }) => endedAt === null || createdAt.getTime() <= startedAt).length;
}

/** Only reports with limits name justified spans. */
function countJustified(
	{ db }: Parts,
	{ definition, deviceIds, startedAt, from, to }: Calibrated & { from: number },
): number {
	if (!reportTypes[definition.type].fields.includes("limits")) return 0;
	const channelIds = channelsOfReport({ db }, { definition }, deviceIds).map(({ id }) => id);
	const changed = listJustifiedSince(db, { channelIds, since: new Date(startedAt), from, to });
	return changed.filter(({ createdAt, endedAt }) => endedAt === null || createdAt.getTime() <= startedAt).length;
}
