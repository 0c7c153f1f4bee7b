import type { AuditEntity } from "../../shared/account/audit";
import { minuteMs } from "../../shared/base/durations";
import type { FirstStepName, FirstSteps } from "../../shared/overview/first-steps";
import type { Call, MemberContext } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
import { listAuditRows } from "../db/audit-rows";
import { listReports } from "../db/report-rows";
import {
	findSample,
	hasColleague,
	hasOwnEvent,
	hasVerifiedAddress,
	listOwnDeviceIds,
	listReportsThatRan,
	sampleIds,
} from "../db/sample-rows";
import { sampleParts } from "./sample-fleet";

/** One of the first devices of a working fleet has sent. */
const devicesAtOnce = 50;

const actsSearched = 50;

export async function getFirstSteps({ ctx }: Call): Promise<FirstSteps> {
	const { db } = ctx;
	const ownDevices = listOwnDeviceIds(db, { after: "", limit: devicesAtOnce });
	const sample = findSample(db);
	return {
		done: {
			device: ownDevices.length > 0 || hasActed(ctx, "device"),
			reading: await hasSent(ctx, ownDevices),
			contact: hasVerifiedAddress(db),
			alert: hasOwnEvent(db) || hasActed(ctx, "alert"),
			colleague: hasColleague(db) || hasActed(ctx, "colleague"),
			report: ownDevices.length > 0 && hasOwnReport(ctx),
		},
		isHidden: accountOrThrow(db).firstStepsHiddenAt !== null,
		sample: sample
			? { state: sample.state, share: sample.storedParts / sampleParts, endsAt: sample.endsAt }
			: { state: "none", share: 0, endsAt: null },
	};
}

/** Actions that finish a step for good, even if their result was deleted. Actions of the sample do not count. */
const actsOfSteps = {
	device: ["device.createDevice", "device.createDevices", "key.createDevice"],
	alert: ["alert.testAlert"],
	colleague: ["account.inviteUser"],
} as const satisfies Partial<Record<FirstStepName, string[]>>;

type ActStep = keyof typeof actsOfSteps;

type Searched = { isDone: boolean; searchedTo: number };

const knownActs = new WeakMap<MemberContext["db"], Map<ActStep, Searched>>();

/** Searches the whole audit log once, and then only what was added. */
function hasActed({ db, now }: MemberContext, step: ActStep): boolean {
	const known = knownActs.get(db) ?? new Map<ActStep, Searched>();
	knownActs.set(db, known);
	const { isDone = false, searchedTo = 0 } = known.get(step) ?? {};
	if (isDone) return true;
	const found = actsOfSteps[step].some((action) => isInAudit(db, action, searchedTo));
	// Some rows carry the time of a request that began earlier.
	known.set(step, { isDone: found, searchedTo: now - minuteMs });
	return found;
}

function isInAudit(db: MemberContext["db"], action: string, from: number): boolean {
	const nothing = { actorId: undefined, kind: undefined, entityId: undefined, to: undefined, beforeId: undefined };
	const rows = listAuditRows(db, { ...nothing, action, from, limit: actsSearched });
	return rows.some(({ entities }) => action !== "alert.testAlert" || entities.some(reachedAnybody));
}

function reachedAnybody({ fields }: AuditEntity): boolean {
	return fields.some(({ field, after }) => field === "sent" && typeof after === "number" && after > 0);
}

const knownSenders = new WeakMap<MemberContext["db"], string>();

async function hasSent({ db, readingStore }: MemberContext, first: string[]): Promise<boolean> {
	if (first.includes(knownSenders.get(db) ?? "")) return true;
	for (let ids = first; ids.length > 0; ids = listOwnDeviceIds(db, { after: ids.at(-1) ?? "", limit: devicesAtOnce })) {
		const latest = await readingStore.latest(ids);
		const sender = ids.find((id) => (latest.get(id)?.lastReceivedAt ?? null) !== null);
		if (sender === undefined) continue;
		knownSenders.set(db, sender);
		return true;
	}
	return false;
}

function hasOwnReport({ db }: MemberContext): boolean {
	const ran = listReportsThatRan(db);
	if (ran.size === 0) return false;
	const sample = sampleIds(db);
	return listReports(db).some(({ id, definition: { scope } }) => {
		if (!ran.has(id)) return false;
		if (scope === "all") return true;
		const named = "deviceIds" in scope ? scope.deviceIds : scope.groupIds;
		return named.some((thing) => !sample.has(thing));
	});
}
