import type { LogDevice } from "../../../shared/log/log";
import { clockZone, deviceZone, formatOffset, parseDeviceZone, type Zone } from "../../../shared/time/time-zones";
import { offsetChoices } from "../../entities/clock-labels";
import { viewerZone } from "../../ui/time/time-display";
import { t } from "../../words/made/import";

export function likelyZones(device: LogDevice, detected: Zone): { value: Zone; label: string }[] {
	const zones = [...new Set<Zone>([clockZone(device), "UTC", viewerZone, detected])];
	const named = zones.map((value) => ({ value, label: zoneLabel(value, device, detected) }));
	return [...named, ...fixedZones.filter(({ value }) => !zones.includes(value))];
}

const betweenHours = [-210, 210, 270, 330, 345, 390, 570];

const fixedZones = offsetChoices
	.filter(({ value }) => value !== "0" && (Number(value) % 60 === 0 || betweenHours.includes(Number(value))))
	.map(({ value, label }) => ({
		value: deviceZone({ timezoneOffset: Number(value), timeZoneRule: 2 }),
		label: t("zone.allYear", { zone: label }),
	}));

export function zoneLabel(zone: Zone, device: LogDevice, detected: Zone | null = null): string {
	if (zone === clockZone(device)) return t("zone.device");
	if (zone === viewerZone && zone !== "UTC") return t("zone.viewer", { zone: viewerZone });
	const clock = parseDeviceZone(zone);
	if (!clock) return zone;
	const offset = formatOffset(clock.timezoneOffset);
	return zone === detected ? t("zone.file", { offset }) : t("zone.offsetAllYear", { offset });
}
