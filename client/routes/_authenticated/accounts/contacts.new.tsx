import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { contactList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { RoleGate } from "../../../features/shell/role-gate";
import { NotAvailable } from "../../../ui/feedback/not-available";

export const Route = createFileRoute("/_authenticated/accounts/contacts/new")({
	staticData: { title: "Create New Contact" },
	loader: (context) => loadScreenFor("viewContacts", () => [warm(contactList())], context),
	component: () => (
		<RoleGate capability="viewContacts" things="contacts">
			<NewContactPage />
		</RoleGate>
	),
});

function NewContactPage() {
	const { data: contacts } = useSuspenseQuery(contactList());
	return (
		<NotAvailable
			title="Create New Contact"
			text="Contacts cannot be created here yet. A new contact would be somebody alerts and reports are sent to, without signing in."
			counts={[{ noun: "contact", count: contacts.length }]}
			list={{ to: "/accounts/contacts/", title: "All contacts" }}
		/>
	);
}
