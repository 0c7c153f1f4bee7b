import { dayMs, hourMs } from "../../../shared/base/durations";
import { said } from "../../../shared/log/said";
import type { ReportDefinition, ReportRevision } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import type { AccountDb, Invalidations } from "../../base/context";
import { timeOfId } from "../../base/ids";
import type { Job } from "../../base/job";
import type { PageTurns } from "../../base/page-turns";
import type { ReadingStore } from "../../base/reading-store";
import { listCalibrationFacts } from "../../db/calibration-rows";
import type { ChannelRow } from "../../db/channel-rows";
import { countDefinedSince } from "../../db/derived-channel-rows";
import { isSameValue } from "../../db/device-rows";
import { markHashesRevised } from "../../db/file-hash-rows";
import { listUndoneSince } from "../../db/import-rows";
import { listJustifiedSince } from "../../db/justified-span-rows";
import { listVerdictsSince } from "../../db/reading-verdict-rows";
import { findVersion } from "../../db/report-rows";
import { findRun, listDueRevisions, nextRevisionAt, type RunRow, updateRun } from "../../db/report-run-rows";
import { channelsOfReport } from "../source/report-devices";

const lookedAfterMs = 35 * dayMs;
const readingsPerPage = 20_000;

type Parts = {
	db: AccountDb;
	invalidations: Invalidations;
	readingStore: ReadingStore;
	pageTurns: PageTurns;
};

/** Marks finished runs whose period has new data or a new calibration. Subject: a run's id. */
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
			const found = await revisionOf(parts, run, now);
			const revision = found !== null && isNews(run.revision, found) ? found : run.revision;
			const isRevised = revision !== run.revision;
			db.transaction(() => {
				updateRun(db, id, { dueAt: nextLookAt(run, now), revision });
				if (isRevised) markHashesRevised(db, { runId: id, now });
			});
			if (isRevised) invalidations.changed("reports", "all");
		},
	};
}

function isNews(known: ReportRevision | null, { noticedAt: _, ...found }: ReportRevision): boolean {
	if (known === null) {
		const { readings, calibrations, verdicts = 0, definitions = 0, justified = 0 } = found;
		return readings + calibrations + verdicts + definitions + justified > 0;
	}
	const { noticedAt: __, ...before } = known;
	return !isSameValue(before, found);
}

export function firstLookAt(now: number): number {
	return now + hourMs;
}

function nextLookAt({ finishedAt }: RunRow, now: number): number | null {
	const age = now - (finishedAt ?? now);
	return age >= lookedAfterMs ? null : now + Math.min(dayMs, Math.max(hourMs, age));
}

async function revisionOf(parts: Parts, run: RunRow, now: number): Promise<ReportRevision | null> {
	const { db, readingStore } = parts;
	const definition = findVersion(db, run.reportId, run.definitionVersion);
	const { seq, startedAt, from, to, keptFrom } = run;
	if (!definition || seq === null || startedAt === null || keptFrom === null) return null;
	if (!reportTypes[definition.type].fields.includes("channels")) return null;
	const changed = new Map<string, number>();
	for (const [deviceId, since] of Object.entries(keptFrom)) {
		if (!readingStore.changedSince({ deviceId, from: Math.max(from, since), to, seq })) continue;
		const later = await countLater(parts, { definition, deviceId, from, to, since: startedAt });
		if (later > 0) changed.set(deviceId, later);
	}
	for (const { deviceId, undone } of listUndoneSince(db, { since: startedAt, from, to })) {
		if (keptFrom[deviceId] === undefined) continue;
		changed.set(deviceId, (changed.get(deviceId) ?? 0) + (undone?.removed ?? 0) + (undone?.restored ?? 0));
	}
	const readings = [...changed.values()].reduce((sum, count) => sum + count, 0);
	const ofReport = { definition, deviceIds: Object.keys(keptFrom), startedAt, to };
	const calibrations = countCalibrations(parts, ofReport);
	const verdicts = countVerdicts(parts, { ...ofReport, from });
	const definitions = countDefinitions(parts, ofReport);
	const justified = countJustified(parts, { ...ofReport, from });
	return {
		noticedAt: now,
		readings,
		devices: changed.size,
		calibrations,
		...(verdicts > 0 && { verdicts }),
		...(definitions > 0 && { definitions }),
		...(justified > 0 && { justified }),
	};
}

type Later = { definition: ReportDefinition; deviceId: string; from: number; to: number; since: number };

async function countLater({ db, readingStore, pageTurns }: Parts, { definition, deviceId, from, to, since }: Later) {
	const channels = channelsOfReport({ db }, { definition }, [deviceId]).map(({ id }) => ({ deviceId, channelId: id }));
	if (channels.length === 0) return 0;
	let cursor: string | null = null;
	let later = 0;
	do {
		const request = { channels, from, to, limit: readingsPerPage, order: "oldest-first" as const };
		const at: { cursor?: string } = cursor === null ? {} : { cursor };
		const page = await pageTurns(() => readingStore.readSpan({ ...request, ...at }));
		later += page.receivedAt.filter((receivedAt) => receivedAt > since).length;
		cursor = page.nextCursor;
	} while (cursor !== null);
	return later;
}

type Calibrated = { definition: ReportDefinition; deviceIds: string[]; startedAt: number; to: number };

function countCalibrations({ db }: Parts, { definition, deviceIds, startedAt, to }: Calibrated): number {
	const channelIds = idsWithSources(channelsOfReport({ db }, { definition }, deviceIds));
	const facts = listCalibrationFacts(db, channelIds);
	return facts.filter(({ from, createdAt }) => from < to && createdAt.getTime() > startedAt).length;
}

function idsWithSources(channels: readonly ChannelRow[]): string[] {
	const sources = channels.flatMap(({ derived }) => derived?.sources.map(({ channelId }) => channelId) ?? []);
	return [...new Set([...channels.map(({ id }) => id), ...sources])];
}

/** Omits channels that were added since: what the run shows of the others is unchanged. */
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
	// Made and ended since, it changes nothing.
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
