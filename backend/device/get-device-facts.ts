import type { DeviceFacts } from "../../shared/device";
import { InheritableSetting } from "../../shared/device-terms";
import type { Verb } from "../context";
import { devicesInScope } from "../group/scope";
import { isGone } from "./deletion/is-gone";
import { listShelf } from "./device-list-rows";

/** Of every device the caller may see, archived ones too. */
export async function getDeviceFacts({ ctx }: Verb): Promise<DeviceFacts[]> {
	const usage = new Map((await ctx.log.usage(ctx.now)).map(({ deviceId, usedBytes }) => [deviceId, usedBytes]));
	const scope = devicesInScope(ctx);
	const devices = [...listShelf(ctx.db, "current", scope), ...listShelf(ctx.db, "archived", scope)];
	const present = devices.filter((device) => !isGone(device, ctx.now));
	return present.map((device) => ({
		id: device.id,
		loggingIntervalSeconds: device.loggingIntervalSeconds,
		uploadIntervalSeconds: device.uploadIntervalSeconds,
		retentionDays: device.retentionDays,
		usedBytes: usage.get(device.id) ?? 0,
		createdAt: device.createdAt.getTime(),
		ownSettings: InheritableSetting.options.filter((setting) => !device.inherits.includes(setting)),
	}));
}
