import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { knownRole, useAccount } from "../../../api/account";
import { lakeRecord, leavingRecord, ssoRecord } from "../../../api/later-queries";
import { companyRecord, groupList } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreen } from "../../../api/screen-loader";
import { CompanyInformation } from "../../../features/company/company-information";

export const Route = createFileRoute("/_authenticated/accounts/company/")({
	staticData: { title: "company" },
	loader: (context) => {
		const role = knownRole();
		// The role is unknown on the first screen; then the backend denies the query to other roles.
		const isOwner = role === undefined || can(role, "deleteAccount");
		const ofOwners = () => [warm(leavingRecord()), warm(lakeRecord()), warm(ssoRecord()), warm(groupList())];
		return loadScreen([warm(companyRecord()), ...(isOwner ? ofOwners() : [])], context);
	},
	component: CompanyPage,
});

function CompanyPage() {
	const { data } = useSuspenseQuery(companyRecord());
	return <CompanyInformation account={useAccount()} company={data} />;
}
