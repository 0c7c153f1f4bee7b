import * as z from "zod/mini";
import { minuteMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId } from "../base/ids";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";
import { paragraphText } from "../base/name-text";
import { ofMonth, ReadingVerdict } from "../log/reading-verdicts";

export const justifiedStepMs = 15 * minuteMs;

const Quarter = Instant.check(z.multipleOf(justifiedStepMs, errorKey("justified.quarter")));

/** True readings of a channel with `from <= at < to` (epoch ms) that do not count against compliance. */
export const JustifySpan = z
	.object({
		channelId: ChannelId,
		from: Quarter.check(z.minimum(limits.ingestEarliestMs, errorKey("time.after1999"))),
		to: Quarter,
		reason: paragraphText(500, errorKey("reason.missing")),
	})
	.check(...ofMonth);
export type JustifySpan = z.infer<typeof JustifySpan>;

export const GetJustifiedSpans = z.object({ deviceId: DeviceId, channelId: z.optional(ChannelId) });
export type GetJustifiedSpans = z.infer<typeof GetJustifiedSpans>;

export const EndJustifiedSpan = z.object({ channelId: ChannelId, seq: z.int() });
export type EndJustifiedSpan = z.infer<typeof EndJustifiedSpan>;

/** Times are epoch ms. `endedAt` null: it holds. */
export const JustifiedSpan = z.omit(ReadingVerdict, { verdict: true });
export type JustifiedSpan = z.infer<typeof JustifiedSpan>;
