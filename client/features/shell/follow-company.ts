import { hashKey } from "@tanstack/react-query";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import { accountRecord } from "../../api/account";
import { queryClient } from "../../api/query-client";
import { setCompanyFormats } from "../../ui/display-formats";
import { announceBrand } from "../../ui/layout/shown-brand";

export function followCompany(): void {
	const { queryKey } = accountRecord();
	const accountHash = hashKey(queryKey);
	const take = () => {
		const account = queryClient.getQueryData(queryKey);
		if (!account) return;
		setCompanyFormats(account.formats ?? specifiedFormats);
		announceBrand(account.brand);
	};
	take();
	queryClient.getQueryCache().subscribe(({ type, query }) => {
		if (type === "updated" && query.queryHash === accountHash) take();
	});
}
