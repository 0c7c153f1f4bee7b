import type { AccountDb } from "../context";
import { raiseGroupVersions } from "./group-rows";
import { deleteMemberships, insertMemberships, type Membership } from "./membership-rows";

type Moves = { joins: Membership[]; leaves: Membership[] };

/**
 * Puts devices into groups and takes them out, from a device's side, within the caller's transaction. The groups are of
 * another version afterwards: somebody who edits one of them would save its devices as they were.
 */
export function moveDevices(db: AccountDb, { joins, leaves }: Moves): void {
	const groupIds = [...new Set([...joins, ...leaves].map(({ groupId }) => groupId))];
	if (groupIds.length === 0) return;
	deleteMemberships(db, leaves);
	insertMemberships(db, joins);
	raiseGroupVersions(db, groupIds);
}
