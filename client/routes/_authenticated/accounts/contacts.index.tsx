import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { contactList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { ContactList } from "../../../features/contacts/contact-list";
import { RoleGate } from "../../../features/shell/role-gate";
import { ListPending } from "../../../ui/table/list-pending";
import { ListSearch } from "../../../ui/table/list-search";

export const Route = createFileRoute("/_authenticated/accounts/contacts/")({
	validateSearch: ListSearch,
	staticData: { title: "Contacts list" },
	loader: (context) => loadScreenFor("viewContacts", () => [warm(contactList())], context),
	pendingComponent: () => <ListPending title="Contacts" />,
	component: () => (
		<RoleGate capability="viewContacts" things="contacts">
			<ContactsPage />
		</RoleGate>
	),
});

function ContactsPage() {
	const { data } = useSuspenseQuery(contactList());
	return <ContactList rows={data} />;
}
