import type { DisplayFormats, ValueStyle } from "../../shared/formats/display-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";

/** The company's digits and units, in the words of a recipient's language. */
export function recipientStyle(formats: DisplayFormats, language: string): ValueStyle {
	return valueStyleOf(formats);
}
