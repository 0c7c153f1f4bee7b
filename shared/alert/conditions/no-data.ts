import * as z from "zod/mini";
import { ChannelChoice, daySeconds, duration } from "./terms";
import { conditionModule, spanText, subjectOf } from "./words";

const NoData = z.object({
	kind: z.literal("noData"),
	channels: z.nullable(ChannelChoice),
	afterSeconds: z.nullable(duration(60, 90 * daySeconds)),
});

/** `channels` null: the whole device. `afterSeconds` null: when the device counts as offline. */
export const noData = conditionModule({
	schema: NoData,
	channels: ({ channels }) => channels,
	measure: () => "seconds",
	sentence: ({ channels, afterSeconds }) => {
		const what = channels ? `No reading of ${subjectOf(channels)}` : "No upload";
		return afterSeconds === null
			? `${what} for 3 upload intervals (min. 15 min)`
			: `${what} for ${spanText(afterSeconds)}`;
	},
	limit: ({ afterSeconds }) => (afterSeconds === null ? null : `longer than ${spanText(afterSeconds)}`),
	lines: () => [],
});

/** Whether the condition is about silence, which lasts without readings. */
export function isSilence(condition: { kind: string } | null): condition is z.infer<typeof NoData> {
	return condition?.kind === "noData";
}
