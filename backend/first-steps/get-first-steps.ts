import type { FirstSteps } from "../../shared/overview/first-steps";
import type { Call, MemberContext } from "../base/context";
import { accountOrThrow } from "../db/account-rows";
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

export async function getFirstSteps({ ctx }: Call): Promise<FirstSteps> {
	const { db } = ctx;
	const ownDevices = listOwnDeviceIds(db, { after: "", limit: devicesAtOnce });
	const sample = findSample(db);
	return {
		done: {
			device: ownDevices.length > 0,
			reading: await hasSent(ctx, ownDevices),
			contact: hasVerifiedAddress(db),
			alert: hasOwnEvent(db),
			colleague: hasColleague(db),
			report: ownDevices.length > 0 && hasOwnReport(ctx),
		},
		isHidden: accountOrThrow(db).firstStepsHiddenAt !== null,
		sample: sample
			? { state: sample.state, share: sample.storedParts / sampleParts, endsAt: sample.endsAt }
			: { state: "none", share: 0, endsAt: null },
	};
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
