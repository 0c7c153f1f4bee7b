import { dayMs, hourMs, minuteMs } from "../../../shared/base/durations";
import { appendAll } from "../../../shared/base/lists";
import { said } from "../../../shared/log/said";
import { unnamedKeptMs } from "../../base/archive-places";
import { heldWaitMs, type Job } from "../../base/job";
import { flushTail } from "../flush-tail";
import type { LatestReading } from "../rows/stored-device-rows";
import type { StoreParts } from "../store-parts";
import { dayOf, firstDayOfMonth, monthOfDay } from "../utc-days";

const afterMidnightMs = 30 * minuteMs;
const lookEveryMs = hourMs;
const lookedTogether = 200;

/** `upTo`: the last device checked. `expired`: checked devices with readings past retention. */
type Round = { day: number; upTo: string; isOver: boolean; expired: string[]; hasHeld: boolean };

function newRound(day: number): Round {
	return { day, upTo: "", isOver: false, expired: [], hasHeld: false };
}

/** Deletes readings past retention, archive objects once the month is past. Subject: a device id. */
export function retentionWork(parts: StoreParts): Job {
	const { upkeep, devicesWithRetention, heldDevices, now } = parts;
	let lookedAt = Number.NEGATIVE_INFINITY;
	let heldUntil = Number.NEGATIVE_INFINITY;
	let hasRetention = false;
	let round = newRound(Number.NaN);

	/** Runs at every write, and few accounts have a retention: cached for an hour. */
	function isNeeded(): boolean {
		if (now() - lookedAt >= lookEveryMs) {
			lookedAt = now();
			hasRetention = devicesWithRetention("", 1).length > 0;
		}
		return hasRetention;
	}

	function lookOn(now: number, limit: number): void {
		const isHeld = heldDevices(now);
		const found = round.expired.filter((deviceId) => hasExpired(parts, deviceId));
		const looked = round.isOver || found.length >= limit ? [] : devicesWithRetention(round.upTo, lookedTogether);
		round.isOver ||= found.length < limit && looked.length < lookedTogether;
		round.upTo = looked.at(-1) ?? round.upTo;
		appendAll(
			found,
			looked.filter((deviceId) => hasExpired(parts, deviceId)),
		);
		round.expired = found.filter((deviceId) => !isHeld(deviceId));
		round.hasHeld ||= round.expired.length < found.length;
	}

	return {
		name: "retention",
		title: said("work.is.retention"),
		nextDueAt: () => {
			if (!isNeeded()) return null;
			const doneOn = upkeep.retentionDoneOn();
			const dueAt = doneOn === null ? now() : (doneOn + 1) * dayMs + afterMidnightMs;
			return Math.max(dueAt, heldUntil);
		},
		due: (now, limit) => {
			const today = dayOf(now - afterMidnightMs);
			if (upkeep.retentionDoneOn() === today || heldUntil > now) return [];
			if (round.day !== today) round = newRound(today);
			lookOn(now, limit);
			if (round.expired.length > 0 || !round.isOver) return round.expired.slice(0, limit);
			if (round.hasHeld) heldUntil = now + heldWaitMs;
			else upkeep.setRetentionDoneOn(today);
			round = newRound(today);
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

/** `kept` is the start of a UTC day, epoch ms. */
export function removeBefore(parts: StoreParts, deviceId: string, kept: number): void {
	const { tails, dayBlocks, importBlocks, archivedMonths, archiveQueue, archiveGarbage, now } = parts;
	const row = tails.row(deviceId);
	if (!row || !Number.isFinite(kept)) return;
	const { number } = row;
	const firstDay = dayOf(kept);
	parts.transaction(() => {
		const hasOldTail = row.tailFrom !== null && row.tailFrom < kept;
		const flushed = hasOldTail ? flushTail(parts, row, tails.readings(row)) : row;
		tails.put({ ...flushed, latest: flushed.latest.map((one) => shownFrom(kept, one)) });
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

/** Clears an expired newest reading, so that a longer retention does not bring it back. */
function shownFrom(kept: number, latest: LatestReading): LatestReading {
	return latest.at !== null && latest.at < kept ? { ...latest, at: null, value: 0, seq: 0 } : latest;
}

function isPast(month: number, day: number): boolean {
	return firstDayOfMonth(month + 1) <= day;
}
