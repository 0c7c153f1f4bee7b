import { minuteMs } from "../../shared/base/durations";
import { serverLimits } from "../../shared/base/limits";
import type { AccountDb } from "../base/context";
import { logFault } from "../base/event-log";
import { objectSpace, type SpaceUsed } from "../base/object-space";
import { faultText } from "../base/report-error";
import { findAccount } from "../db/account-rows";
import { type AccountState, saveAccountState } from "../db/account-state-rows";
import { countDevices } from "../db/device-rows";
import { listFailedJobs } from "../db/failed-job-rows";
import { oldestHandedOverAt } from "../db/message-rows";

const step = 5;
const waitingMs = 5 * minuteMs;
/** Percent of devices or of the plan's limit. The object has its own limit, `archivesEarly`. */
const nearLimit = 80;

type StateParts = {
	db: AccountDb;
	spaceUsed: SpaceUsed;
	/** Highest use of a plan's limit; 0 without billing. */
	planPercent(): number;
};

const inSteps = (part: number) => Math.floor((part * 100) / step) * step;

export function readAccountState({ db, spaceUsed, planPercent }: StateParts, now: number): AccountState | null {
	const failed = listFailedJobs(db);
	const handedOverAt = oldestHandedOverAt(db);
	const state: AccountState = {
		failedJobs: failed.length,
		setAsideJobs: failed.filter(({ setAsideAt }) => setAsideAt !== null).length,
		waitingSince: handedOverAt !== null && handedOverAt < now - waitingMs ? handedOverAt : null,
		objectPercent: inSteps(spaceUsed()),
		devicePercent: inSteps(countDevices(db) / serverLimits.devices),
		planPercent: inSteps(planPercent() / 100),
	};
	const isFull = state.objectPercent >= objectSpace.archivesEarly * 100;
	const isNear = Math.max(state.devicePercent, state.planPercent) >= nearLimit;
	return state.failedJobs > 0 || state.waitingSince !== null || isFull || isNear ? state : null;
}

type Parts = StateParts & { directory: D1Database; waitUntil(work: Promise<unknown>): void };

/** Call after the alarm. Writes the directory's row if it has changed, without waiting. */
export function createStateReport({ directory, waitUntil, ...parts }: Parts): (now: number) => void {
	let reported: string | null = null;

	return (now) => {
		const account = findAccount(parts.db);
		if (!account) return;
		const state = readAccountState(parts, now);
		const text = JSON.stringify(state);
		if (text === reported) return;
		reported = text;
		waitUntil(
			saveAccountState(directory, { accountId: account.id, now }, state).catch((error: unknown) => {
				reported = null;
				logFault({ event: "state-not-reported", accountId: account.id, ...faultText(error) });
			}),
		);
	};
}
