import type { Channel } from "../../shared/device/device";
import { valueText } from "../ui/value-display";

type LimitedChannel = Pick<Channel, "quantity" | "unit" | "decimals"> & {
	min?: number | null | undefined;
	max?: number | null | undefined;
};

export function outOfLimits(value: number | null, channel: LimitedChannel): string | null {
	const { min = null, max = null } = channel;
	if (value === null) return null;
	if (max !== null && value > max) return `Above ${valueText(max, channel)}`;
	if (min !== null && value < min) return `Below ${valueText(min, channel)}`;
	return null;
}

/** `2.0 °C to 8.0 °C`, `at least 2.0 °C`, `at most 8.0 °C`; null without limits. */
export function formatLimits(channel: Channel): string | null {
	const { min, max } = channel;
	if (min !== null && max !== null) return `${valueText(min, channel)} to ${valueText(max, channel)}`;
	if (min !== null) return `at least ${valueText(min, channel)}`;
	return max === null ? null : `at most ${valueText(max, channel)}`;
}
