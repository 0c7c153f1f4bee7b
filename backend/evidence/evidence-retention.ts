import { dayMs } from "../../shared/base/durations";
import { smallestOf } from "../../shared/base/lists";
import { type Said, said } from "../../shared/log/said";
import {
	type EvidenceCut,
	type PaperRetention,
	reportSettingChoices,
	retentionMs,
} from "../../shared/report/report-settings";
import { addConfigEvent } from "../activity/log-events";
import { unnamedKeptMs } from "../base/archive-places";
import type { AccountDb, Invalidations, ReadDb } from "../base/context";
import { createNewId } from "../base/ids";
import { doneTogether, type Job } from "../base/job";
import {
	deleteEvidencePart,
	type EvidencePart,
	type EvidenceRetention,
	findEvidenceRetention,
	listEvidenceOfMonths,
	oldestEvidenceMonth,
	saveEvidenceRetention,
} from "../db/evidence-rows";
import { putGarbage } from "../db/report-run-rows";

/** A shorter retention can be withdrawn in this time. */
const waitMs = dayMs;

/** A longer retention applies at once. A shorter one waits, and the wait restarts if it becomes still shorter. */
export function settledEvidence(before: EvidenceRetention, wanted: PaperRetention, now: number): EvidenceRetention {
	const { kept, shorterAt, wanted: former } = before;
	if (rankOf(wanted) >= rankOf(kept)) return { wanted, kept: wanted, shorterAt: null };
	const isWithin = shorterAt !== null && rankOf(wanted) >= rankOf(former);
	return { wanted, kept, shorterAt: isWithin ? shorterAt : now + waitMs };
}

function rankOf(retention: PaperRetention): number {
	return reportSettingChoices.evidenceRetention.indexOf(retention);
}

export function previewEvidence(db: ReadDb, wanted: PaperRetention | null, now: number): EvidenceCut | null {
	const before = findEvidenceRetention(db);
	const after = settledEvidence(before, wanted ?? before.wanted, now);
	if (after.shorterAt === null) return null;
	const [removedAt, olderThan] = [after.shorterAt, after.shorterAt - retentionMs(after.wanted)];
	const going = listEvidenceOfMonths(db, olderThan, removedAt - retentionMs(after.kept));
	const rowsOf = (kind: EvidencePart["kind"]) =>
		going.reduce((sum, part) => sum + (part.kind === kind ? part.rows : 0), 0);
	return { removedAt, olderThan, changes: rowsOf("audit"), messages: rowsOf("messages") };
}

/** Removes expired months and applies a shorter retention. A subject is the day. */
export function removeEvidenceWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	const dueAt = () => {
		const { kept, shorterAt } = findEvidenceRetention(db);
		const monthAt = oldestEvidenceMonth(db);
		const times = [
			...(shorterAt === null ? [] : [shorterAt]),
			...(monthAt === null ? [] : [monthAt + retentionMs(kept)]),
		];
		return times.length === 0 ? null : smallestOf(times);
	};
	return {
		name: "old evidence",
		title: said("work.is.oldEvidence"),
		...doneTogether(dueAt, dayMs),
		run: async (_, now) => db.transaction(() => remove({ db, invalidations, now })),
	};
}

function remove({ db, invalidations, now }: { db: AccountDb; invalidations: Invalidations; now: number }): void {
	const { wanted, kept, shorterAt } = findEvidenceRetention(db);
	const applies = shorterAt !== null && shorterAt <= now;
	const cut = applies ? previewEvidence(db, null, now) : null;
	if (applies) saveEvidenceRetention(db, { kept: wanted, shorterAt: null });
	for (const { objectKey } of listEvidenceOfMonths(db, now - retentionMs(applies ? wanted : kept))) {
		deleteEvidencePart(db, objectKey);
		putGarbage(db, { objectKey, uploadId: null, dueAt: now + unnamedKeptMs });
	}
	if (!applies) return;
	const store = { db, invalidations, now, newId: createNewId(now), user: null };
	const changed = { days: saidRetention(wanted), before: saidRetention(kept) };
	const { changes = 0, messages = 0 } = cut ?? {};
	const removed = said("evidence.removed", { ...changed, changes, messages });
	addConfigEvent(store, null, changes + messages === 0 ? said("evidence.nothingOlder", changed) : removed);
	invalidations.changed("account", "all");
}

function saidRetention(retention: PaperRetention): Said {
	const count = Number.parseInt(retention, 10);
	return retention.endsWith("d") ? said("retention.days", { days: count }) : said("retention.years", { years: count });
}
