import type { RuleFault } from "../../shared/alert/alert";
import { said } from "../../shared/log/said";
import type { AccountDb, Invalidations } from "../base/context";
import { type Job, overdueAt } from "../base/job";
import { errorText } from "../base/report-error";
import { findAlert, listAlerts, setRuleFault } from "../db/alert-rows";
import { findDevice } from "../db/device-rows";
import { listFailedJobs } from "../db/failed-job-rows";
import { ruleError } from "./device-rules";
import { faultyRules } from "./faulty-rules";

export const ruleFaultsName = "alert rules";

/** Fails with a rule's error outside the upload, so that it is reported. Clears faults of repaired rules. */
export function ruleFaultsWork({ db, invalidations }: { db: AccountDb; invalidations: Invalidations }): Job {
	let isLoaded = false;
	const write = (ruleId: string, fault: (RuleFault & { deviceId: string }) | null) => {
		setRuleFault(db, ruleId, fault);
		invalidations.changed("alerts", "all");
	};
	return {
		name: ruleFaultsName,
		title: said("work.is.evaluatingRule"),
		describe: (ruleId) => ({ name: findAlert(db, ruleId)?.name ?? ruleId, deviceId: null }),
		async load() {
			if (isLoaded) return;
			const faulty = faultyRules(db);
			for (const { work, subject } of listFailedJobs(db)) {
				if (work === ruleFaultsName && !faulty.has(subject)) faulty.set(subject, "");
			}
			for (const { id, fault } of listAlerts(db)) if (fault) faulty.set(id, fault.deviceId);
			isLoaded = true;
		},
		nextDueAt: () => (faultyRules(db).size === 0 ? null : overdueAt),
		due: (_, limit) => [...faultyRules(db).keys()].slice(0, limit),
		async run(ruleId, now) {
			const row = findAlert(db, ruleId);
			const device = findDevice(db, faultyRules(db).get(ruleId) || (row?.fault?.deviceId ?? ""));
			const found = row?.isEnabled && device ? ruleError(db, row, device) : null;
			if (row && device && found) {
				const { error } = found;
				const code = error instanceof Error ? error.name : "unknown";
				if (!row.fault) write(ruleId, { at: now, text: errorText(error), code, deviceId: device.id });
				throw error;
			}
			if (row?.fault) write(ruleId, null);
			faultyRules(db).delete(ruleId);
		},
	};
}
