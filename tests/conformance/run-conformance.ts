import { serverLimits } from "../../shared/base/limits";
import { batchChecks } from "./batch-checks";
import { type Check, CheckFailed, type Offer } from "./check";
import { everyAnswerChecks } from "./every-answer-checks";
import { type Credentials, type Fetch, Probe } from "./probe";
import { queryChecks } from "./query-checks";
import { tokenChecks } from "./token-checks";
import { wireChecks } from "./wire-checks";

export type ConformanceOptions = Partial<Offer> & {
	upstream: string;
	fetch: Fetch;
	token: string;
	/** Sent beside the token, as to the backend of this repository; null sends none. */
	idToken?: string | null;
};

export type CheckResult = { name: string; outcome: "passed" | "failed" | "not checked"; detail: string };

const checks: Check[] = [...queryChecks, ...batchChecks, ...tokenChecks, ...wireChecks, ...everyAnswerChecks];

/** Sends one request after another. Resolves to the results of all checks, in the same order for every backend. */
export async function runConformance(options: ConformanceOptions): Promise<CheckResult[]> {
	const { upstream, fetch, token, idToken = null, ...offered } = options;
	const none = { formProcedure: null, subscription: null, batchCap: serverLimits.batchCalls, expiredToken: null };
	const credentials: Credentials = { token, idToken };
	const probe = new Probe(upstream, fetch, credentials);
	const context = { probe, credentials, offer: { ...none, ...offered } };
	const results: CheckResult[] = [];
	for (const { name, run } of checks) {
		try {
			const notChecked = await run(context);
			if (notChecked === null) results.push({ name, outcome: "passed", detail: "" });
			else results.push({ name, outcome: "not checked", detail: notChecked.notChecked });
		} catch (error) {
			if (!(error instanceof CheckFailed)) throw error;
			results.push({ name, outcome: "failed", detail: error.message });
		}
	}
	return results;
}
