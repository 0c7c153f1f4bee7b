import { dayMs } from "../../../shared/base/durations";
import { largestOf, smallestOf } from "../../../shared/base/lists";
import type { DerivedDefinition } from "../../../shared/device/derived/definition";
import { formulaText } from "../../../shared/device/derived/formula";
import type {
	DerivedPairing,
	DerivedPreview,
	GetDerivedPairing,
	PreviewDerivedChannel,
} from "../../../shared/device/derived/inputs";
import { proposedPairing } from "../../../shared/device/derived/propose-pairing";
import { formulaOf } from "../../../shared/device/derived/registry";
import { type Call, inTurns, type MemberContext } from "../../base/context";
import { domainError } from "../../base/errors";
import type { Span } from "../../base/reading-store";
import { listChannels } from "../../db/channel-rows";
import type { DeviceRow } from "../../db/device-rows";
import { deviceOrThrow } from "../../group/scope";
import { unsavedChannel } from "../../store/derived/computed-channels";
import { readPairedSeries } from "../../store/derived/paired-series";
import { readUses } from "../../store/derived/use-readings";
import { rulesOnAll } from "./derived-uses";
import { assertDefinition, derivedTraits, nameIn } from "./store-derived";

const previewMs = 7 * dayMs;
const mostShown = 1_000;

type Values = { at: number[]; value: number[]; driven: number };

/** Throws DEVICE_NOT_FOUND, and InputError by field of the definition. */
export const previewDerivedChannel = inTurns(
	async ({ ctx, input }: Call<PreviewDerivedChannel>): Promise<DerivedPreview> => {
		const { deviceId, definition } = input;
		const device = deviceOrThrow(ctx, deviceId);
		const channels = listChannels(ctx.db, [deviceId]);
		assertDefinition(definition, channels);
		const ids = definition.sources.map(({ channelId }) => channelId);
		const span = await newestSpan(ctx, { deviceId, ids, length: previewMs });
		const { at, value, driven } = await valuesOf(ctx, { device, definition }, span);
		const channel = derivedTraits(definition, channels);
		const computedAs = formulaOf(definition, nameIn(channels));
		return {
			channel,
			rules: rulesOnAll(ctx, deviceId, channel),
			formula: formulaText(computedAs),
			computedAs,
			...span,
			...thinned({ at, value }),
			values: at.length,
			without: driven - at.length,
			lowest: at.length === 0 ? null : smallestOf(value),
			highest: at.length === 0 ? null : largestOf(value),
		};
	},
);

/** Ends with the newest reading of the channels, as the device may be silent. Without readings it ends now. */
async function newestSpan(
	{ readingStore, now }: MemberContext,
	{ deviceId, ids, length }: { deviceId: string; ids: readonly string[]; length: number },
): Promise<Span> {
	const latest = (await readingStore.latest([deviceId])).get(deviceId)?.values;
	const newest = largestOf(ids.map((id) => latest?.get(id)?.at ?? Number.NEGATIVE_INFINITY));
	const to = Number.isFinite(newest) ? newest + 1 : now;
	return { from: to - length, to };
}

async function valuesOf(
	{ db, readingStore }: MemberContext,
	{ device, definition }: { device: DeviceRow; definition: DerivedDefinition },
	span: Span,
): Promise<Values> {
	const channel = unsavedChannel(db, { deviceId: device.id, definition });
	if ("use" in channel) {
		// The store reads calibrated values here, so no calibration is left to apply.
		const { at, value } = await readUses(readingStore, { ...channel.use, calibrations: [] }, span);
		return { at, value, driven: at.length };
	}
	const driver = { deviceId: device.id, channelId: definition.driver };
	const [counted] = await readingStore.readBuckets({ channels: [driver], edges: [span.from, span.to] });
	const [series] = await readPairedSeries(readingStore, [channel], span);
	return { at: [...(series?.at ?? [])], value: [...(series?.value ?? [])], driven: counted?.count[0] ?? 0 };
}

function thinned({ at, value }: Pick<Values, "at" | "value">): Pick<DerivedPreview, "at" | "value"> {
	if (at.length <= mostShown) return { at, value };
	const size = Math.ceil(at.length / (mostShown / 2));
	const kept = new Set<number>();
	for (let from = 0; from < at.length; from += size) {
		let [low, high] = [from, from];
		for (let index = from; index < Math.min(at.length, from + size); index += 1) {
			if ((value[index] ?? 0) < (value[low] ?? 0)) low = index;
			if ((value[index] ?? 0) > (value[high] ?? 0)) high = index;
		}
		kept.add(low).add(high);
	}
	const indexes = [...kept].sort((one, other) => one - other);
	return { at: indexes.map((index) => at[index] ?? 0), value: indexes.map((index) => value[index] ?? 0) };
}

/** Throws DEVICE_NOT_FOUND, CHANNEL_NOT_FOUND. */
export const getDerivedPairing = inTurns(
	async ({ ctx, input: { deviceId, channelIds } }: Call<GetDerivedPairing>): Promise<DerivedPairing> => {
		const device = deviceOrThrow(ctx, deviceId);
		const known = new Set(listChannels(ctx.db, [deviceId]).flatMap(({ id, derived }) => (derived ? [] : id)));
		const unknown = channelIds.find((channelId) => !known.has(channelId));
		if (unknown !== undefined) throw domainError("CHANNEL_NOT_FOUND", { channelId: unknown });
		const span = await newestSpan(ctx, { deviceId, ids: channelIds, length: dayMs });
		const channels = channelIds.map((channelId) => ({ deviceId, channelId }));
		const series = await ctx.readingStore.readSeries({ ...span, channels });
		const { driver, ...proposed } = proposedPairing(
			series.map(({ at }) => at),
			device.loggingIntervalSeconds,
		);
		return { driver: channelIds[driver] ?? "", ...proposed };
	},
);
