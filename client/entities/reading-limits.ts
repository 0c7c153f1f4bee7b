import type { Channel } from "../../shared/device/device";
import { valueText } from "../ui/value-display";
import { t } from "../words/made/entities";

type LimitedChannel = Pick<Channel, "quantity" | "unit" | "decimals"> & {
	min?: number | null | undefined;
	max?: number | null | undefined;
};

export function outOfLimits(value: number | null, channel: LimitedChannel): string | null {
	const { min = null, max = null } = channel;
	if (value === null) return null;
	if (max !== null && value > max) return t("limit.above", { limit: valueText(max, channel) });
	if (min !== null && value < min) return t("limit.below", { limit: valueText(min, channel) });
	return null;
}

/** `2.0 °C to 8.0 °C`, `at least 2.0 °C`, `at most 8.0 °C`; null without limits. */
export function formatLimits(channel: Channel): string | null {
	const { min, max } = channel;
	if (min !== null && max !== null)
		return t("limit.between", { min: valueText(min, channel), max: valueText(max, channel) });
	if (min !== null) return t("limit.atLeast", { limit: valueText(min, channel) });
	return max === null ? null : t("limit.atMost", { limit: valueText(max, channel) });
}
