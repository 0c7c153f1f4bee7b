import type { DueWork } from "../../alarm/due-work";
import type { StoreParts } from "../store/store-parts";
import { archiveMonth } from "./archive-month";
import { monthName, parseMonthName } from "./month-name";

/**
 * Takes months that are past to the archive, and late readings of months that are there already. Subject: a
 * device's id and its month, `dev_…:2026-03`.
 */
export function archiveWork(parts: StoreParts): DueWork {
	const { archiveQueue, tails } = parts;
	return {
		name: "archive",
		nextDueAt: archiveQueue.nextDueAt,
		due: (now, limit) =>
			archiveQueue.due(now, limit).map(({ device, month }) => `${tails.deviceId(device)}:${monthName(month)}`),
		run: async (subject) => {
			const [deviceId = "", name = ""] = subject.split(":");
			const row = tails.row(deviceId);
			// Deleted meanwhile, and its months with it.
			if (!row) return;
			for await (const _ of archiveMonth(parts, { device: row.number, month: parseMonthName(name) }));
		},
	};
}
