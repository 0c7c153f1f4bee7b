import { dayMs, hourMs } from "../../shared/base/durations";
import { isOutside, type LimitAhead, type Limits } from "../../shared/device/device-reading";
import { isOnNewGround, soonestMs, timeToLimit } from "../../shared/device/time-to-limit";
import { isDirection, type Quantity } from "../../shared/formats/units";
import type { MemberContext } from "../base/context";
import type { ChannelRef } from "../base/reading-store";

const stepMs = hourMs / 2;
const courseMs = 6 * hourMs;

type LimitedChannel = {
	deviceId: string;
	quantity: Quantity;
	limits: Limits & { channelId: string };
	value: number | null;
};

const knownAhead = new WeakMap<Limits, LimitAhead | null>();

export async function limitsAhead(ctx: MemberContext, channels: LimitedChannel[]): Promise<(LimitAhead | null)[]> {
	const unknown = channels.filter(({ quantity, limits, value }) => {
		if (isDirection(quantity)) return false;
		const hasLimit = limits.low !== null || limits.high !== null;
		return hasLimit && value !== null && !isOutside(value, limits) && !knownAhead.has(limits);
	});
	await readAhead(ctx, unknown);
	return channels.map(({ limits }) => {
		const ahead = knownAhead.get(limits) ?? null;
		return ahead && ahead.from - ctx.now >= soonestMs ? ahead : null;
	});
}

async function readAhead({ readingStore, now }: MemberContext, channels: LimitedChannel[]): Promise<void> {
	if (channels.length === 0) return;
	const from = Math.floor((now - courseMs) / stepMs) * stepMs;
	const edges = [from - dayMs + courseMs, from];
	const before = await readingStore.readBuckets({ channels: channels.map(refOf), edges });
	const courses = channels.map((channel, index) => {
		const [min, max] = [before[index]?.min[0], before[index]?.max[0]];
		return { ...channel, earlier: min === undefined || max === undefined ? null : { min, max } };
	});
	const moving = courses.filter(({ value, earlier }) => value !== null && isOnNewGround(value, earlier));
	const span = { from, to: now + 1 };
	const series = moving.length === 0 ? [] : await readingStore.readSeries({ channels: moving.map(refOf), ...span });
	for (const { limits } of channels) knownAhead.set(limits, null);
	for (const [index, { limits, earlier }] of moving.entries()) {
		const { at = [], value = [] } = series[index] ?? {};
		const readings = Array.from(at, (time, position) => ({ at: time, value: value[position] ?? Number.NaN }));
		knownAhead.set(limits, timeToLimit({ readings, earlier, limits, now }));
	}
}

function refOf({ deviceId, limits: { channelId } }: LimitedChannel): ChannelRef {
	return { deviceId, channelId };
}
