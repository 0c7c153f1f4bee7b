import { minuteMs } from "../../shared/base/durations";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { doneTogether, type Job } from "../base/job";
import { nextPlannedChangeAt, passPlannedMutes } from "../db/planned-mute-rows";

/** Refreshes open screens; muting itself does not depend on it. */
export function plannedMutesWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	return {
		name: "planned mutes",
		title: said("work.is.plannedMutes"),
		...doneTogether(() => nextPlannedChangeAt(db), minuteMs),
		async run(_, now) {
			db.transaction(() => passPlannedMutes(db, now));
			for (const topic of ["devices", "groups", "alerts"] as const) invalidations.changed(topic, "all");
		},
	};
}
