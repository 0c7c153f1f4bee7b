import { countryCodes } from "../../shared/account/countries";
import { createBoundedCache } from "../../shared/base/bounded-cache";
import type { DisplayFormats } from "../../shared/formats/display-formats";
import { localeOf } from "../../shared/formats/language-formats";
import type { NewAccount } from "../base/context";

/** Country by time zone. The runtime takes 0.1 s to search the zones of all countries. */
const countries = createBoundedCache<string, string | null>(100);

type HourCycle = DisplayFormats["hourCycle"];

/** 24 hours where the time zone's country or the browser's language uses them. An unknown one does not count. */
export function firstHourCycle(timeZone: NewAccount["timeZone"], language: string | undefined): HourCycle {
	const country = countryOf(timeZone);
	const tags = [...(country === null ? [] : [`und-${country}`]), ...(language === undefined ? [] : [language])];
	return tags.some((tag) => localeOf(tag)?.getHourCycles()[0] === "h23") ? "24" : "12";
}

function countryOf(timeZone: string): string | null {
	const known = countries.get(timeZone);
	if (known !== undefined) return known;
	const zone = canonicalZone(timeZone);
	const isIn = (code: string) =>
		localeOf(`und-${code}`)
			?.getTimeZones()
			?.some((each) => canonicalZone(each) === zone);
	const country = countryCodes.find(isIn) ?? null;
	countries.set(timeZone, country);
	return country;
}

function canonicalZone(timeZone: string): string {
	return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}
