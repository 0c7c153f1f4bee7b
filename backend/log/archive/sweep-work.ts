import type { DueWork } from "../../alarm/due-work";
import type { StoreParts } from "../store/store-parts";

/** Deletes objects of the archive that nothing points to any more. Subject: an object's key. */
export function sweepWork({ archive, archiveGarbage }: StoreParts): DueWork {
	return {
		name: "sweep",
		nextDueAt: archiveGarbage.nextDueAt,
		due: archiveGarbage.due,
		run: async (objectKey) => {
			await archive.delete(objectKey);
			archiveGarbage.delete(objectKey);
		},
	};
}
