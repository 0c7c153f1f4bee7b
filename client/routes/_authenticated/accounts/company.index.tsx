import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { companyRecord } from "../../../api/queries";
import { warm } from "../../../api/query-client";
import { loadScreen } from "../../../api/screen-loader";
import { CompanyInformation } from "../../../features/company/company-information";

export const Route = createFileRoute("/_authenticated/accounts/company/")({
	staticData: { title: "Company Information" },
	loader: (context) => loadScreen([warm(companyRecord())], context),
	component: CompanyPage,
});

function CompanyPage() {
	const { data } = useSuspenseQuery(companyRecord());
	return <CompanyInformation account={useAccount()} company={data} />;
}
