import type { DueWork } from "../../alarm/due-work";
import { sealTail } from "./seal-tail";
import type { StoreParts } from "./store-parts";

/** Seals the tails that did not fill. Subject: a device's id. */
export function sealWork(parts: StoreParts): DueWork {
	const { tails } = parts;
	return {
		name: "seal",
		nextDueAt: tails.nextSealDueAt,
		due: tails.sealDue,
		run: async (deviceId) => {
			parts.transaction(() => {
				const row = tails.row(deviceId);
				if (!row || row.tailSince === null) return;
				tails.put(sealTail(parts, row, tails.readings(row)));
			});
		},
	};
}
