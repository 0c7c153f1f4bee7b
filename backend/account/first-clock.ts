import { countryCodes } from "../../shared/account/countries";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import type { NewAccount } from "../base/context";

type HourCycle = DisplayFormats["hourCycle"];

/** 24 hours where the time zone's country or the browser's language uses them. An unknown one does not count. */
export function firstHourCycle(timeZone: NewAccount["timeZone"], language: string | undefined): HourCycle {
	const country = countryOf(timeZone);
	const tags = [country && `und-${country}`, language].filter((tag) => tag !== undefined);
	return tags.some((tag) => localeOf(tag)?.getHourCycles()[0] === "h23") ? "24" : "12";
}

function countryOf(timeZone: string): string | undefined {
	const zone = canonicalZone(timeZone);
	return countryCodes.find((code) =>
		localeOf(`und-${code}`)
			?.getTimeZones()
			?.some((each) => canonicalZone(each) === zone),
	);
}

function canonicalZone(timeZone: string): string {
	return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}

/** Browsers name languages that are no tags, such as `en-US@posix`. */
function localeOf(tag: string): Intl.Locale | null {
	try {
		return new Intl.Locale(tag);
	} catch {
		return null;
	}
}
