import { useQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { can } from "../../../../shared/account/permissions";
import type { AlertEventDetail } from "../../../../shared/alert/alert";
import { deviceZone } from "../../../../shared/time/time-zones";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { contactList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor } from "../../../api/screen-loader";
import { EventReadings, eventSeries, useSeries } from "../../../chart/day-readings";
import { formatClock } from "../../../entities/clock-labels";
import { denialOf } from "../../../entities/labels";
import { EventSearch } from "../../../features/alerts/alerts-search";
import { logSearchOf } from "../../../features/alerts/event-labels";
import { EventPage } from "../../../features/alerts/event-page";
import { assessmentOf, contactFromSearch, eventBy, whyOf } from "../../../features/alerts/event-queries";
import { WhyCard } from "../../../features/alerts/event-timeline";
import type { NoteSubject } from "../../../features/log/actions/note-dialog";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { useHistoryAction } from "../../../forms/history-action";
import { lazyPart, useIsWanted } from "../../../ui/feedback/lazy-parts";
import { useSearchEntry } from "../../../ui/table/list-search";

const AssessmentCard = lazyPart(async () => (await import("../../../features/alerts/assessment-card")).AssessmentCard);
const NoteDialog = lazy(async () => ({
	default: (await import("../../../features/log/actions/note-dialog")).NoteDialog,
}));

export const Route = createFileRoute("/_authenticated/alerts/events/$eventId")({
	validateSearch: EventSearch,
	staticData: { title: "event" },
	loaderDeps: ({ search: { contact } }) => ({ contact }),
	loader: async ({ params: { eventId }, deps, preload }) => {
		const contactId = contactFromSearch(deps);
		const event = eventBy(eventId);
		const start = () => [
			warm(event),
			warm(eventSeries(eventId)),
			warm(assessmentOf(eventId)),
			warm(contactList()),
			...(contactId === null ? [] : [warm(whyOf(eventId, contactId))]),
		];
		await loadScreenFor("viewFleet", start, { preload });
		leaveIfMissing(event);
		return { title: queryClient.getQueryData(event.queryKey)?.ruleName };
	},
	notFoundComponent: () => <ThingNotFound thing="event" />,
	component: () => (
		<RoleGate capability="viewFleet" act="seeAlerts">
			<OneEventPage />
		</RoleGate>
	),
});

function OneEventPage() {
	const { eventId } = Route.useParams();
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const [event, contacts] = useSuspenseQueries({
		queries: [{ ...eventBy(eventId), refetchInterval }, contactList()],
	});
	const [note, setNote] = useState<NoteSubject | null>(null);
	const isNoteWanted = useIsWanted(note !== null);
	const { device, deviceId, startedAt, endedAt } = event.data;
	const noted = { deviceId, at: startedAt, ...(endedAt !== null && endedAt > startedAt && { endsAt: endedAt }) };
	return (
		<>
			<EventPage
				event={event.data}
				userId={me.id}
				onNote={deviceId !== null && can(me.role, "addNotes") ? () => setNote(noted) : null}
				denial={can(me.role, "acknowledgeAlerts") ? null : denialOf("acknowledgeAlerts", "actOnAlerts")}
				history={useHistoryAction(eventId)}
				canReport={can(me.role, "editReports")}
				readings={event.data.deviceId !== null && <Readings event={event.data} />}
				assessment={
					<Suspense>
						<AssessmentCard eventId={eventId} mayAssess={can(me.role, "editReports")} />
					</Suspense>
				}
				why={<Why event={event.data} contacts={contacts.data.map(({ id, fullName }) => ({ id, name: fullName }))} />}
			/>
			<Suspense>
				{isNoteWanted && device && deviceId !== null && (
					<NoteDialog
						subject={note}
						devices={[{ id: deviceId, name: device.name }]}
						zone={deviceZone(device)}
						clockLabel={formatClock(device)}
						onClose={() => setNote(null)}
					/>
				)}
			</Suspense>
		</>
	);
}

function Readings({ event }: { event: AlertEventDetail }) {
	return <EventReadings event={event} around={logSearchOf(event)} series={useSeries(eventSeries(event.id))} />;
}

type WhyProps = { event: AlertEventDetail; contacts: { id: string; name: string }[] };

function Why({ event, contacts }: WhyProps) {
	const navigate = Route.useNavigate();
	const entryOf = useSearchEntry();
	const contactId = contactFromSearch(Route.useSearch());
	const result = useQuery({
		...whyOf(event.id, contactId ?? ""),
		enabled: contactId !== null,
		refetchInterval: useRefreshInterval(),
	});
	return (
		<WhyCard
			event={event}
			contacts={contacts}
			contactId={contactId}
			response={result}
			onContact={(chosen) => void navigate({ search: { contact: chosen ?? undefined }, ...entryOf({}) })}
		/>
	);
}
