import { useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { warm } from "../../../api/query-client";
import { loadScreenFor } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { BillingOverview } from "../../../features/billing/billing-overview";
import { RoleGate } from "../../../features/shell/role-gate";

const billingSummary = () => trpc.billing.getBillingSummary.queryOptions();

export const Route = createFileRoute("/_authenticated/accounts/billing/")({
	staticData: { title: "Billing" },
	loader: (context) => loadScreenFor("viewBilling", () => [warm(billingSummary())], context),
	component: () => (
		<RoleGate capability="viewBilling" things="billing">
			<BillingPage />
		</RoleGate>
	),
});

function BillingPage() {
	const { data } = useSuspenseQuery(billingSummary());
	return <BillingOverview summary={data} />;
}
