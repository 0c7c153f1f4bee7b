import { useSuspenseQueries } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { minuteMs } from "../../../../shared/base/durations";
import { useAccount } from "../../../api/account";
import { useRefreshInterval } from "../../../api/live";
import { contactGroupList, contactList, savedViews } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { contactDenial } from "../../../features/contacts/contact-labels";
import { ContactList } from "../../../features/contacts/contact-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";
import { useTickingNow } from "../../../ui/time/relative-time";
import { t } from "../../../words/made/first-screen";

export const Route = createFileRoute("/_authenticated/accounts/contacts/")({
	validateSearch: ListSearch,
	staticData: { title: "contacts" },
	loader: (context) =>
		loadScreenFor("viewContacts", () => [warm(contactList()), warm(contactGroupList()), warm(savedViews())], context),
	pendingComponent: () => <ListPending title={t("title.contacts")} />,
	component: () => (
		<RoleGate capability="viewContacts" act="seeContacts">
			<ContactsPage />
		</RoleGate>
	),
});

function ContactsPage() {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const now = useTickingNow(minuteMs);
	const [contacts, groups] = useSuspenseQueries({
		queries: [{ ...contactList(), refetchInterval }, contactGroupList()],
	});
	return <ContactList rows={contacts.data} groups={groups.data} denial={contactDenial(me)} now={now} />;
}
