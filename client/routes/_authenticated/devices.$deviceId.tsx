import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { can } from "../../../shared/account/permissions";
import { minuteMs } from "../../../shared/base/durations";
import type { Device } from "../../../shared/device/device";
import type { GroupListRow } from "../../../shared/device/group";
import { deviceZone } from "../../../shared/time/time-zones";
import { useAccount } from "../../api/account";
import { useRefreshInterval } from "../../api/live";
import { deviceBy, groupList, plannedMutesOf } from "../../api/queries";
import { queryClient, warm } from "../../api/query-client";
import { leaveIfMissing, loadScreen } from "../../api/screen-loader";
import { trpc } from "../../api/trpc";
import { DeviceReadings, deviceDay, useSeries } from "../../chart/day-readings";
import { formatClock } from "../../entities/clock-labels";
import { AlertsTab } from "../../features/device-page/alerts-tab";
import { DevicePage } from "../../features/device-page/device-page";
import { DevicePageSearch, tabFromSearch } from "../../features/device-page/device-page-search";
import { deviceRights } from "../../features/device-page/device-rights";
import { OverviewTab } from "../../features/device-page/overview/overview-tab";
import type { NoteSubject } from "../../features/log/actions/note-dialog";
import { NewestEntries, newestInputOf } from "../../features/log/newest-entries";
import { exactSearch } from "../../features/log/state/log-state";
import { RoleGate } from "../../features/shell/role-gate";
import { ThingNotFound } from "../../features/shell/thing-not-found";
import { muteDenial } from "../../forms/mute";
import { PlannedMutesCard } from "../../forms/planned-mutes";
import { useIsWanted } from "../../ui/feedback/lazy-parts";
import { useRequestedSearch, useSearchEntry } from "../../ui/table/list-search";
import { useTickingNow } from "../../ui/time/relative-time";
import { t } from "../../words/made/device";

const NoteDialog = lazy(async () => ({ default: (await import("../../features/log/actions/note-dialog")).NoteDialog }));
const ImportDialog = lazy(async () => ({
	default: (await import("../../features/import/import-dialog")).ImportDialog,
}));
const DistributionTab = lazy(async () => ({
	default: (await import("../../features/device-page/distribution-tab")).DistributionTab,
}));
const SettingsTab = lazy(async () => ({
	default: (await import("../../features/device-page/settings/settings-tab")).SettingsTab,
}));

const alertsOf = (deviceId: string) => trpc.alert.getAlerts.queryOptions({ deviceId });
const alertEventsOf = (deviceId: string) => trpc.alert.getEvents.queryOptions({ deviceIds: [deviceId], limit: 20 });
const newestOf = (deviceId: string, now: number) => trpc.log.getLogs.queryOptions(newestInputOf(deviceId, now));

export const Route = createFileRoute("/_authenticated/devices/$deviceId")({
	validateSearch: DevicePageSearch,
	staticData: { title: "device" },
	loaderDeps: ({ search }) => ({ tab: tabFromSearch(search) }),
	loader: async ({ params: { deviceId }, deps: { tab }, preload }) => {
		const device = deviceBy(deviceId);
		const now = Date.now();
		await loadScreen(
			[
				warm(device),
				warm(groupList()),
				...(tab === "overview" ? [warm(deviceDay(deviceId, now))] : []),
				...(tab === "log" ? [warm(newestOf(deviceId, now))] : []),
				...(tab === "alerts"
					? [warm(alertsOf(deviceId)), warm(alertEventsOf(deviceId)), warm(plannedMutesOf({ deviceId }))]
					: []),
			],
			{ preload },
		);
		leaveIfMissing(device);
		return { title: queryClient.getQueryData(device.queryKey)?.name, now };
	},
	notFoundComponent: () => <ThingNotFound thing="device" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeDevices">
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
	const [isImporting, setIsImporting] = useState(false);
	const isImportWanted = useIsWanted(isImporting);
	return (
		<>
			<DevicePage
				device={device}
				groups={groups}
				tab={requestedTab}
				onNote={() => setNote({ deviceId, at: Date.now() })}
				onImport={() => setIsImporting(true)}
			>
				{(run) => (
					<Suspense>
						{tab === "overview" && <OverviewPart device={device} groups={groups} />}
						{tab === "log" && <LogPart device={device} onNote={setNote} />}
						{tab === "distribution" && <DistributionPart device={device} />}
						{tab === "alerts" && <AlertsPart device={device} />}
						{tab === "settings" && <SettingsTab key={deviceId} device={device} groups={groups} onAction={run} />}
					</Suspense>
				)}
			</DevicePage>
			<Suspense>
				{isNoteWanted && (
					<NoteDialog
						subject={note}
						devices={[device]}
						groups={groups.filter(({ id }) => device.groupIds.includes(id))}
						zone={deviceZone(device)}
						clockLabel={t("device.clock", { clock: formatClock(device) })}
						onClose={() => setNote(null)}
					/>
				)}
				{isImportWanted && (
					<ImportDialog
						opened={isImporting}
						onClose={() => setIsImporting(false)}
						deviceId={deviceId}
						devices={[device]}
					/>
				)}
			</Suspense>
		</>
	);
}

function OverviewPart({ device, groups }: { device: Device; groups: GroupListRow[] }) {
	const { me } = useAccount();
	const day = useSeries(deviceDay(device.id, useNow()));
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	return (
		<OverviewTab
			device={device}
			groups={groups}
			day={day}
			rejection={deviceRights(me, device).edit}
			chart={
				<DeviceReadings
					deviceId={device.id}
					series={day}
					search={Route.useSearch()}
					onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf({}) })}
				/>
			}
		/>
	);
}

function DistributionPart({ device }: { device: Device }) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	return (
		<DistributionTab
			device={device}
			search={Route.useSearch()}
			onSearch={(change) => void navigate({ search: (before) => ({ ...before, ...change }), ...entryOf({}) })}
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
			judgeDenial={deviceRights(me, device).judge}
			onOpen={(span) => void navigate({ to: "/log/", search: { device: device.id, ...exactSearch(span) } })}
		/>
	);
}

function AlertsPart({ device }: { device: Device }) {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const [alerts, events] = useSuspenseQueries({
		queries: [alertsOf(device.id), { ...alertEventsOf(device.id), refetchInterval }],
	});
	const mutes = <PlannedMutesCard of={{ deviceId: device.id }} denial={muteDenial(me, "muteDevices")} hasOwnClock />;
	return <AlertsTab device={device} alerts={alerts.data} events={events.data} mutes={mutes} />;
}

/** Starts at the loader's time, so that its responses are in the cache. */
function useNow(): number {
	return useTickingNow(minuteMs, Route.useLoaderData().now);
}
