import { groupedBy } from "../../shared/base/lists";
import { quantityTitles } from "../../shared/formats/quantity-titles";
import type { ValueRange } from "../../shared/log/log";
import type { LogExport, LogExportHead } from "../../shared/log/log-export";
import { zoneOffsetMinutes } from "../../shared/time/time-zones";
import { channelTitle } from "./export-rows";
import { formatShownTime, zoneText } from "./export-table";

export type ExportSettings = [name: string, value: string][];

const mostNamed = 50;

type About = { query: LogExport; head: LogExportHead; now: number };

export function exportSettings({ query, head, now }: About): ExportSettings {
	const { companyName, from, to, zone } = head;
	return [
		["Company", companyName],
		["Filter", filterText(query, head)],
		["From", instantText(from, zone)],
		["To (not included)", instantText(to, zone)],
		["Zone", zoneText(zone)],
		["Times shown", query.clock === "device" ? "each device's own clock" : zoneText(zone)],
		["Form", query.form === "wide" ? "a row for each device and time" : "a row for each reading"],
		["Exported at", new Date(now).toISOString()],
		...computedColumns(head),
	];
}

function computedColumns({ channels }: LogExportHead): ExportSettings {
	const computed = channels.filter(({ formula }) => formula !== undefined);
	return [...groupedBy(computed, channelTitle)].map(([title, alike]) => {
		const formulas = new Set(alike.map(({ formula = "" }) => formula));
		return [`Computed: ${title}`, [...formulas].slice(0, mostNamed).join("; ")];
	});
}

function filterText(query: LogExport, { isFiltered, devices, groupNames, channels }: LogExportHead) {
	const { channelIds, kinds, levels, text, values, isOutOfLimits, isLate, isAfterGap } = query;
	const parts = [
		...(groupNames.length > 0 ? [`groups ${listed(groupNames)}`] : []),
		...(isFiltered ? [`devices ${listed(devices.map(({ name }) => name))}`] : ["all devices"]),
		...(channelIds ? [`channels ${listed([...new Set(channels.map(channelTitle))])}`] : []),
		...(kinds ? [`kinds ${listed(kinds)}`] : []),
		...(levels ? [`levels ${listed(levels)}`] : []),
		...(text === undefined ? [] : [`text ${JSON.stringify(text)}`]),
		...(values ? [`values ${rangeText(values, channels)}`] : []),
		...(isOutOfLimits ? ["only out of limits"] : []),
		...(isLate ? ["only late arrivals"] : []),
		...(isAfterGap ? ["only after gaps"] : []),
	];
	return parts.join("; ");
}

function rangeText({ min, max, quantity, channelId }: ValueRange, channels: LogExportHead["channels"]): string {
	const channel = channels.find(({ id }) => id === channelId);
	const subject = channel ? channelTitle(channel) : quantity && quantityTitles[quantity].toLowerCase();
	const of = subject === undefined ? "" : ` of ${subject}`;
	if (min === undefined) return `at most ${max}${of}`;
	return max === undefined ? `at least ${min}${of}` : `${min} to ${max}${of}`;
}

function listed(names: string[]): string {
	if (names.length === 0) return "none";
	const more = names.length - mostNamed;
	return `${names.slice(0, mostNamed).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

function instantText(at: number, zone: string): string {
	return `${new Date(at).toISOString()} (${formatShownTime(at, zoneOffsetMinutes(zone, at))})`;
}
