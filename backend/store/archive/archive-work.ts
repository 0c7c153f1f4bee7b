import { said } from "../../../shared/log/said";
import type { Job } from "../../base/job";
import { earlierMs } from "../flush-tail";
import type { StoreParts } from "../store-parts";
import { monthName, parseMonthName } from "../utc-days";
import { archiveMonth } from "./archive-month";

/** Archives months, and late readings of archived months. Subject: a device id and its month, `dev_…:2026-03`. */
export function archiveWork(parts: StoreParts): Job {
	const { archiveQueue, tails, isTight } = parts;
	return {
		name: "archive",
		title: said("work.is.archiving"),
		nextDueAt: () => (isTight() ? archiveQueue.nextDueAtEarly(earlierMs) : archiveQueue.nextDueAt()),
		due: (now, limit) => {
			const due = archiveQueue.due(now, limit, isTight() ? earlierMs : 0);
			const ids = due.length === 0 ? new Map<number, string>() : tails.idsByNumber(due.map(({ device }) => device));
			return due.map(({ device, month }) => `${ids.get(device) ?? ""}:${monthName(month)}`);
		},
		run: async (subject) => {
			const [deviceId = "", name = ""] = subject.split(":");
			const row = tails.row(deviceId);
			if (!row) return;
			for await (const _ of archiveMonth(parts, { device: row.number, month: parseMonthName(name) }));
		},
	};
}

/** Deletes unreferenced archive objects. Subject: an object key. */
export function sweepWork({ archive, archiveGarbage }: StoreParts): Job {
	return {
		name: "sweep",
		title: said("work.is.sweeping"),
		nextDueAt: archiveGarbage.nextDueAt,
		due: archiveGarbage.due,
		run: async (objectKey) => {
			await archive.delete(objectKey);
			archiveGarbage.delete(objectKey);
		},
	};
}
