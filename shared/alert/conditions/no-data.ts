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
	channels: ({ channels }) => (channels ? [channels] : []),
	measure: () => "seconds",
	sentence: ({ channels, afterSeconds }, shown) => {
		const { say } = shown;
		const subject = channels && subjectOf(channels, shown);
		if (afterSeconds === null)
			return subject === null ? say("rule.noUploadOffline") : say("rule.noReadingOffline", { subject });
		const span = spanText(afterSeconds, shown);
		return subject === null ? say("rule.noUpload", { span }) : say("rule.noReading", { subject, span });
	},
	limit: ({ afterSeconds }, shown) =>
		afterSeconds === null ? null : shown.say("rule.longer", { span: spanText(afterSeconds, shown) }),
	lines: () => [],
});

/** Whether the condition is about silence, which lasts without readings. */
export function isSilence(condition: { kind: string } | null): condition is z.infer<typeof NoData> {
	return condition?.kind === "noData";
}
