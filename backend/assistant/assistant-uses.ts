import { dayMs, secondMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { createAudit } from "../activity/audit";
import type { AccountDb } from "../base/context";
import { createNewId } from "../base/ids";
import type { Job } from "../base/job";
import { addAssistantUse, apiKeyEvenRevoked, oldestAssistantDay, takeAssistantUses } from "../db/api-key-rows";

/** The wait is longer than the work after an upload and shorter than the life of an idle object. */
const writtenAfterMs = 10 * secondMs;

type Waiting = { keyId: string; day: number; tool: string; count: number };

/** Counts in memory, as a row for each call would cost as much as an upload. A day of a key is one row of the audit log. */
export function createAssistantUses(db: AccountDb, clock: () => number = Date.now) {
	let waiting: Waiting[] = [];
	let dueAt = 0;
	/** Null: not read since it changed. Infinite: there is none. */
	let oldestDay: number | null = null;

	function write(): void {
		if (waiting.length === 0) return;
		const uses = waiting;
		db.transaction(() => {
			for (const use of uses) addAssistantUse(db, use);
		});
		waiting = [];
		oldestDay = null;
	}

	function nextDueAt(): number | null {
		oldestDay ??= oldestAssistantDay(db) ?? Number.POSITIVE_INFINITY;
		const first = Math.min(waiting.length > 0 ? dueAt : Number.POSITIVE_INFINITY, oldestDay + dayMs);
		return Number.isFinite(first) ? first : null;
	}

	const work: Job = {
		name: "uses of assistants",
		title: said("work.is.assistantUses"),
		nextDueAt,
		due: (now) => ((nextDueAt() ?? Number.POSITIVE_INFINITY) <= now ? ["uses"] : []),
		async run(_, now) {
			write();
			for (let day = oldestAssistantDay(db); day !== null && day + dayMs <= now; day = oldestAssistantDay(db)) {
				auditDay(db, day, now);
				oldestDay = null;
			}
		},
	};

	return {
		count(keyId: string, tool: string, now: number) {
			if (waiting.length === 0) dueAt = clock() + writtenAfterMs;
			const day = Math.floor(now / dayMs) * dayMs;
			const known = waiting.find((use) => use.keyId === keyId && use.tool === tool && use.day === day);
			if (known) known.count += 1;
			else waiting.push({ keyId, day, tool, count: 1 });
		},
		work,
	};
}

function auditDay(db: AccountDb, day: number, now: number): void {
	const newId = createNewId(now);
	db.transaction(() => {
		for (const [keyId, uses] of Map.groupBy(takeAssistantUses(db, day), (use) => use.keyId)) {
			const actor = { kind: "key", id: keyId, name: apiKeyEvenRevoked(db, keyId)?.name ?? "" } as const;
			const counts = Object.fromEntries(uses.map(({ tool, count }) => [tool, count]));
			const stated = { day: new Date(day).toISOString().slice(0, 10), ...counts };
			createAudit({ db, newId, now }, { action: "key.useTools", actor }).act({ apiKey: [keyId] }, stated);
		}
	});
}
