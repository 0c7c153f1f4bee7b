import { env } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { oldAuditWork } from "../../../backend/activity/audit";
import { listAuditRows } from "../../../backend/db/audit-rows";
import { deleteMessages, findMessage, updateMessage } from "../../../backend/db/message-rows";
import { evidenceParts, messages } from "../../../backend/db/schema";
import { archiveEvidence, archiveEvidenceWork } from "../../../backend/evidence/archive-evidence";
import { auditEvidence } from "../../../backend/evidence/audit-evidence";
import type { EvidenceSource } from "../../../backend/evidence/evidence-source";
import { messageEvidence } from "../../../backend/evidence/message-evidence";
import { searchEvidence } from "../../../backend/evidence/read-evidence";
import { oldMessagesWork } from "../../../backend/message/old-messages";
import { dayMs } from "../../../shared/base/durations";
import * as fc from "../../properties";
import {
	type EvidenceAccount,
	keep,
	monthsBefore,
	strayObjects,
	withEmptyEvidence,
	writeChange,
	writeMessage,
} from "../fixtures/evidence";

const now = Date.UTC(2066, 4, 20, 11);
const whole = { actorId: undefined, kind: undefined, entityId: undefined, action: undefined, from: undefined };

async function archivedIds<Row>({ db, archive }: EvidenceAccount, source: EvidenceSource<Row>): Promise<string[]> {
	const ids: string[] = [];
	let beforeId: string | undefined;
	do {
		const search = { beforeId, limit: 7, matches: () => true };
		const found = await searchEvidence({ db, evidence: archive }, source, search);
		ids.push(...found.rows.map(source.idOf));
		beforeId = found.nextId ?? undefined;
	} while (beforeId !== undefined);
	return ids;
}

async function everyId(parts: EvidenceAccount) {
	const rows = listAuditRows(parts.db, { ...whole, to: undefined, beforeId: undefined, limit: 10_000 });
	const stored = parts.db.select().from(messages).all();
	return {
		changes: [...rows.map(({ id }) => id), ...(await archivedIds(parts, auditEvidence))],
		sent: [
			...stored
				.map(({ id }) => id)
				.sort()
				.reverse(),
			...(await archivedIds(parts, messageEvidence)),
		],
	};
}

function failing(at: number): EvidenceAccount["archive"]["bucket"] {
	let calls = 0;
	const call = <Result>(act: () => Result): Result => {
		calls += 1;
		if (calls === at) throw new Error("The bucket failed");
		return act();
	};
	return {
		get: ((key: string) => call(() => env.ARCHIVE.get(key))) as R2Bucket["get"],
		put: ((key: string, value: ArrayBuffer) => call(() => env.ARCHIVE.put(key, value))) as R2Bucket["put"],
	};
}

const step = fc.record({
	of: fc.constantFrom("audit", "messages"),
	// The object is killed after this many steps; if there are fewer, it ends by itself.
	steps: fc.nat(10),
	failsAt: fc.nat(8),
	between: fc.constantFrom("nothing", "resent", "deleted"),
});

describe("moving to the archive", () => {
	it(
		"loses and doubles nothing, wherever it is killed and whatever changes meanwhile",
		async () => {
			const property = fc.asyncProperty(
				fc.array(fc.record({ month: fc.nat(3), hour: fc.nat(27 * 24), size: fc.constantFrom(10, 700_000) }), {
					minLength: 1,
					maxLength: 12,
				}),
				fc.array(step, { minLength: 1, maxLength: 5 }),
				async (rows, steps) => {
					await withEmptyEvidence(async (parts) => {
						const { db } = parts;
						keep(db, "11y");
						for (const [index, { month, hour, size }] of rows.entries()) {
							const at = monthsBefore(now, month) + hour * 3_600_000;
							writeChange(db, at, { size });
							writeMessage(db, at, { about: `evt_${index}` });
						}
						const before = await everyId(parts);
						let gone = new Set<string>();
						for (const { of, steps: most, failsAt, between } of steps) {
							const archive = { ...parts.archive, bucket: failing(failsAt) };
							const run =
								of === "audit"
									? archiveEvidence({ db, archive }, auditEvidence, now)
									: archiveEvidence({ db, archive }, messageEvidence, now);
							try {
								for (let taken = 0; taken < most && !(await run.next()).done; taken += 1) {
									const first = db.select().from(messages).limit(1).get();
									if (between === "resent" && first) updateMessage(db, first.id, { attempt: first.attempt + 1 });
									if (between === "deleted" && first && gone.size === 0) {
										deleteMessages(db, [first.id]);
										gone = new Set([first.id]);
									}
								}
							} catch (error) {
								expect(String(error)).toContain("The bucket failed");
							}
							const { changes, sent } = await everyId(parts);
							expect(changes).toEqual(before.changes);
							expect(sent).toEqual(before.sent.filter((each) => !gone.has(each)));
							expect(await strayObjects(parts)).toEqual({ unnamed: [], missing: [], doomed: [] });
						}
					});
				},
			);
			await fc.assert(property, { numRuns: 12 });
		},
		fc.timeLimit(60_000),
	);

	it("takes whole months that are older than 400 days, several objects where one would be too large", async () => {
		await withEmptyEvidence(async (parts) => {
			const { db, archive } = parts;
			const first = monthsBefore(now, 0);
			// Older than 400 days, in a month that ended less than 400 days ago.
			writeChange(db, now - 401 * dayMs);
			const old = [0, 1, 2, 3].map((hour) =>
				writeChange(db, monthsBefore(now, 1) + hour * 3_600_000, { size: 900_000 }),
			);
			expect(archiveEvidenceWork({ db, archive }, auditEvidence).nextDueAt()).toBeNull();
			keep(db, "2y");
			const work = archiveEvidenceWork({ db, archive }, auditEvidence);
			expect(work.nextDueAt()).toBe(first + 400 * dayMs);
			expect(work.due(first + 400 * dayMs - 1, 1)).toEqual([]);
			for (const subject of work.due(now, 1)) await work.run(subject, now);
			const rows = db.select().from(evidenceParts).all();
			expect(rows.map((part) => [part.rows, part.monthEndsAt])).toEqual([
				[2, first],
				[2, first],
			]);
			expect(await archivedIds(parts, auditEvidence)).toEqual(old.toReversed());
			expect(work.nextDueAt()).toBe(monthsBefore(now, -1) + 400 * dayMs);
		});
	});

	it("leaves waiting messages in the rows, where they can change", async () => {
		await withEmptyEvidence(async (parts) => {
			const { db, archive } = parts;
			keep(db, "2y");
			const [first, second] = [1, 2].map((hour) =>
				writeMessage(db, monthsBefore(now, 1) + hour * 3_600_000, { about: `evt_${hour}` }),
			);
			updateMessage(db, second ?? "", { dueAt: now + dayMs });
			for await (const _ of archiveEvidence({ db, archive }, messageEvidence, now));
			expect(await archivedIds(parts, messageEvidence)).toEqual([first]);
			expect(findMessage(db, second ?? "")).not.toBeNull();
		});
	});

	it("replaces the deletion after 400 days, which returns with the shorter time", async () => {
		await withEmptyEvidence(async ({ db }) => {
			writeChange(db, monthsBefore(now, 3));
			writeMessage(db, monthsBefore(now, 3));
			const works = [oldAuditWork(db), oldMessagesWork(db)];
			keep(db, "11y");
			for (const work of works) for (const subject of work.due(now, 1)) await work.run(subject, now);
			expect(await db.$count(messages)).toBe(1);
			expect(listAuditRows(db, { ...whole, to: now, beforeId: undefined, limit: 10 })).toHaveLength(1);
			keep(db, "400d");
			for (const work of works) for (const subject of work.due(now, 1)) await work.run(subject, now);
			expect(await db.$count(messages)).toBe(0);
			expect(listAuditRows(db, { ...whole, to: now, beforeId: undefined, limit: 10 })).toEqual([]);
		});
	});
});
