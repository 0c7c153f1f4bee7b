import { createFileRoute } from "@tanstack/react-router";
import { useAccount } from "../../../api/account";
import { loadScreen } from "../../../api/screen-loader";
import { CompanyInformation } from "../../../features/company/company-information";

export const Route = createFileRoute("/_authenticated/accounts/company/")({
	staticData: { title: "Company Information" },
	loader: (context) => loadScreen([], context),
	component: () => <CompanyInformation account={useAccount()} />,
});
