import type * as schema from "../../backend/db/schema";
import type { DerivedDefinition } from "../../shared/device/derived/definition";

export function benchDeviceRow(position: number, createdAt: number): typeof schema.devices.$inferInsert {
	return {
		id: `dev_${String(position).padStart(6, "0")}`,
		name: `Device ${position}`,
		timezoneOffset: 0,
		timeZoneRule: 0,
		loggingIntervalSeconds: 60,
		uploadIntervalSeconds: 6_000,
		keyDigest: "",
		createdAt: new Date(createdAt),
		createdBy: "bench",
	};
}

export function benchChannelRow(position: number): typeof schema.channels.$inferInsert {
	const { id: deviceId } = benchDeviceRow(position, 0);
	const kind = { quantity: "temperature", unit: "°C", decimals: 1 } as const;
	return { id: benchChannelOf(deviceId), deviceId, name: "Air", nameKey: "air", position: 0, ...kind };
}

/** Temperature and humidity, with a dew point and a frost point if `isDerived`. */
export function benchClimate(position: number, { isDerived }: { isDerived: boolean }) {
	const air = benchChannelRow(position);
	const { deviceId } = air;
	const kind = { quantity: "humidity", unit: "%", decimals: 1 } as const;
	const humidity = {
		id: benchHumidityOf(deviceId),
		deviceId,
		name: "Humidity",
		nameKey: "humidity",
		position: 1,
		...kind,
	};
	const sources = [
		{ role: "temperature", channelId: air.id },
		{ role: "humidity", channelId: humidity.id },
	];
	const definitions = isDerived ? derivedFrom(sources) : [];
	const derived = definitions.map((definition, index) => {
		const channelId = `${air.id}_${definition.kind}`;
		return { channelId, deviceId, definition, createdBy: "bench", createdAt: new Date(0), position: 2 + index };
	});
	const computed = derived.map(({ channelId, definition, position: at }) => {
		return { ...air, id: channelId, name: definition.kind, nameKey: definition.kind.toLowerCase(), position: at };
	});
	return { channels: [air, humidity, ...computed], derived };
}

function derivedFrom(sources: DerivedDefinition["sources"]): DerivedDefinition[] {
	const [driver] = sources;
	const of = { sources, driver: driver?.channelId ?? "", toleranceSeconds: 30 };
	return [
		{ kind: "dewPoint", ...of, options: { referredTo: "water" } },
		{ kind: "frostPoint", ...of, options: { referredTo: "water" } },
	];
}

export function benchHumidityOf(deviceId: string): string {
	return `ch_${deviceId}_rh`;
}

export function benchChannelOf(deviceId: string): string {
	return `ch_${deviceId}`;
}
