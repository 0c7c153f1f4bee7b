import { expect, it } from "vitest";
import { currentZoneName, zoneNames, zoneOfViewer } from "../../client/ui/time/zone-names";
import { Zone, zoneOffsetMinutes } from "../../shared/time/time-zones";

it.each([
	["Europe/Kiev", "Europe/Kyiv"],
	["Asia/Calcutta", "Asia/Kolkata"],
	["Europe/Lisbon", "Europe/Lisbon"],
	["UTC", "UTC"],
])("%s is shown as %s", (zone, name) => {
	expect(currentZoneName(zone)).toBe(name);
});

it.each([
	["Etc/Unknown", "UTC"],
	[undefined, "UTC"],
	["Asia/Calcutta", "Asia/Kolkata"],
	["Europe/Lisbon", "Europe/Lisbon"],
])("a system that says %s of its zone is shown times of %s", (text, zone) => {
	expect(zoneOfViewer(text)).toBe(zone);
});

it("offers each zone once, by a name that the console and the backend know, with the same time", () => {
	const names = zoneNames();
	expect(new Set(names).size).toBe(names.length);
	expect(names).toEqual(expect.arrayContaining(["UTC", "Europe/Kyiv", "Asia/Kolkata"]));
	expect(names).not.toContain("Asia/Calcutta");
	for (const name of names) expect(Zone.safeParse(name).success, name).toBe(true);
	for (const zone of Intl.supportedValuesOf("timeZone")) {
		for (const at of [Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1)]) {
			expect(zoneOffsetMinutes(currentZoneName(zone), at), zone).toBe(zoneOffsetMinutes(zone, at));
		}
	}
});
