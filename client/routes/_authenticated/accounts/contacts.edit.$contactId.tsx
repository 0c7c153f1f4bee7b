import { useQuery, useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { minuteMs } from "../../../../shared/base/durations";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { contactBy, contactGroupList, messagesOf, userList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { leaveIfMissing, loadScreenFor, mayBe } from "../../../api/screen-loader";
import { contactDenial } from "../../../features/contacts/contact-labels";
import { ContactPage } from "../../../features/contacts/contact-page";
import { ContactMessages } from "../../../features/messages/contact-messages";
import { logDenial } from "../../../features/messages/message-labels";
import { RoleGate } from "../../../features/shell/role-gate";
import { ThingNotFound } from "../../../features/shell/thing-not-found";
import { useHistoryAction } from "../../../forms/history-action";
import { useTickingNow } from "../../../ui/time/relative-time";

export const Route = createFileRoute("/_authenticated/accounts/contacts/edit/$contactId")({
	staticData: { title: "editContact" },
	loader: async ({ params: { contactId }, preload }) => {
		const contact = contactBy(contactId);
		const start = () => [
			warm(contact),
			warm(contactGroupList()),
			...(mayBe("viewUsers") ? [warm(userList())] : []),
			...(mayBe("viewMessages") ? [warm(messagesOf(contactId))] : []),
		];
		await loadScreenFor("viewContacts", start, { preload });
		leaveIfMissing(contact);
		return { title: queryClient.getQueryData(contact.queryKey)?.fullName };
	},
	notFoundComponent: () => <ThingNotFound thing="contact" />,
	component: () => (
		<RoleGate capability="viewContacts" act="seeContacts">
			<EditContactPage />
		</RoleGate>
	),
});

function EditContactPage() {
	const { contactId } = Route.useParams();
	const { me } = useAccount();
	const now = useTickingNow(minuteMs);
	const refetchInterval = useRefreshInterval();
	const [contact, groups] = useSuspenseQueries({
		queries: [{ ...contactBy(contactId), refetchInterval }, contactGroupList()],
	});
	const users = useQuery({ ...userList(), enabled: can(me.role, "viewUsers") });
	return (
		<ContactPage
			key={contactId}
			contact={contact.data}
			groups={groups.data}
			users={users.data ?? []}
			denial={contactDenial(me)}
			now={now}
			history={useHistoryAction(contactId)}
			deliveries={logDenial(me) === null ? <Deliveries contactId={contactId} /> : null}
		/>
	);
}

function Deliveries({ contactId }: { contactId: string }) {
	const refetchInterval = useRefreshInterval();
	const page = useQuery({ ...messagesOf(contactId), refetchInterval });
	return <ContactMessages contactId={contactId} messages={page.data?.messages} error={page.error} />;
}
