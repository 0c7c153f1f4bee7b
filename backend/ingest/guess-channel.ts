import type { NewChannel } from "../../shared/device/device";
import { ChannelUnit } from "../../shared/device/device-terms";
import { type Quantity, quantities } from "../../shared/formats/units";
import { quantityOfUnit } from "./sent-units";

type Guess = { words: RegExp; quantity: Quantity };

/** Specific patterns first. Names are split into words: `air temp 1`. */
const guesses: Guess[] = [
	{ words: /\b(rssi|signal)\b/, quantity: "signal" },
	{ words: /\b(memory|mem) (used|usage|full)\b/, quantity: "memory" },
	{ words: /\b(temp|temperature|tempc)\b/, quantity: "temperature" },
	{ words: /\b(humidity|hum|rh)\b/, quantity: "humidity" },
	{ words: /\b(pressure|barometer|barometric)\b/, quantity: "pressure" },
	{ words: /\bco ?2\b/, quantity: "co2" },
	{ words: /\b(voltage|volt|volts|bat ?v|vbat|vdd)\b/, quantity: "voltage" },
	{ words: /\b(battery|bat|batt)\b/, quantity: "battery" },
	{ words: /\b(lux|light|illuminance|illumination|luminosity)\b/, quantity: "light" },
	{ words: /\b(door|contact)\b/, quantity: "door" },
	{ words: /\b(count|counter|pulse|pulses)\b/, quantity: "count" },
];

const another =
	/\b(f|fahrenheit|k|kelvin|mv|millivolts?|pa|kpa|bar|mbar|psi|raw|adc|status|state|alarm|interval|mode|limit)\b/;

const highestCellVolts = 5.5;
const highestBatteryVolts = 100;

/** Values outside have another unit: millivolts, pascals, tenths. */
const likely: Partial<Record<Quantity, { from: number; to: number }>> = {
	humidity: { from: 0, to: 110 },
	pressure: { from: 300, to: 1100 },
	voltage: { from: -1000, to: 1000 },
};

/** Leaves the unit empty if name and value do not suffice. `sentUnit` takes precedence over a guess. */
export function guessChannel(name: string, value: number, sentUnit: string | null = null): NewChannel {
	const quantity = guessQuantity(name, value);
	const unit = sentUnit === null ? null : ChannelUnit.safeParse(sentUnit);
	if (!unit?.success || unit.data === "") return { name, quantity, unit: quantities[quantity].unit };
	return { name, quantity: quantityOfUnit(unit.data, quantity), unit: unit.data };
}

function guessQuantity(name: string, value: number): Quantity {
	const words = name
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.replace(/[^A-Za-z0-9]+/g, " ")
		.replace(/([A-Za-z]{3,})(\d)/g, "$1 $2")
		.toLowerCase();
	if (another.test(words)) return "other";
	const quantity = guesses.find((guess) => guess.words.test(words))?.quantity ?? "other";
	if (quantity === "battery")
		return value > 100 || value < 0 ? "other" : value <= highestCellVolts ? "voltage" : "battery";
	if (quantity === "memory") return value >= 0 && value <= 100 ? "memory" : "other";
	if (quantity === "door") return value === 0 || value === 1 ? "door" : "other";
	const isOfBattery = quantity === "voltage" && /\b(battery|bat|batt|vbat|vdd)\b/.test(words);
	if (isOfBattery && value > highestBatteryVolts) return "other";
	const { from, to } = likely[quantity] ?? { from: value, to: value };
	return value >= from && value <= to ? quantity : "other";
}
