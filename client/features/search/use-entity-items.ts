import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import { can, type Role } from "../../../shared/permissions";
import { deviceList } from "../../api/device-list";
import { alertList, contactList, groupList, openEvents, reportList, userList } from "../../api/queries";
import { appConstants } from "../../base/app-constants";
import { alertItem, contactItem, deviceItem, eventItem, groupItem, reportItem, userItem } from "./entity-items";
import type { SearchItem } from "./find-items";

/** What a screen has just loaded is not fetched again. */
const staleTime = appConstants.refreshEveryMs;

type EntityItems = {
	items: SearchItem[];
	awaited: string[];
	missing: string[];
};

/** Loaded in one batch while the search is open. */
export function useEntityItems(role: Role, isOpen: boolean): EntityItems {
	const fleet = { staleTime, enabled: isOpen && can(role, "viewFleet") };
	const [devices, groups, alerts, events, contacts, reports, users] = useQueries({
		queries: [
			{ ...deviceList(), ...fleet },
			{ ...groupList(), ...fleet },
			{ ...alertList(), ...fleet },
			{ ...openEvents(), ...fleet },
			{
				...contactList(),
				staleTime,
				enabled: isOpen && can(role, "viewContacts"),
			},
			{ ...reportList(), ...fleet },
			{ ...userList(), staleTime, enabled: isOpen && can(role, "viewUsers") },
		],
	});
	const named = { devices, groups, alerts, events, contacts, reports, users };
	const namesOf = (isWanted: (query: (typeof named)[keyof typeof named]) => boolean) =>
		Object.entries(named).flatMap(([name, query]) => (isWanted(query) ? [name] : []));
	const items = useMemo(
		() => [
			...(devices.data ?? []).map(deviceItem),
			...(groups.data ?? []).map(groupItem),
			...(events.data?.events ?? []).map(eventItem),
			...(alerts.data ?? []).map(alertItem),
			...(contacts.data ?? []).map(contactItem),
			...(reports.data ?? []).map(reportItem),
			...(users.data ?? []).map(userItem),
		],
		[devices.data, groups.data, events.data, alerts.data, contacts.data, reports.data, users.data],
	);
	return {
		items,
		awaited: namesOf(({ isLoading, failureCount }) => isLoading && failureCount === 0),
		// Shown at the first failed attempt, since retries take a while.
		missing: namesOf(({ isError, isFetching, failureCount }) => isError || (isFetching && failureCount > 0)),
	};
}
