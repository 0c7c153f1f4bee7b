import { useQuery, useSuspenseInfiniteQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { warm, warmPages } from "../../api/query-client";
import { loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../app-constants";
import { logPages } from "../../features/log/log-pages";
import { LogScreen } from "../../features/log/log-screen";
import { LogSearch } from "../../features/log/log-search";
import { logsInput, viewFromSearch } from "../../features/log/log-view";
import { ListPending } from "../../ui/list-pending";
import { readTimeDisplayMode, useTimeDisplayMode, viewerZone } from "../../ui/time-display";

const deviceList = () => trpc.device.getDevices.queryOptions();
const groupList = () => trpc.group.getGroups.queryOptions();
const wholeDevice = (deviceId: string) => trpc.device.getDevice.queryOptions({ deviceId });

export const Route = createFileRoute("/_authenticated/log/")({
	validateSearch: LogSearch,
	staticData: { title: "Log" },
	loaderDeps: ({ search }) => search,
	loader: ({ deps, preload }) => {
		const input = logsInput(viewFromSearch(deps), readTimeDisplayMode(), viewerZone);
		return loadScreen([warmPages(logPages(input)), warm(deviceList()), warm(groupList())], { preload });
	},
	pendingComponent: () => <ListPending title="Log" rows={12} />,
	component: LogPage,
});

function LogPage() {
	const search = Route.useSearch();
	const navigate = Route.useNavigate();
	const mode = useTimeDisplayMode();
	const view = viewFromSearch(search);
	const isRunning = !view.exact && view.offset === 0;
	const log = useSuspenseInfiniteQuery({
		...logPages(logsInput(view, mode, viewerZone)),
		refetchInterval: isRunning ? appConstants.refreshEveryMs : false,
	});
	const [devices, groups] = useSuspenseQueries({ queries: [deviceList(), groupList()] });
	const [onlyDevice, ...otherDevices] = view.deviceIds;
	const single = onlyDevice !== undefined && otherDevices.length === 0 ? onlyDevice : null;
	const device = useQuery({ ...wholeDevice(single ?? ""), enabled: single !== null });
	const changeSearch = (change: LogSearch) =>
		void navigate({ search: (before) => ({ ...before, ...change }), resetScroll: false });
	return (
		<LogScreen
			view={view}
			pages={log.data.pages}
			devices={devices.data}
			groups={groups.data}
			channels={single === null ? null : (device.data?.channels ?? [])}
			onOlder={log.hasNextPage ? () => void log.fetchNextPage() : null}
			isLoadingOlder={log.isFetchingNextPage}
			onSearch={changeSearch}
		/>
	);
}
