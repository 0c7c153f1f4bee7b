import type { Channel } from "../../../../shared/device";
import { formatValue } from "../../../../shared/units";

/** What a value is out of, in words; null where it is sound, or where nothing is said. */
export function outOfLimits(value: number | null, channel: Channel): string | null {
	if (value === null) return null;
	if (channel.max !== null && value > channel.max) return `Above ${formatValue(channel.max, channel)}`;
	if (channel.min !== null && value < channel.min) return `Below ${formatValue(channel.min, channel)}`;
	return null;
}

/** `2.0 °C to 8.0 °C`, `at least 2.0 °C`, `at most 8.0 °C`; null where there are no limits. */
export function limitWords(channel: Channel): string | null {
	const { min, max } = channel;
	if (min !== null && max !== null) return `${formatValue(min, channel)} to ${formatValue(max, channel)}`;
	if (min !== null) return `at least ${formatValue(min, channel)}`;
	return max === null ? null : `at most ${formatValue(max, channel)}`;
}
