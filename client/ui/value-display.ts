import { asDigits, type DisplayFormats, groupedDigits, type ValueStyle } from "../../shared/formats/display-formats";
import { formatValue } from "../../shared/formats/units";
import { announceChoices, useChoice } from "./browser-choice";
import { displayFormats } from "./display-formats";

let reading: Pick<typeof import("../../shared/formats/reading-units"), "valueStyleOf"> | null = null;
let known: { formats: DisplayFormats; style: ValueStyle } | null = null;

/** Until the code of units is loaded, values are read as measured. */
export function valueStyle(): ValueStyle {
	const formats = displayFormats();
	if (known?.formats === formats) return known.style;
	const { decimalSign, temperatureUnit, units } = formats;
	if (!reading && (temperatureUnit !== "stored" || units)) void loadUnits();
	known = { formats, style: reading?.valueStyleOf(formats) ?? { decimalSign, units: null } };
	return known.style;
}

export function useValueStyle(): ValueStyle {
	return useChoice(valueStyle);
}

export async function loadUnits(): Promise<void> {
	try {
		reading ??= await import("../../shared/formats/reading-units");
	} catch {
		// The watch for new versions has recorded it. Every value still has the unit in which it is shown.
		return;
	}
	known = null;
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
