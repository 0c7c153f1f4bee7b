import { hexOf } from "../../../shared/base/hex";
import type { DeviceChanges, GetDeviceChanges } from "../../../shared/device/device-changes";
import type { CachedList, Call, MemberContext } from "../../base/context";
import { groupsInScope } from "../../group/scope";
import { visibleRows } from "./visible-rows";

/** Changes since a response; the whole list after a restart, a changed scope, or too many devices that left. */
export async function getDeviceChanges({ ctx, input = {} }: Call<GetDeviceChanges>): Promise<DeviceChanges> {
	const list = await ctx.cachedDevices.at(ctx.now);
	const known = { life: `${list.life}/${await scopeDigest(ctx)}`, seq: list.seq };
	const since = input.since?.life === known.life ? input.since.seq : -1;
	if (since < list.oldestSeq || since > list.seq) {
		return { known, isWhole: true, rows: visibleRows(ctx, list.devices), gone: [] };
	}
	const changed = list.devices.filter(({ seq }) => seq > since);
	return { known, isWhole: false, rows: visibleRows(ctx, changed), gone: goneSince(ctx, list, since) };
}

function goneSince(ctx: MemberContext, { devices, leavings }: CachedList, since: number): string[] {
	const recent = leavings.filter(({ seq }) => seq > since);
	if (recent.length === 0) return [];
	const visible = groupsInScope(ctx);
	const seen = recent.filter(({ groupIds, isGone }) => {
		return visible === "all" ? isGone : groupIds.some((id) => visible.includes(id));
	});
	const present = new Set(visibleRows(ctx, devices).map(({ id }) => id));
	return [...new Set(seen.map(({ id }) => id))].filter((id) => !present.has(id));
}

/** A changed scope shows other devices, although no device changed. */
async function scopeDigest(ctx: MemberContext): Promise<string> {
	const visible = groupsInScope(ctx);
	if (visible === "all") return visible;
	const names = new TextEncoder().encode(visible.toSorted().join());
	return hexOf(new Uint8Array(await crypto.subtle.digest("SHA-256", names)));
}
