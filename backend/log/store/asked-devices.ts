import type { ChannelRef, Span } from "../log-store";
import type { StoreParts } from "./store-parts";

/** What is asked of one device: its channels by number, and where each stands in the request. */
export type AskedDevice = {
	deviceId: string;
	number: number;
	indexByNumber: Map<number, number>;
	/** The channels' numbers; undefined: every channel the device has. */
	only: ReadonlySet<number> | undefined;
};

/** Devices and channels of a request that the log knows. */
export function askedDevices({ tails }: StoreParts, channels: ChannelRef[]): AskedDevice[] {
	const byDevice = new Map<string, { channelId: string; index: number }[]>();
	for (const [index, { deviceId, channelId }] of channels.entries()) {
		const asked = byDevice.get(deviceId);
		if (asked) asked.push({ channelId, index });
		else byDevice.set(deviceId, [{ channelId, index }]);
	}
	return tails.rows([...byDevice.keys()]).flatMap(({ deviceId, number, latest }) => {
		const numbers = new Map(latest.map(({ id }, place) => [id, place]));
		const indexByNumber = new Map<number, number>();
		for (const { channelId, index } of byDevice.get(deviceId) ?? []) {
			const known = numbers.get(channelId);
			if (known !== undefined) indexByNumber.set(known, index);
		}
		if (indexByNumber.size === 0) return [];
		const only = indexByNumber.size === latest.length ? undefined : new Set(indexByNumber.keys());
		return [{ deviceId, number, indexByNumber, only }];
	});
}

/** The part of a span of which a device's readings are still shown. */
export function keptSpan({ keptFrom }: StoreParts, deviceId: string, { from, to }: Span): Span {
	return { from: Math.max(from, keptFrom(deviceId)), to };
}
