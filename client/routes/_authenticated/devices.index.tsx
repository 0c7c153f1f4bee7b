import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useCallback, useMemo, useState } from "react";
import { useAccount } from "../../api/account";
import { deviceListOf } from "../../api/device-list";
import { useRefreshInterval } from "../../api/live";
import { bulkProgress, deviceFacts, groupList, savedViews } from "../../api/queries";
import { warm } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { DeviceList } from "../../features/devices/device-list";
import { areFactColumnsShown } from "../../features/devices/device-list-state";
import {
	addWithSerial,
	archivedFilter,
	DevicesSearch,
	isSortedByFact,
	scannedSerial,
} from "../../features/devices/devices-search";
import { fleetDenials } from "../../features/devices/fleet-rights";
import { AddLinkDenied } from "../../features/devices/no-devices";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { ListPending } from "../../ui/table/list-pending";
import { openedEntry, useCloseEntry, useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { t } from "../../words/made/first-screen";

const AddDeviceDrawer = lazy(async () => ({
	default: (await import("../../features/devices/add-device-drawer")).AddDeviceDrawer,
}));
const ImportDevicesDialog = lazy(async () => ({
	default: (await import("../../features/devices/csv-import/import-devices-dialog")).ImportDevicesDialog,
}));
const ScanDialog = lazy(async () => ({
	default: (await import("../../features/devices/scan/scan-dialog")).ScanDialog,
}));

export const Route = createFileRoute("/_authenticated/devices/")({
	validateSearch: DevicesSearch,
	staticData: { title: "devices" },
	loaderDeps: ({ search }) => ({ archived: archivedFilter(search), isSortedByFact: isSortedByFact(search) }),
	loader: ({ deps: { archived, isSortedByFact }, preload }) =>
		loadScreen(
			[
				warm(deviceListOf(archived)),
				warm(groupList()),
				warm(bulkProgress()),
				warm(savedViews()),
				...(isSortedByFact || areFactColumnsShown() ? [warm(deviceFacts())] : []),
			],
			{ preload },
		),
	pendingComponent: () => <ListPending title={t("title.devices")} />,
	component: DevicesPage,
});

function DevicesPage() {
	const search = Route.useSearch();
	const requested = useRequestedSearch(DevicesSearch, search);
	const { archived } = search;
	// The rows of the other archived filter are not loaded yet.
	const listed = useMemo(() => ({ ...requested, archived }), [requested, archived]);
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const closeEntry = useCloseEntry();
	const { me } = useAccount();
	const [devices, groups] = useSuspenseQueries({
		queries: [{ ...deviceListOf(archivedFilter(search)), refetchInterval: useRefreshInterval() }, groupList()],
	});
	const { add: addDenial } = fleetDenials(me);
	const mayAdd = addDenial === undefined;
	// An old link may have an empty `add` or both parameters; two dialogs would cover each other.
	const [isScanning, setIsScanning] = useState(false);
	const isAdding = mayAdd && Boolean(search.add);
	const isImporting = mayAdd && !isAdding && Boolean(search.import);
	const isAddWanted = useIsWanted(isAdding);
	const isImportWanted = useIsWanted(isImporting);
	const changeSearch = useCallback(
		(change: DevicesSearch) => {
			const { state, ...entry } = entryOf(change);
			const isOpening = Boolean(change.add ?? change.import);
			void navigate({
				search: (before) => ({ ...before, ...change }),
				...entry,
				state: isOpening ? openedEntry : state,
			});
		},
		[navigate, entryOf],
	);
	const closeDialog = () =>
		closeEntry(() => {
			const search = (before: DevicesSearch) => ({ ...before, add: undefined, import: undefined });
			void navigate({ search, replace: true, resetScroll: false });
		});
	return (
		<>
			{addDenial !== undefined && Boolean(search.add ?? search.import) && (
				<AddLinkDenied denial={addDenial} onClose={closeDialog} />
			)}
			<DeviceList
				rows={devices.data}
				groups={groups.data}
				search={listed}
				rights={me}
				onSearch={changeSearch}
				onScan={() => setIsScanning(true)}
			/>
			<Suspense>
				{isAddWanted && (
					<AddDeviceDrawer
						isOpen={isAdding}
						serial={scannedSerial(search)}
						rows={devices.data}
						groups={groups.data}
						onClose={closeDialog}
					/>
				)}
				{isScanning && (
					<ScanDialog
						rows={devices.data}
						addDenial={addDenial}
						onAdd={(serial) => {
							setIsScanning(false);
							changeSearch({ add: addWithSerial(serial) });
						}}
						onOpen={(deviceId) => void navigate({ to: "/d/$deviceId", params: { deviceId } })}
						onClose={() => setIsScanning(false)}
					/>
				)}
				{isImportWanted && <ImportDevicesDialog isOpen={isImporting} groups={groups.data} onClose={closeDialog} />}
			</Suspense>
		</>
	);
}
