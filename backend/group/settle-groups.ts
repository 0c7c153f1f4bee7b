import type { MemberContext } from "../context";
import { settleDevices } from "./settle-devices";

/**
 * Settles devices after groups were changed, within the caller's transaction, and tells open screens. Everybody is told:
 * somebody whose groups a device has just left would not be found by it any more.
 */
export function settleGroups({ db, hints }: Pick<MemberContext, "db" | "hints">, deviceIds: string[] | "all"): void {
	settleDevices(db, deviceIds);
	hints.changed("groups", "all");
	hints.changed("devices", "all");
}
