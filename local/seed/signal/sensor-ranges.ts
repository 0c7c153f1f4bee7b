import type { Quantity } from "../../../shared/units";

type SensorRange = { lowest: number; highest: number; decimals: number };

/** What the demo's sensors can tell of each quantity: no reading is outside or finer. */
export const sensorRanges: Record<Quantity, SensorRange> = {
	temperature: { lowest: -40, highest: 60, decimals: 2 },
	humidity: { lowest: 0, highest: 100, decimals: 1 },
	pressure: { lowest: 300, highest: 1_100, decimals: 1 },
	co2: { lowest: 350, highest: 5_000, decimals: 0 },
	level: { lowest: 0, highest: 10, decimals: 2 },
	flow: { lowest: 0, highest: 400, decimals: 1 },
	voltage: { lowest: 0, highest: 30, decimals: 2 },
	current: { lowest: 0, highest: 100, decimals: 2 },
	power: { lowest: 0, highest: 50_000, decimals: 0 },
	light: { lowest: 0, highest: 100_000, decimals: 0 },
	door: { lowest: 0, highest: 1, decimals: 0 },
	battery: { lowest: 0, highest: 100, decimals: 1 },
	signal: { lowest: -120, highest: -40, decimals: 0 },
	memory: { lowest: 0, highest: 100, decimals: 1 },
	count: { lowest: 0, highest: 1_000_000, decimals: 0 },
	other: { lowest: -1_000, highest: 1_000, decimals: 2 },
};
