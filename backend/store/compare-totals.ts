import { dayMs, hourMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import { logFault } from "../base/event-log";
import type { Job } from "../base/job";
import type { StoredTotals } from "./rows/device-total-rows";
import type { StoredDeviceRow } from "./rows/stored-device-rows";
import type { StoreParts } from "./store-parts";
import { dayOf } from "./utc-days";

const afterMidnightMs = hourMs;

/** Recounts changed devices each night; corrects and reports wrong totals. Subject: a device id. */
export function compareTotalsWork(parts: StoreParts): Job {
	const { totals, tails } = parts;
	return {
		name: "compare totals",
		title: said("work.is.countingStored"),
		nextDueAt: () => {
			const day = totals.firstChangedOn();
			return day === null ? null : (day + 1) * dayMs + afterMidnightMs;
		},
		due: (now, limit) => {
			const changed = totals.changedBefore(dayOf(now - afterMidnightMs), limit);
			const ids = changed.length === 0 ? new Map<number, string>() : tails.idsByNumber(changed);
			return changed.flatMap((device) => {
				const deviceId = ids.get(device);
				if (deviceId === undefined) totals.delete(device);
				return deviceId ?? [];
			});
		},
		run: async (deviceId) => {
			const row = tails.row(deviceId);
			if (row) compare(parts, row);
		},
	};
}

function compare(
	{ totals, dayBlocks, importBlocks, archivedMonths, transaction }: StoreParts,
	row: StoredDeviceRow,
): void {
	const { deviceId, number: device } = row;
	transaction(() => {
		const days = dayBlocks.totalsBetween(device, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY);
		const files = importBlocks.totalsBetween(device, -1_000_000_000, 1_000_000_000);
		const found: StoredTotals = {
			readings: days.readings + files.readings,
			bytes: days.bytes + files.bytes,
			archivedBytes: archivedMonths.bytes(device),
		};
		const kept = totals.find(device);
		const isSame =
			kept?.readings === found.readings && kept.bytes === found.bytes && kept.archivedBytes === found.archivedBytes;
		if (!isSame) logFault({ event: "totals-differed", subject: deviceId, reason: JSON.stringify({ kept, found }) });
		totals.put(device, found);
	});
}
