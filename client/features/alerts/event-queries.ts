import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { AlertEventState, EventsOf, type GetAlertEvents } from "../../../shared/alert/alert";
import { AlertSeverity } from "../../../shared/alert/conditions/terms";
import { AlertEventId, AlertId, ContactId, DeviceId, GroupId } from "../../../shared/base/ids";
import { trpc } from "../../api/trpc";
import { chosenFrom } from "../../ui/table/list-rows";
import type { AlertsSearch, EventSearch } from "./alerts-search";

// A file of its own: every page loads the code of routes.

export type EventFilters = Pick<
	NonNullable<GetAlertEvents>,
	"states" | "severities" | "alertIds" | "deviceIds" | "groupIds" | "partOf" | "isFolded" | "isUnreached" | "whose"
>;

export const unreached = "unreached";

export function eventFilters({ status, severity, rule, device, group, of, whose }: AlertsSearch): EventFilters {
	const states = chosenFrom(status, isOneOf(AlertEventState.options));
	const severities = chosenFrom(severity, isOneOf(AlertSeverity.options));
	const [alertId, deviceId, groupId] = [AlertId.safeParse(rule), DeviceId.safeParse(device), GroupId.safeParse(group)];
	const whole = AlertEventId.safeParse(of);
	const own = EventsOf.safeParse(whose);
	// A filter by device, rule or person shows that subject's own events, not folded ones.
	const isFolded = ![alertId, deviceId, groupId, whole, own].some(({ success }) => success);
	return {
		...(isFolded && { isFolded }),
		...(whole.success && { partOf: whole.data }),
		...(own.success && { whose: own.data }),
		...(status === unreached && { isUnreached: true }),
		...(states.length > 0 && { states }),
		...(severities.length > 0 && { severities }),
		...(alertId.success && { alertIds: [alertId.data] }),
		...(deviceId.success && { deviceIds: [deviceId.data] }),
		...(groupId.success && { groupIds: [groupId.data] }),
	};
}

export function eventParameters(filters: EventFilters): Record<string, string> {
	const { states, severities, alertIds, deviceIds, groupIds, partOf, isFolded, isUnreached } = filters;
	const lists = { state: states, severity: severities, rule: alertIds, device: deviceIds, group: groupIds };
	return {
		...Object.fromEntries(
			Object.entries(lists).flatMap(([name, values]) => (values ? [[name, values.join(",")]] : [])),
		),
		...(partOf !== undefined && { partOf }),
		...(isFolded && { folded: "true" }),
		...(isUnreached && { unreached: "true" }),
	};
}

function isOneOf<Option extends string>(options: readonly Option[]): (text: string) => text is Option {
	return (text): text is Option => options.some((option) => option === text);
}

export const eventPages = (filters: EventFilters) =>
	infiniteQueryOptions(
		trpc.alert.getEvents.infiniteQueryOptions(filters, { getNextPageParam: ({ nextCursor }) => nextCursor }),
	);

export const eventBy = (eventId: string) => queryOptions(trpc.alert.getEvent.queryOptions({ eventId }));

export const assessmentOf = (eventId: string) => queryOptions(trpc.report.getAssessment.queryOptions({ eventId }));

export const whyOf = (eventId: string, contactId: string) =>
	queryOptions(trpc.alert.getWhy.queryOptions({ eventId, contactId }));

export function contactFromSearch({ contact }: EventSearch): string | null {
	return ContactId.safeParse(contact).data ?? null;
}
