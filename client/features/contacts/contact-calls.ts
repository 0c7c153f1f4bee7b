import { useQueryClient } from "@tanstack/react-query";
import type { ContactDetails } from "../../../shared/message/contact";
import { trpc } from "../../api/trpc";

export function useRefreshContacts(): () => Promise<void> {
	const queryClient = useQueryClient();
	return async () => {
		await Promise.all([
			queryClient.invalidateQueries(trpc.account.getContacts.queryFilter()),
			queryClient.invalidateQueries(trpc.contact.pathFilter()),
			queryClient.invalidateQueries(trpc.message.pathFilter()),
			queryClient.invalidateQueries(trpc.alert.pathFilter()),
			queryClient.invalidateQueries(trpc.report.pathFilter()),
		]);
	};
}

export function useKeepContact(): (contact: ContactDetails) => Promise<void> {
	const queryClient = useQueryClient();
	const refresh = useRefreshContacts();
	return async (contact) => {
		queryClient.setQueryData(trpc.contact.getContact.queryKey({ contactId: contact.id }), contact);
		await refresh();
	};
}
