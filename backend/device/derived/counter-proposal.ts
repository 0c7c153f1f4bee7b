import { dayMs } from "../../../shared/base/durations";
import { proposedCounter } from "../../../shared/device/derived/counter-proposal";
import { deviceDayStart } from "../../../shared/device/derived/counter-rises";
import type { CounterProposal, GetCounterProposal } from "../../../shared/device/derived/inputs";
import type { Call } from "../../base/context";
import { channelOrThrow } from "../../group/scope";

const lookedBackMs = 31 * dayMs;
const mostReadings = 10_000;

/** Throws CHANNEL_NOT_FOUND, also out of scope. */
export async function getCounterProposal({ ctx, input }: Call<GetCounterProposal>): Promise<CounterProposal> {
	const { device, channel } = channelOrThrow(ctx, input.channelId);
	const page = await ctx.readingStore.readSpan({
		channels: [{ deviceId: device.id, channelId: channel.id }],
		from: ctx.now - lookedBackMs,
		to: ctx.now,
		limit: mostReadings,
		order: "newest-first",
	});
	const sent = page.sent ?? page.value;
	const readings = page.readingAt.map((at, index) => ({ at, value: sent[index] ?? 0 })).reverse();
	return proposedCounter(readings, deviceDayStart(device));
}
