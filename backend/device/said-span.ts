import { minuteMs } from "../../shared/base/durations";
import { type Said, said } from "../../shared/log/said";
import { deviceOffsetMinutes, formatOffset, formatTimestamp } from "../../shared/time/time-zones";
import type { DeviceRow } from "../db/device-rows";

/** Returns the span in the device's clock. */
export function saidSpan(device: DeviceRow, { from, to }: { from: number; to: number }): Said {
	const shown = (at: number) => {
		const offset = deviceOffsetMinutes(device, at);
		const year = new Date(at + offset * minuteMs).getUTCFullYear();
		return `${formatTimestamp(at, offset)}, ${year} (${formatOffset(offset)})`;
	};
	return to - from === 1
		? said("span.at", { at: shown(from) })
		: said("span.fromTo", { from: shown(from), to: shown(to) });
}
