import { asDigits, type DisplayFormats, groupedDigits, type ValueStyle } from "../../shared/formats/display-formats";
import { formatValue } from "../../shared/formats/units";
import { announceChoices, useChoice } from "./browser-choice";
import { displayFormats, importUnits } from "./display-formats";

let reading: Pick<typeof import("./own-formats"), "ownStyle"> | null = null;
let isLoading = false;
let known: { formats: DisplayFormats; style: ValueStyle } | null = null;

export function valueStyle(): ValueStyle {
	const formats = displayFormats();
	if (known?.formats === formats) return known.style;
	const { decimalSign, temperatureUnit, units, ownUnits } = formats;
	if (!reading && (temperatureUnit !== "stored" || units || ownUnits)) void loadUnits();
	known = { formats, style: reading?.ownStyle(formats) ?? { decimalSign, units: null } };
	return known.style;
}

export function useValueStyle(): ValueStyle {
	return useChoice(valueStyle);
}

/** Screens wait for it, so that they need not be drawn again. */
export function areUnitsKnown(): boolean {
	valueStyle();
	return !isLoading;
}

export async function loadUnits(): Promise<void> {
	isLoading = true;
	try {
		reading = await importUnits();
		known = null;
	} catch {
		// Without the code, every value still has the unit in which it is shown; the watch for new versions records it.
	}
	isLoading = false;
	announceChoices();
}

export function valueText(value: number | null, format: Parameters<typeof formatValue>[1]): string {
	return formatValue(value, format, valueStyle());
}

export function digitsText(plain: string): string {
	return asDigits(plain, displayFormats());
}

export function groupedText(plain: string): string {
	return groupedDigits(plain, displayFormats());
}
