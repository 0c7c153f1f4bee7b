import type { CreateDevice, CreatedDevice } from "../../shared/device-inputs";
import type { Verb } from "../context";
import { assertWholeScope } from "../group/scope";
import { addConfigEvent } from "../log/events/add-config-event";
import { addDevice } from "./add-device";
import { wholeDevice } from "./whole-device";

/** Throws NOT_PERMITTED to somebody with a scope of groups: the device would be out of their own sight. */
export async function createDevice({ ctx, input }: Verb<CreateDevice>): Promise<CreatedDevice> {
	assertWholeScope(ctx);
	const { device, key } = await addDevice(ctx, input, { createdBy: ctx.user.id });
	addConfigEvent(ctx, device.id, "Device added");
	ctx.hints.changed("devices", [device.id]);
	ctx.hints.changed("groups", [device.id]);
	return { device: await wholeDevice(ctx, device), key };
}
