import type { Device, GetDevice } from "../../shared/device";
import type { Verb } from "../context";
import { deviceOrThrow } from "./device-or-throw";
import { wholeDevice } from "./whole-device";

export async function getDevice({ ctx, input }: Verb<GetDevice>): Promise<Device> {
	return wholeDevice(ctx, deviceOrThrow(ctx, input.deviceId));
}
