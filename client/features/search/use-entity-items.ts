import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { can, type Role } from "../../../shared/account/permissions";
import type { DeviceListRow } from "../../../shared/device/device";
import { accountRecord } from "../../api/account";
import { deviceList } from "../../api/device-list";
import { rosterList } from "../../api/later-queries";
import { alertList, contactList, groupList, openEvents, reportList, savedViews, userList } from "../../api/queries";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import {
	alertItem,
	contactItem,
	deviceItem,
	eventItem,
	groupItem,
	reportItem,
	rosterItem,
	userItem,
	viewItems,
} from "./entity-items";
import type { SearchItem } from "./find-items";
import { nameTyped } from "./named-commands";
import type { SearchPage } from "./page-and-action-items";

const staleTime = appConstants.refreshEveryMs;

const loadedKinds = [
	"devices",
	"groups",
	"alerts",
	"events",
	"contacts",
	"rosters",
	"reports",
	"users",
	"views",
] as const;
export type LoadedKind = (typeof loadedKinds)[number];

type EntityItems = {
	items: SearchItem[];
	awaited: LoadedKind[];
	missing: LoadedKind[];
};

type Search = { role: Role; isOpen: boolean; text: string; pages: SearchPage[] };

/** Loads in one batch while the search is open. Of many devices, loads those that match the typed text. */
export function useEntityItems({ role, isOpen, text, pages }: Search): EntityItems {
	const fleet = { staleTime, enabled: isOpen && can(role, "viewFleet") };
	const isAsked = useHasManyDevices();
	const found = useFoundDevices(nameTyped(text), fleet.enabled && isAsked);
	const [listed, groups, alerts, events, contacts, rosters, reports, users, views] = useQueries({
		queries: [
			{ ...deviceList(), ...fleet, enabled: fleet.enabled && !isAsked },
			{ ...groupList(), ...fleet },
			{ ...alertList(), ...fleet },
			{ ...openEvents(), ...fleet },
			{
				...contactList(),
				staleTime,
				enabled: isOpen && can(role, "viewContacts"),
			},
			{ ...rosterList(), staleTime, enabled: isOpen && can(role, "viewContacts") },
			{ ...reportList(), ...fleet },
			{ ...userList(), staleTime, enabled: isOpen && can(role, "viewUsers") },
			{ ...savedViews(), ...fleet },
		],
	});
	const devices = isAsked ? found : listed;
	const named = { devices, groups, alerts, events, contacts, rosters, reports, users, views };
	const namesOf = (isWanted: (query: (typeof named)[keyof typeof named]) => boolean) =>
		loadedKinds.filter((name) => isWanted(named[name]));
	const items = useMemo(
		() => [
			...(devices.data ?? []).map(deviceItem),
			...(groups.data ?? []).map(groupItem),
			...(events.data?.events ?? []).map(eventItem),
			...(alerts.data ?? []).map(alertItem),
			...(contacts.data ?? []).map(contactItem),
			...(rosters.data ?? []).map(rosterItem),
			...(reports.data ?? []).map(reportItem),
			...(users.data ?? []).map(userItem),
			...viewItems(views.data ?? [], { pages, role }),
		],
		[
			devices.data,
			groups.data,
			events.data,
			alerts.data,
			contacts.data,
			rosters.data,
			reports.data,
			users.data,
			views.data,
			pages,
			role,
		],
	);
	return {
		items,
		awaited: namesOf(({ isLoading, failureCount }) => isLoading && failureCount === 0),
		missing: namesOf(({ isError, isFetching, failureCount }) => isError || (isFetching && failureCount > 0)),
	};
}

function useHasManyDevices(): boolean {
	const isKept = useQueryClient().getQueryData(deviceList().queryKey) !== undefined;
	const { data } = useQuery({ ...accountRecord(), enabled: false });
	return !isKept && data?.hasManyDevices === true;
}

const mostFound = 200;
const longestSearch = 128;

/** Searches all words at once: the first results of one word may lack the matches of all. */
function useFoundDevices(text: string, isAsked: boolean) {
	const [typed] = useDebouncedValue(text, appConstants.filterDelayMs);
	const search = typed.trim().slice(0, longestSearch);
	const input = { search, isByWords: true, sort: "name", limit: mostFound } as const;
	return useQuery({
		...trpc.device.getDevices.queryOptions(input),
		enabled: isAsked && search !== "",
		placeholderData: keepPreviousData<DeviceListRow[]>,
		staleTime,
	});
}
