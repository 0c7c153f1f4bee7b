import * as z from "zod/mini";
import { ChannelChoice } from "../../../../shared/alert/conditions/terms";
import { DeviceId, GroupId } from "../../../../shared/base/ids";
import { Instant } from "../../../../shared/base/instant";
import { specifiedFormats } from "../../../../shared/formats/display-formats";
import type { ReportLayout } from "../../../../shared/report/report";
import { chosenTypes } from "../../../../shared/report/report-types";
import { ZoneName } from "../../../../shared/time/time-zones";
import { displayFormats } from "../../../ui/display-formats";
import { chosenUnits } from "../../../ui/own-formats";
import { reportTemplates } from "../report-templates";
import type { NewReportSearch } from "../reports-search";
import { newReport, type ReportValues, rangeValuesOf, scopeValuesOf } from "./report-values";
import { scheduleValuesOf } from "./schedule-values";

/** `language`: the company's, for people who get reports. Absent: English. */
type Beginning = { accountZone: string; isScoped: boolean; language?: string | undefined };

export function beginReport(search: NewReportSearch, { accountZone, isScoped, language }: Beginning): ReportValues {
	const zone = ZoneName.safeParse(search.zone).data ?? accountZone;
	const layout = { ...usualLayout(zone), ...(language && language !== "en" && { language }) };
	const values: ReportValues = { ...newReport, zone, layout, ...templateValues(search.template, zone) };
	const { weekStart } = displayFormats();
	const begun = { ...values, range: { ...values.range, weekStart } };
	const type = chosenTypes.find((each) => each === search.type) ?? begun.type;
	return {
		...begun,
		type,
		...(search.summary === "yes" && { withSummary: true }),
		...scopeFrom(search, isScoped),
		channels: channelsFrom(search.channels),
		...periodFrom(search, zone),
	};
}

function templateValues(id: string | undefined, zone: string): Partial<ReportValues> {
	const template = reportTemplates.find((each) => each.id === id);
	if (!template) return {};
	const { name, description, type, range, format, schedule, withExcursions = false } = template;
	return {
		name,
		description,
		type,
		withExcursions,
		format,
		range: rangeValuesOf(range, zone),
		schedule: scheduleValuesOf(schedule, zone),
	};
}

function scopeFrom({ device, group }: NewReportSearch, isScoped: boolean) {
	const deviceIds = idsIn(device, (id) => DeviceId.safeParse(id).success);
	const groupIds = idsIn(group, (id) => GroupId.safeParse(id).success);
	if (deviceIds.length > 0) return scopeValuesOf({ deviceIds });
	if (groupIds.length > 0) return scopeValuesOf({ groupIds });
	return isScoped ? scopeValuesOf({ groupIds: [] }) : {};
}

function idsIn(text: string | undefined, isId: (id: string) => boolean): string[] {
	return [...new Set(text?.split(",").filter(isId))];
}

const NamedChannels = z.array(z.tuple([z.string(), z.string(), z.nullable(z.string())]));

function channelsFrom(text: string | undefined): ChannelChoice[] {
	try {
		const listed = NamedChannels.safeParse(JSON.parse(text ?? "[]")).data ?? [];
		return listed.flatMap(([quantity, unit, name]) => ChannelChoice.safeParse({ quantity, unit, name }).data ?? []);
	} catch {
		return []; // an address that a user has cut or edited
	}
}

function periodFrom({ from, to }: NewReportSearch, zone: string): Partial<ReportValues> {
	const [start, end] = [Instant.safeParse(Number(from)).data, Instant.safeParse(Number(to)).data];
	if (!from || !to || start === undefined || end === undefined || start >= end) return {};
	return { range: rangeValuesOf({ kind: "fixed", from: start, to: end }, zone) };
}

/** Reports have the year first and 24 hours, unless the user or the company chose a format. */
function usualLayout(zone: string): ReportLayout {
	const formats = displayFormats();
	const { dateOrder, hourCycle, decimalSign, temperatureUnit: temperature } = formats;
	const units = chosenUnits(formats);
	const isChosen = dateOrder !== specifiedFormats.dateOrder || hourCycle !== specifiedFormats.hourCycle;
	return {
		...newReport.layout,
		...(isChosen && { dateOrder, hourCycle }),
		...(decimalSign === "comma" && { csv: { separator: "semicolon", decimalSign } as const }),
		paper: usualPaper(zone),
		temperature,
		...(Object.keys(units).length > 0 && { units }),
	};
}

const letterZones =
	/^(US\/|America\/(New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Adak|Boise|Detroit|Juneau|Sitka|Nome|Metlakatla|Yakutat|Menominee|Puerto_Rico|Indiana\/|Kentucky\/|North_Dakota\/)|Pacific\/(Honolulu|Guam|Pago_Pago)$)/;

export function usualPaper(zone: string): "a4" | "letter" {
	return letterZones.test(zone) ? "letter" : "a4";
}
