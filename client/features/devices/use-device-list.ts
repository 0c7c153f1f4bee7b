import { useDeferredValue, useMemo } from "react";
import type { DeviceListRow } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { useShownColumns } from "../../ui/table/column-preferences";
import { useTickingNow } from "../../ui/time/relative-time";
import { deviceColumns } from "./device-columns";
import { filterDevices, sortDevices, unknownGroups, viewFromSearch } from "./device-view";
import type { DevicesSearch } from "./devices-search";
import { factColumnIds, isSortedByFact, listName } from "./facts-asked";
import { useDeviceFacts } from "./facts-of-devices";
import { readingColumns } from "./quantity-columns";

const minuteMs = 60_000;

type DeviceListParts = { rows: DeviceListRow[]; groups: GroupListRow[]; search: DevicesSearch };

/** What the list shows: the view that the address asks for, the columns, and the rows that match in their order. */
export function useDeviceList({ rows, groups, search }: DeviceListParts) {
	const { shown: wished } = useShownColumns<DeviceListRow>(listName, everyFactColumn);
	const facts = useDeviceFacts(isSortedByFact(search) || factColumnIds.some((id) => wished.includes(id)));
	// By its text: the columns stay the same ones while devices send.
	const readingsText = useMemo(() => JSON.stringify(readingColumns(rows)), [rows]);
	const hasAlerts = useMemo(() => rows.some(({ alertState }) => alertState !== undefined), [rows]);
	// Who asks for the fullest wants to see how full.
	const isMemoryAsked = search.memory !== undefined;
	const columns = useMemo(() => {
		const readings = JSON.parse(readingsText) as ReturnType<typeof readingColumns>; // written above
		return deviceColumns({ readings, hasAlerts, isMemoryAsked, groups, facts });
	}, [readingsText, hasAlerts, isMemoryAsked, groups, facts]);
	const columnChoice = useShownColumns(listName, columns);
	const known = useMemo(() => {
		const groupIds = new Set(groups.map(({ id }) => id));
		const columnIds = new Set(columns.filter(({ isSortable = true }) => isSortable).map(({ id }) => id));
		return { hasGroup: (id: string) => groupIds.has(id), hasColumn: (id: string) => columnIds.has(id) };
	}, [groups, columns]);
	const view = useMemo(() => viewFromSearch(search, known), [search, known]);
	// Typing and clicking answer at once; a long list follows when there is time.
	const asked = useDeferredValue(view);
	const present = useTickingNow(minuteMs);
	const now = asked.limits.silent === null ? 0 : present;
	const found = useMemo(() => filterDevices(rows, asked, now), [rows, asked, now]);
	const { sort } = asked;
	const matching = useMemo(() => sortDevices(found, columns, sort), [found, columns, sort]);
	return { view, columns, columnChoice, matching, now, leftOut: unknownGroups(search, known) };
}

/** Enough to know which of them are shown, before there are columns. The first of a list always stands, so it is no fact. */
const everyFactColumn = ["name", ...factColumnIds].map((id) => ({ id, header: id, isOptional: true }));
