import { dayMs } from "../../shared/base/durations";
import { recordFault } from "../base/event-log";
import { faultText } from "../base/report-error";
import { listDomainClaimsDue } from "../db/sso-rows";
import type { FindText } from "../session/text-records";
import { lookAtClaim } from "./sso-settings";

const perRun = 100;

/** Runs with the cron and looks at each claim once a day. A claim that fails does not stop the others. */
export async function lookAtDomains(parts: { directory: D1Database; findText: FindText }, now: number): Promise<void> {
	for (const claim of await listDomainClaimsDue(parts.directory, { before: now - dayMs, limit: perRun })) {
		try {
			await lookAtClaim(parts, claim, now);
		} catch (error) {
			recordFault(error, "backend", { event: "domain-not-looked-at", ...faultText(error) });
		}
	}
}
