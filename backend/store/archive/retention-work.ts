import { dayMs, hourMs, minuteMs } from "../../../shared/durations";
import { unnamedKeptMs } from "../../base/archive-places";
import { type DueWork, heldWaitMs } from "../../base/due-work";
import type { LatestReading } from "../rows/stored-device-rows";
import { sealTail } from "../seal-tail";
import type { StoreParts } from "../store-parts";
import { dayOf, firstDayOfMonth, monthOfDay } from "../utc-days";

/** Tails of the day before are sealed by then. */
const afterMidnightMs = 30 * minuteMs;
const lookEveryMs = hourMs;

/** Archive objects go once their whole month is past. Reads hide expired days before. Subject: a device's id. */
export function retentionWork(parts: StoreParts): DueWork {
	const { upkeep, devicesWithRetention, heldDevices, now } = parts;
	let lookedAt = Number.NEGATIVE_INFINITY;
	let heldUntil = Number.NEGATIVE_INFINITY;
	let hasRetention = false;

	/** Called at every write, but true of few accounts: cached for an hour. */
	function isNeeded(): boolean {
		if (now() - lookedAt >= lookEveryMs) {
			lookedAt = now();
			hasRetention = devicesWithRetention().length > 0;
		}
		return hasRetention;
	}

	function withExpired(now: number, limit: number): { found: string[]; held: number } {
		const isHeld = heldDevices(now);
		const found: string[] = [];
		let held = 0;
		for (const deviceId of devicesWithRetention()) {
			if (found.length === limit) break;
			if (!hasExpired(parts, deviceId)) continue;
			if (isHeld(deviceId)) held += 1;
			else found.push(deviceId);
		}
		return { found, held };
	}

	return {
		name: "retention",
		title: "Retention",
		nextDueAt: () => {
			if (!isNeeded()) return null;
			const doneOn = upkeep.retentionDoneOn();
			const dueAt = doneOn === null ? now() : (doneOn + 1) * dayMs + afterMidnightMs;
			return Math.max(dueAt, heldUntil);
		},
		due: (now, limit) => {
			const today = dayOf(now - afterMidnightMs);
			if (upkeep.retentionDoneOn() === today || heldUntil > now) return [];
			const { found, held } = withExpired(now, limit);
			if (found.length > 0) return found;
			if (held > 0) heldUntil = now + heldWaitMs;
			else upkeep.setRetentionDoneOn(today);
			return [];
		},
		run: async (deviceId, now) => {
			if (!heldDevices(now)(deviceId)) removeBefore(parts, deviceId, parts.keptFrom(deviceId));
		},
	};
}

function hasExpired(
	{ tails, dayBlocks, importBlocks, archivedMonths, keptFrom }: StoreParts,
	deviceId: string,
): boolean {
	const kept = keptFrom(deviceId);
	const row = Number.isFinite(kept) ? tails.row(deviceId) : null;
	if (!row) return false;
	if (row.tailFrom !== null && row.tailFrom < kept) return true;
	const lastDay = dayOf(kept) - 1;
	if (dayBlocks.firstDay(row.number, 0, lastDay) !== null || importBlocks.firstDay(row.number, 0, lastDay) !== null) {
		return true;
	}
	return archivedMonths.list(row.number).some(({ month }) => isPast(month, dayOf(kept)));
}

/** `kept`: the start of a UTC day, epoch ms. */
export function removeBefore(parts: StoreParts, deviceId: string, kept: number): void {
	const { tails, dayBlocks, importBlocks, archivedMonths, archiveQueue, archiveGarbage, now } = parts;
	const row = tails.row(deviceId);
	if (!row || !Number.isFinite(kept)) return;
	const { number } = row;
	const firstDay = dayOf(kept);
	parts.transaction(() => {
		const hasOldTail = row.tailFrom !== null && row.tailFrom < kept;
		const sealed = hasOldTail ? sealTail(parts, row, tails.readings(row)) : row;
		tails.put({ ...sealed, latest: sealed.latest.map((one) => shownFrom(kept, one)) });
		dayBlocks.deleteBefore(number, firstDay);
		importBlocks.deleteBefore(number, firstDay);
		for (const { month, objectKey } of archivedMonths.list(number)) {
			if (!isPast(month, firstDay)) continue;
			archivedMonths.delete(number, month);
			archiveGarbage.put(objectKey, now() + unnamedKeptMs);
		}
		archiveQueue.deleteBefore(number, monthOfDay(firstDay));
	});
}

/** Clears an expired newest reading: a longer retention must not bring it back. */
function shownFrom(kept: number, latest: LatestReading): LatestReading {
	return latest.at !== null && latest.at < kept ? { ...latest, at: null, value: 0, seq: 0 } : latest;
}

function isPast(month: number, day: number): boolean {
	return firstDayOfMonth(month + 1) <= day;
}
