import type { PublicReading } from "../../shared/account/public-link";
import type { ValueStyle } from "../../shared/formats/display-formats";
import { formatValue } from "../../shared/formats/units";
import type { MemberContext } from "../base/context";
import { listChannels } from "../db/channel-rows";
import { findDevices } from "../db/device-rows";
import { channelFormulas } from "../device/derived/formulas";

export async function latestReadings(
	{ db, readingStore }: MemberContext,
	channels: { id: string; deviceId: string }[],
	style: ValueStyle,
): Promise<{ deviceId: string; reading: PublicReading }[]> {
	const deviceIds = [...new Set(channels.map(({ deviceId }) => deviceId))];
	const wanted = new Set(channels.map(({ id }) => id));
	const names = new Map(findDevices(db, deviceIds).map(({ id, name }) => [id, name]));
	const known = listChannels(db, deviceIds).filter(({ id }) => wanted.has(id));
	const formula = channelFormulas(db, known);
	const latest = await readingStore.latest(deviceIds);
	return known.map(({ id, deviceId, name, quantity, unit, decimals }) => {
		const newest = latest.get(deviceId)?.values.get(id) ?? null;
		const text = formatValue(newest?.value ?? null, { quantity, unit, decimals }, style);
		const isDerived = formula(id).formula !== undefined;
		const reading = { device: names.get(deviceId) ?? "", name, text, at: newest?.at ?? null };
		const isSaturated = newest?.mark === "saturated";
		const marks = { ...(isDerived && { isDerived }), ...(isSaturated && { isSaturated }) };
		return { deviceId, reading: { ...reading, ...marks } };
	});
}
