import * as z from "zod/mini";
import { ChannelChoice } from "./terms";
import { conditionModule, subjectOf } from "./words";

/** Doubtful readings of a channel that a rule watches. Only the product makes it: no rule can. */
export const sensorFault = conditionModule({
	schema: z.object({ kind: z.literal("sensorFault"), channels: ChannelChoice }),
	channels: ({ channels }) => [channels],
	measure: () => "value",
	sentence: ({ channels }, shown) => shown.say("rule.sensorFault", { subject: subjectOf(channels, shown) }),
	limit: () => null,
	lines: () => [],
});

export const sensorFaultName = "Sensor fault";
