import { ownValue } from "../../../shared/base/own-value";
import { ZoneName } from "../../../shared/time/time-zones";

/** Browsers still return the former names of these zones, as the Unicode data has them. */
const renamed: Record<string, string> = {
	"Africa/Asmera": "Africa/Asmara",
	"America/Buenos_Aires": "America/Argentina/Buenos_Aires",
	"America/Catamarca": "America/Argentina/Catamarca",
	"America/Coral_Harbour": "America/Atikokan",
	"America/Cordoba": "America/Argentina/Cordoba",
	"America/Godthab": "America/Nuuk",
	"America/Indianapolis": "America/Indiana/Indianapolis",
	"America/Jujuy": "America/Argentina/Jujuy",
	"America/Louisville": "America/Kentucky/Louisville",
	"America/Mendoza": "America/Argentina/Mendoza",
	"Asia/Calcutta": "Asia/Kolkata",
	"Asia/Katmandu": "Asia/Kathmandu",
	"Asia/Rangoon": "Asia/Yangon",
	"Asia/Saigon": "Asia/Ho_Chi_Minh",
	"Atlantic/Faeroe": "Atlantic/Faroe",
	"Europe/Kiev": "Europe/Kyiv",
	"Pacific/Enderbury": "Pacific/Kanton",
	"Pacific/Ponape": "Pacific/Pohnpei",
	"Pacific/Truk": "Pacific/Chuuk",
};

export function currentZoneName(zone: string): string {
	return ownValue(renamed, zone) ?? zone;
}

/** The browser's own zone, or UTC: a system without a valid zone returns an unknown name or none. */
export function zoneOfViewer(text: string | undefined): string {
	const zone = currentZoneName(text ?? "");
	return ZoneName.safeParse(zone).success ? zone : "UTC";
}

export function zoneNames(): string[] {
	return [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone").map(currentZoneName)])].sort();
}
