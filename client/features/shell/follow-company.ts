import { hashKey } from "@tanstack/react-query";
import { specifiedFormats } from "../../../shared/formats/display-formats";
import { readerFormats } from "../../../shared/formats/language-formats";
import { accountRecord } from "../../api/account";
import { queryClient } from "../../api/query-client";
import { pageLanguage } from "../../base/page-language";
import { setCompanyFormats } from "../../ui/display-formats";
import { announceBrand } from "../../ui/layout/shown-brand";

export function followCompany(): void {
	const { queryKey } = accountRecord();
	const accountHash = hashKey(queryKey);
	const take = () => {
		const account = queryClient.getQueryData(queryKey);
		if (!account) return;
		setCompanyFormats(readerFormats(account.formats ?? specifiedFormats, pageLanguage, account.language));
		announceBrand(account.brand);
	};
	take();
	queryClient.getQueryCache().subscribe(({ type, query }) => {
		if (type === "updated" && query.queryHash === accountHash) take();
	});
}
