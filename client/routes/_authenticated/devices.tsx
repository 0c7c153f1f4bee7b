import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../shared/permissions";
import { useAccount } from "../../api/account";
import { warm } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../app-constants";
import { AddDeviceDrawer } from "../../features/devices/add-device-drawer";
import { DeviceList } from "../../features/devices/device-list";
import { DevicesSearch } from "../../features/devices/devices-search";
import { ListPending } from "../../ui/list-pending";

const deviceList = () => trpc.device.getDevices.queryOptions();
const groupList = () => trpc.group.getGroups.queryOptions();

export const Route = createFileRoute("/_authenticated/devices")({
	validateSearch: DevicesSearch,
	staticData: { title: "Devices" },
	loader: (context) => loadScreen([warm(deviceList()), warm(groupList())], context),
	pendingComponent: () => <ListPending title="Devices" />,
	component: DevicesPage,
});

function DevicesPage() {
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	const { me } = useAccount();
	const [devices, groups] = useSuspenseQueries({
		queries: [{ ...deviceList(), refetchInterval: appConstants.refreshEveryMs }, groupList()],
	});
	const canAdd = can(me.role, "editDevices");
	const changeSearch = (change: DevicesSearch) =>
		navigate({ search: (before) => ({ ...before, ...change }), replace: !("add" in change), resetScroll: false });
	return (
		<>
			<DeviceList rows={devices.data} groups={groups.data} search={search} canAdd={canAdd} onSearch={changeSearch} />
			<AddDeviceDrawer
				isOpen={canAdd && search.add !== undefined}
				groups={groups.data}
				onClose={() => changeSearch({ add: undefined })}
			/>
		</>
	);
}
