import { recordOf } from "../../shared/base/plain-fields";
import type { NewChannel } from "../../shared/device/device";
import { ChannelUnit } from "../../shared/device/device-terms";
import { knownUnit, unitConversion } from "../../shared/formats/unit-spellings";
import { type Quantity, quantities } from "../../shared/formats/units";
import { quantityInWords } from "../base/quantity-words";
import { quantityOfUnit } from "./sent-units";

const another =
	/\b(f|fahrenheit|k|kelvin|mv|millivolts?|pa|kpa|bar|mbar|psi|raw|adc|status|state|alarm|interval|mode|limit)\b/;

const otherPressure =
	/\b(vapou?r|vpd|vp|soil|water|differential|diff|delta|dp|tension|suction|matric|potential|wp|filter|duct|static|pipe|line|pump|oil|gauge|ty?re|tire|blood)\b/;

const notMeasured =
	/(?:^|\b)(?:id|uid|txid|lsid|eui|serial|serial number|sn|version|firmware|hardware|fw|hw|imei|iccid|mac|f ?port|port|f ?cnt|scale ?factor|channel number)$/;
const namesState = /\b(status|state|alarm|error|err|flag|mode|interval|index|uptime)\b/;

const highestCellVolts = 5.5;
const highestBatteryVolts = 100;

/** Values outside have another unit: millivolts, pascals, tenths. Without an entry, no name suffices for the unit. */
const likely: Partial<Record<Quantity, { from: number; to: number }[]>> = {
	...recordOf(["signal", "temperature", "co2", "light", "count"], () => [{ from: -Infinity, to: Infinity }]),
	humidity: [{ from: 0, to: 110 }],
	pressure: [{ from: 300, to: 1100 }],
	voltage: [
		{ from: -60, to: 60 },
		{ from: 90, to: 265 },
		{ from: 340, to: 480 },
	],
	soilMoisture: [{ from: 1, to: 100 }],
	particulateMatter: [{ from: 0, to: 2_000 }],
	ph: [{ from: 0.1, to: 14 }],
	sound: [{ from: 10, to: 160 }],
};

/** Leaves the unit empty if name and value do not suffice. `sentUnit` takes precedence over a guess. */
export function guessChannel(name: string, value: number, sentUnit: string | null = null): NewChannel {
	const unit = sentUnit === null ? null : ChannelUnit.safeParse(sentUnit);
	if (!unit?.success || unit.data === "") {
		const quantity = guessQuantity(name, value);
		return { name, quantity, unit: quantities[quantity].unit };
	}
	return { name, quantity: withUnit(name, value, unit.data), unit: unit.data };
}

function withUnit(name: string, value: number, unit: string): Quantity {
	const words = wordsOf(name);
	const quantity = quantityOfUnit(unit, namedQuantity(name));
	if (quantity !== "pressure") return quantity;
	const inHpa = unitConversion(unit, quantities.pressure.unit)?.(value) ?? value;
	return isLikely("pressure", inHpa) && !otherPressure.test(words) ? quantity : "other";
}

/** Whether a value of this name gets a channel by itself. */
export function isMeasured(name: string): boolean {
	return !notMeasured.test(wordsOf(name));
}

/** Whether a unit that several values share can be the unit of the value with this name. */
export function mayHaveUnit(name: string, unit: string): boolean {
	const words = wordsOf(name);
	if (!isMeasured(name) || namesState.test(words)) return false;
	const quantity = namedQuantity(name);
	if (knownUnit(unit) === null) return !["battery", "signal", "memory", "door", "count"].includes(quantity);
	return quantity === "other" || quantityOfUnit(unit, quantity) === quantity;
}

function wordsOf(name: string): string {
	return name
		.replace(/([a-z])([A-Z])/g, "$1 $2")
		.replace(/[^A-Za-z0-9]+/g, " ")
		.replace(/([A-Za-z]{3,})(\d)/g, "$1 $2")
		.trim()
		.toLowerCase();
}

/** The last part decides: `ch_temp.1.battery` is no temperature. */
export function namedQuantity(name: string): Quantity {
	const words = wordsOf(name);
	const found = [wordsOf(name.split(".").at(-1) ?? ""), words].flatMap((part) => quantityInWords(part) ?? []);
	const [quantity = "other"] = found;
	return quantity === "pressure" && otherPressure.test(words) ? "other" : quantity;
}

function guessQuantity(name: string, value: number): Quantity {
	const words = wordsOf(name);
	if (another.test(words) || notMeasured.test(words)) return "other";
	const quantity = namedQuantity(name);
	// 0 and 1 are a flag: a low battery, or none.
	if (quantity === "battery" && (value > 100 || value < 0 || value === 0 || value === 1)) return "other";
	if (quantity === "battery") return value <= highestCellVolts ? "voltage" : "battery";
	if (quantity === "memory") return value >= 0 && value <= 100 ? "memory" : "other";
	if (quantity === "door") return value === 0 || value === 1 ? "door" : "other";
	const isOfBattery = quantity === "voltage" && /\b(battery|bat|batt|vbat|vdd)\b/.test(words);
	if (isOfBattery && value > highestBatteryVolts) return "other";
	return isLikely(quantity, value) ? quantity : "other";
}

function isLikely(quantity: Quantity, value: number): boolean {
	return likely[quantity]?.some(({ from, to }) => value >= from && value <= to) ?? false;
}
