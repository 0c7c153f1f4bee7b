import { hourMs } from "../../shared/base/durations";
import type { ListedLimits, MemberContext } from "../base/context";
import type { Buckets } from "../base/reading-store";

/** On UTC quarters of an hour, which roll-ups answer. */
const stepMs = hourMs / 2;
const steps = 48;

/** Null where nothing was measured. */
type Course = (number | null)[];

/** `limits`: as the object keeps them of a listed device, made anew whenever the device is. */
type ListedChannel = { deviceId: string; limits: ListedLimits };

const knownCourses = new WeakMap<ListedLimits, { end: number; course: Course }>();

/** The last day of each channel in means of half hours, in their order. */
export async function dayCourses(ctx: MemberContext, channels: ListedChannel[]): Promise<Course[]> {
	const end = Math.ceil((ctx.now + 1) / stepMs) * stepMs;
	const isKnown = ({ limits }: ListedChannel) => knownCourses.get(limits)?.end === end;
	const unknown = channels.filter((channel) => !isKnown(channel));
	for (const [position, course] of (await readCourses(ctx, unknown, end)).entries()) {
		const channel = unknown[position];
		if (channel) knownCourses.set(channel.limits, { end, course });
	}
	return channels.map(({ limits }) => knownCourses.get(limits)?.course ?? []);
}

async function readCourses({ readingStore }: MemberContext, channels: ListedChannel[], end: number): Promise<Course[]> {
	if (channels.length === 0) return [];
	const edges = Array.from({ length: steps + 1 }, (_, step) => end - (steps - step) * stepMs);
	const requested = channels.map(({ deviceId, limits: { channelId } }) => ({ deviceId, channelId }));
	return (await readingStore.readBuckets({ channels: requested, edges })).map(meansOf);
}

function meansOf({ bucket, sum, count }: Buckets): Course {
	const means: Course = Array(steps).fill(null);
	for (const [position, step] of bucket.entries()) {
		const mean = (sum[position] ?? 0) / (count[position] ?? 1);
		means[step] = Math.round(mean * 1_000) / 1_000;
	}
	return means;
}
