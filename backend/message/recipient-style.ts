import type { DisplayFormats, ValueStyle } from "../../shared/formats/display-formats";
import { valueStyleOf } from "../../shared/formats/reading-units";
import { wordsIn } from "../../shared/words/made/sentences-in";

/** The company's digits and units, in the words of a recipient's language. */
export function recipientStyle(formats: DisplayFormats, language: string): ValueStyle {
	return { ...valueStyleOf(formats), say: wordsIn(language, formats) };
}
