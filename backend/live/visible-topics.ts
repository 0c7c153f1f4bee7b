import type { LiveTopic } from "../../shared/live";
import { type Capability, can } from "../../shared/permissions";
import type { UserRow } from "../account/user-rows";
import type { AccountDb } from "../context";
import { listDeviceIds } from "../group/group-rows";

/** By topic: the devices whose data changed, or everything. */
export type Changes = Map<LiveTopic, Set<string> | "all">;

const capabilityOf: Record<LiveTopic, Capability> = {
	log: "viewFleet",
	devices: "viewFleet",
	alerts: "viewFleet",
	groups: "viewFleet",
	account: "viewAccount",
};

/** What of the changes a user may hear of: by role, and by whether one of their groups holds one of the devices now. */
export function visibleTopics(db: AccountDb, user: Pick<UserRow, "role" | "scope">, changes: Changes): LiveTopic[] {
	const { role, scope } = user;
	let theirs: string[] | null = null;
	const isInScope = (deviceIds: Set<string> | "all") => {
		if (scope === "all" || deviceIds === "all") return true;
		theirs ??= listDeviceIds(db, scope.groupIds);
		return theirs.some((deviceId) => deviceIds.has(deviceId));
	};
	return [...changes]
		.filter(([topic, deviceIds]) => can(role, capabilityOf[topic]) && isInScope(deviceIds))
		.map(([topic]) => topic);
}
