import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute, notFound } from "@tanstack/react-router";
import { contactList } from "../../../api/queries";
import { queryClient, warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { ContactDetail } from "../../../features/contacts/contact-detail";
import { RouteNotFound } from "../../../features/shell/error-screens";
import { RoleGate } from "../../../features/shell/role-gate";

export const Route = createFileRoute("/_authenticated/accounts/contacts/edit/$contactId")({
	staticData: { title: "Edit Contact" },
	loader: async ({ params, preload }) => {
		await loadScreenFor("viewContacts", () => [warm(contactList())], { preload });
		const contacts = queryClient.getQueryData(contactList().queryKey);
		const contact = contacts?.find(({ id }) => id === params.contactId);
		if (contacts && !contact) throw notFound();
		return { title: contact?.fullName };
	},
	notFoundComponent: RouteNotFound,
	component: () => (
		<RoleGate capability="viewContacts" things="contacts">
			<EditContactPage />
		</RoleGate>
	),
});

function EditContactPage() {
	const { contactId } = Route.useParams();
	const { data } = useSuspenseQuery(contactList());
	const contact = data.find(({ id }) => id === contactId);
	return contact ? <ContactDetail contact={contact} /> : <RouteNotFound />;
}
