import * as z from "zod/mini";
import { dayMs } from "../base/durations";
import { errorKey } from "../base/error-key";
import { ChannelId, DeviceId } from "../base/ids";
import { Instant } from "../base/instant";
import { limits } from "../base/limits";
import { paragraphText } from "../base/name-text";

/** `counts`: doubtful readings count like others. */
export const VerdictKind = z.enum(["excluded", "counts"]);
export type VerdictKind = z.infer<typeof VerdictKind>;

const longestDays = 31;
type Bounds = { from: number; to: number };
export const ofMonth = [
	z.refine<Bounds>(({ from, to }) => from < to, { path: ["to"], error: errorKey("time.afterBeginning") }),
	z.refine<Bounds>(({ from, to }) => to - from <= longestDays * dayMs, {
		path: ["to"],
		error: errorKey("days.atOnce", { most: longestDays }),
	}),
];

/** Readings of a channel with `from <= at < to`, epoch ms. A single reading ends a millisecond later. */
export const JudgeReadings = z
	.object({
		channelId: ChannelId,
		from: Instant.check(z.minimum(limits.ingestEarliestMs, errorKey("time.after1999"))),
		to: Instant,
		verdict: VerdictKind,
		reason: paragraphText(500, errorKey("reason.missing")),
	})
	.check(...ofMonth);
export type JudgeReadings = z.infer<typeof JudgeReadings>;

export const GetVerdicts = z.object({ deviceId: DeviceId, channelId: z.optional(ChannelId) });
export type GetVerdicts = z.infer<typeof GetVerdicts>;

export const EndVerdict = z.object({ channelId: ChannelId, seq: z.int() });
export type EndVerdict = z.infer<typeof EndVerdict>;

/** `seq` identifies a verdict; of overlapping ones the highest decides. Times are epoch ms. */
export const ReadingVerdict = z.object({
	seq: z.number(),
	channelId: ChannelId,
	from: z.number(),
	to: z.number(),
	verdict: VerdictKind,
	reason: z.string(),
	author: z.string(),
	createdAt: z.number(),
	endedAt: z.nullable(z.number()),
	endedBy: z.nullable(z.string()),
});
export type ReadingVerdict = z.infer<typeof ReadingVerdict>;
