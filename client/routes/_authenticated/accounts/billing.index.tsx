import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { createFileRoute } from "@tanstack/react-router";
import { can } from "../../../../shared/account/permissions";
import { useAccount } from "../../../api/account";
import { sentenceFor } from "../../../api/api-error";
import { warm } from "../../../api/query-client";
import { loadScreenFor, mayBe } from "../../../api/screen-loader";
import { trpc } from "../../../api/trpc";
import { denialOf } from "../../../entities/labels";
import { BillingOverview } from "../../../features/billing/billing-overview";
import { useReadPayment } from "../../../features/billing/use-read-payment";
import { RoleGate } from "../../../features/shell/role-gate";

const billingSummary = () => trpc.billing.getBillingSummary.queryOptions();
const billingDetails = () => trpc.billing.getBillingDetails.queryOptions();

export const Route = createFileRoute("/_authenticated/accounts/billing/")({
	staticData: { title: "Billing" },
	loader: (context) =>
		loadScreenFor(
			"viewBilling",
			() => [warm(billingSummary()), ...(mayBe("editBilling") ? [warm(billingDetails())] : [])],
			context,
		),
	component: () => (
		<RoleGate capability="viewBilling" things="billing">
			<BillingPage />
		</RoleGate>
	),
});

function BillingPage() {
	const { me } = useAccount();
	const maySee = can(me.role, "editBilling");
	const { data: summary } = useSuspenseQuery(billingSummary());
	const { data: details = null, error } = useQuery({ ...billingDetails(), enabled: maySee });
	useReadPayment(maySee);
	const failure = error ? `How it is paid is not known: ${sentenceFor(error)}` : null;
	const withoutDetails = maySee ? failure : denialOf("editBilling", "prices, payment and invoices");
	return <BillingOverview summary={summary} details={details} withoutDetails={withoutDetails} />;
}
