import type { LogChannel } from "../../shared/log";
import type { ChannelRow } from "../device/channel-rows";

/** A channel as a page of the log names it. */
export function toLogChannel({ id, deviceId, name, quantity, unit, decimals, min, max }: ChannelRow): LogChannel {
	return {
		...{ id, deviceId, name, quantity, unit, decimals },
		...(min !== null && { min }),
		...(max !== null && { max }),
	};
}
