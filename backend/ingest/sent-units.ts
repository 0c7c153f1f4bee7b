import { type Dimension, knownUnit, unitConversion, unitDimension, unitKey } from "../../shared/formats/unit-spellings";
import { type Quantity, quantities } from "../../shared/formats/units";

/** `unknown-unit`: no conversion is certain between two spellings, of which one is unknown or may have another meaning. */
export function inChannelUnit(value: number, from: string, to: string): number | "other-unit" | "unknown-unit" {
	if (unitKey(from) !== unitKey(to) && !isCertain(knownUnit(from), knownUnit(to))) return "unknown-unit";
	return inKnownUnit(value, from, to);
}

/** A bare degree sign may be one of temperature, and a bare gallon an imperial one. */
function isCertain(from: string | null, to: string | null): boolean {
	if (from === null || from === "°" || to === null) return false;
	return !(from.startsWith("US gal") && to.startsWith("imp gal"));
}

export function inKnownUnit(value: number, from: string, to: string): number | "other-unit" {
	return unitKey(from) === unitKey(to) ? value : (unitConversion(from, to)?.(value) ?? "other-unit");
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
