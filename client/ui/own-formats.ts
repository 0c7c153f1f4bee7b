import {
	type DisplayFormats,
	type FormatName,
	formatChoices,
	type UnitChoices,
	type ValueStyle,
} from "../../shared/formats/display-formats";
import { valueStyleOf, withUnit } from "../../shared/formats/reading-units";
import { forgetChoice, readChoice, storeChoice } from "./browser-choice";

const asMeasured = "stored";

export function ownStyle(formats: DisplayFormats): ValueStyle {
	return valueStyleOf({ ...formats, units: chosenUnits(formats) });
}

export function chosenUnits({ units }: DisplayFormats): UnitChoices {
	const isOwnTemperature = ownTemperature() !== null;
	const chosen = { ...units, ...(isOwnTemperature && { temperature: asMeasured }), ...ownUnits() };
	return Object.fromEntries(Object.entries(chosen).filter(([, unit]) => unit !== asMeasured));
}

function ownTemperature(): string | null {
	const chosen = readChoice("temperatureUnit");
	return formatChoices.temperatureUnit.find((choice) => choice === chosen) ?? null;
}

function ownUnits(): UnitChoices {
	try {
		const parsed: unknown = JSON.parse(readChoice("units") ?? "{}");
		const known = Object.entries(Object(parsed)).filter(
			(entry): entry is [string, string] => typeof entry[1] === "string",
		);
		return Object.fromEntries(known);
	} catch {
		return {};
	}
}

export function ownUnit(name: string): string | null {
	const unit = ownUnits()[name] ?? null;
	return name === "temperature" ? (unit ?? ownTemperature()) : unit;
}

export function ownUnitsText(): string {
	return `${readChoice("units")} ${ownTemperature()}`;
}

export function clearOwnUnits(): void {
	forgetChoice("units");
	storeOwnFormat("temperatureUnit", null);
}

export function storeOwnUnit(name: string, unit: string | null): void {
	const { [name]: _, ...others } = ownUnits();
	if (name !== "temperature") {
		storeChoice("units", JSON.stringify(unit === null ? others : { ...others, [name]: unit }));
		return;
	}
	const { temperatureUnit, units } = withUnit({ temperatureUnit: "stored" }, name, unit === asMeasured ? null : unit);
	storeChoice("units", JSON.stringify({ ...others, ...units }));
	storeOwnFormat("temperatureUnit", unit === null ? null : temperatureUnit);
}

export function storeOwnFormat<Name extends FormatName>(name: Name, choice: DisplayFormats[Name] | null): void {
	if (choice === null) forgetChoice(name);
	else storeChoice(name, choice);
}
