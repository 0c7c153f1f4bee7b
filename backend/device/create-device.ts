import type { CreateDevice, CreatedDevice } from "../../shared/device";
import type { Verb } from "../context";
import { domainError } from "../errors";
import { addDevice } from "./add-device";
import { wholeDevice } from "./whole-device";

export async function createDevice({ ctx, input }: Verb<CreateDevice>): Promise<CreatedDevice> {
	// Someone with a scope of groups edits no membership, so the device would be out of their own sight.
	if (ctx.user.scope !== "all") throw domainError("NOT_PERMITTED", { scope: "groups" });
	const { device, key } = await addDevice(ctx, input, { createdBy: ctx.user.id });
	return { device: await wholeDevice(ctx, device), key };
}
