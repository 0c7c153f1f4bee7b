import type { ChannelChoice } from "../../shared/alert/conditions/terms";
import type { ReportType } from "../../shared/report/report";
import { parseDeviceZone, type TimeRange } from "../../shared/time/time-zones";

type ReportSubject = {
	type?: ReportType;
	deviceIds?: readonly string[];
	groupIds?: readonly string[];
	channels?: readonly ChannelChoice[];
	span?: TimeRange;
	zone?: string;
};

/** Search parameters of a new report about a screen's content. */
export function reportSearch({ type, deviceIds = [], groupIds = [], channels = [], span, zone }: ReportSubject) {
	const named = zone === undefined || parseDeviceZone(zone) !== null ? undefined : zone;
	return {
		type,
		device: deviceIds.join(",") || undefined,
		group: groupIds.join(",") || undefined,
		channels: channelsText(channels),
		from: span && String(span.from),
		to: span && String(span.to),
		zone: named,
	};
}

/** JSON, because names may hold any separator. */
function channelsText(channels: readonly ChannelChoice[]): string | undefined {
	if (channels.length === 0) return undefined;
	const unique = new Set(channels.map(({ quantity, unit, name }) => JSON.stringify([quantity, unit, name])));
	return `[${[...unique].join(",")}]`;
}
