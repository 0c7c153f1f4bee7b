import { keepPreviousData, useQuery, useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useState } from "react";
import type { Device } from "../../../shared/device";
import type { GroupListRow } from "../../../shared/group";
import { can } from "../../../shared/permissions";
import { deviceZone } from "../../../shared/time-zones";
import { Quantity } from "../../../shared/units";
import { useAccount } from "../../api/account";
import { useRefreshInterval } from "../../api/live";
import { deviceBy, groupList } from "../../api/queries";
import { justLoadedMs, queryClient, warm } from "../../api/query-client";
import { leaveIfMissing, loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { formatClock } from "../../entities/clock-labels";
import { AlertsTab } from "../../features/device-page/alerts-tab";
import { DevicePage } from "../../features/device-page/device-page";
import { DevicePageSearch, tabFromSearch } from "../../features/device-page/device-page-search";
import { deviceRights } from "../../features/device-page/device-rights";
import { sparklineInput } from "../../features/device-page/overview/latest-card";
import { OverviewTab } from "../../features/device-page/overview/overview-tab";
import { chartChoice, searchOfChoice } from "../../features/log/chart-choice";
import { DeviceReadings } from "../../features/log/day-readings";
import { exactSearch } from "../../features/log/log-state";
import { NewestEntries, newestInputOf } from "../../features/log/newest-entries";
import type { NoteSubject } from "../../features/log/note-dialog";
import { RoleGate } from "../../features/shell/role-gate";
import { ThingNotFound } from "../../features/shell/thing-not-found";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { useTickingNow } from "../../ui/time/relative-time";

const NoteDialog = lazy(async () => ({ default: (await import("../../features/log/note-dialog")).NoteDialog }));
const SettingsTab = lazy(async () => ({
	default: (await import("../../features/device-page/settings/settings-tab")).SettingsTab,
}));

const minuteMs = 60_000;
const alertsOf = (deviceId: string) => trpc.alert.getAlerts.queryOptions({ deviceId });
const alertEventsOf = (deviceId: string) => trpc.alert.getEvents.queryOptions({ deviceIds: [deviceId], limit: 20 });
const dayOf = (deviceId: string, now: number) => trpc.log.getSeries.queryOptions(sparklineInput(deviceId, now));
const newestOf = (deviceId: string, now: number) => trpc.log.getLogs.queryOptions(newestInputOf(deviceId, now));

export const Route = createFileRoute("/_authenticated/devices/$deviceId")({
	validateSearch: DevicePageSearch,
	staticData: { title: "Device" },
	loaderDeps: ({ search }) => ({ tab: tabFromSearch(search) }),
	loader: async ({ params: { deviceId }, deps: { tab }, preload }) => {
		const device = deviceBy(deviceId);
		const now = Date.now();
		await loadScreen(
			[
				warm(device),
				warm(groupList()),
				...(tab === "overview" ? [warm(dayOf(deviceId, now))] : []),
				...(tab === "log" ? [warm(newestOf(deviceId, now))] : []),
				...(tab === "alerts" ? [warm(alertsOf(deviceId)), warm(alertEventsOf(deviceId))] : []),
			],
			{ preload },
		);
		leaveIfMissing(device);
		return { title: queryClient.getQueryData(device.queryKey)?.name, now };
	},
	notFoundComponent: () => <ThingNotFound thing="device" />,
	component: () => (
		<RoleGate capability="viewFleet" things="devices">
			<OneDevicePage />
		</RoleGate>
	),
});

function OneDevicePage() {
	const { deviceId } = Route.useParams();
	const search = Route.useSearch();
	const tab = tabFromSearch(search);
	const requestedTab = tabFromSearch(useRequestedSearch(DevicePageSearch, search));
	const { data: device } = useSuspenseQuery({ ...deviceBy(deviceId), refetchInterval: useRefreshInterval() });
	const { data: groups } = useSuspenseQuery(groupList());
	const [note, setNote] = useState<NoteSubject | null>(null);
	const isNoteWanted = useIsWanted(note !== null);
	return (
		<>
			<DevicePage
				device={device}
				groups={groups}
				tab={requestedTab}
				onNote={() => setNote({ deviceId, at: Date.now() })}
			>
				{(act) => (
					<Suspense>
						{tab === "overview" && <OverviewPart device={device} groups={groups} />}
						{tab === "log" && <LogPart device={device} onNote={setNote} />}
						{tab === "alerts" && <AlertsPart device={device} />}
						{tab === "settings" && <SettingsTab key={deviceId} device={device} groups={groups} onAction={act} />}
					</Suspense>
				)}
			</DevicePage>
			<Suspense>
				{isNoteWanted && (
					<NoteDialog
						subject={note}
						devices={[device]}
						zone={deviceZone(device)}
						clockLabel={`the device clock, ${formatClock(device)}`}
						onClose={() => setNote(null)}
					/>
				)}
			</Suspense>
		</>
	);
}

function OverviewPart({ device, groups }: { device: Device; groups: GroupListRow[] }) {
	const { me } = useAccount();
	const day = useQuery({
		...dayOf(device.id, useNow()),
		refetchInterval: useRefreshInterval(),
		staleTime: justLoadedMs,
		placeholderData: keepPreviousData,
	});
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const { quantity, lines, hide } = Route.useSearch();
	const choice = useMemo(() => chartChoice({ lines, hide }), [lines, hide]);
	const change = (next: DevicePageSearch) =>
		void navigate({ search: (before) => ({ ...before, ...next }), ...entryOf({}) });
	return (
		<OverviewTab
			device={device}
			groups={groups}
			day={day.data ?? (day.isError ? "none" : "pending")}
			refusal={deviceRights(me, device).edit}
			chart={
				<DeviceReadings
					device={device}
					quantity={Quantity.safeParse(quantity).data ?? null}
					series={day.data ?? (day.isError ? null : undefined)}
					choice={choice}
					onChoice={(chosen) => change(searchOfChoice(chosen))}
					onChoose={(chosen) => change({ quantity: chosen })}
					onSpan={(span) => void navigate({ to: "/log/", search: { device: device.id, ...exactSearch(span) } })}
				/>
			}
		/>
	);
}

function LogPart({ device, onNote }: { device: Device; onNote: (subject: NoteSubject) => void }) {
	const { me } = useAccount();
	const navigate = Route.useNavigate();
	const now = useNow();
	const { data: page } = useSuspenseQuery({ ...newestOf(device.id, now), refetchInterval: useRefreshInterval() });
	return (
		<NewestEntries
			deviceId={device.id}
			input={newestInputOf(device.id, now)}
			page={page}
			onNote={can(me.role, "addNotes") ? onNote : null}
			onOpen={({ from, to }) =>
				void navigate({ to: "/log/", search: { device: device.id, from: String(from), to: String(to) } })
			}
		/>
	);
}

function AlertsPart({ device }: { device: Device }) {
	const refetchInterval = useRefreshInterval();
	const [alerts, events] = useSuspenseQueries({
		queries: [alertsOf(device.id), { ...alertEventsOf(device.id), refetchInterval }],
	});
	return <AlertsTab device={device} alerts={alerts.data} events={events.data} />;
}

/** Not before the loader's time, so that its answers are in the cache. */
function useNow(): number {
	return Math.max(Route.useLoaderData().now, useTickingNow(minuteMs));
}
