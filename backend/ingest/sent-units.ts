import { type Dimension, knownUnit, unitConversion, unitDimension, unitKey } from "../../shared/formats/unit-spellings";
import { type Quantity, quantities } from "../../shared/formats/units";

/** `unknown-unit`: no conversion is known between two spellings, of which at least one is unknown. */
export function inChannelUnit(value: number, from: string, to: string): number | "other-unit" | "unknown-unit" {
	if (unitKey(from) === unitKey(to)) return value;
	// A bare degree sign may be one of temperature.
	if (knownUnit(from) === null || knownUnit(from) === "°" || knownUnit(to) === null) return "unknown-unit";
	return unitConversion(from, to)?.(value) ?? "other-unit";
}

/** Null: several quantities are measured in it, or none. */
const quantityOfDimension: Record<Dimension, Quantity | null> = {
	temperature: "temperature",
	"temperature difference": null,
	share: null,
	pressure: "pressure",
	part: null,
	voltage: "voltage",
	current: "current",
	power: "power",
	energy: "energy",
	irradiance: "radiation",
	light: "light",
	length: null,
	volume: "volume",
	flow: "flow",
	speed: null,
	"wind scale": "windSpeed",
	"rain rate": null,
	conductivity: "conductivity",
	concentration: null,
	time: null,
	frequency: "frequency",
	signal: "signal",
	sound: "sound",
	mass: null,
	salinity: "salinity",
	acidity: "ph",
	angle: null,
};

/** The quantity of the name if the unit fits it, else of the unit. */
export function quantityOfUnit(unit: string, byName: Quantity): Quantity {
	const sent = unitDimension(unit);
	if (sent !== null && unitDimension(quantities[byName].unit) === sent) return byName;
	return (sent && quantityOfDimension[sent]) ?? "other";
}
