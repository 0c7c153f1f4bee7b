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
import { t } from "../../../words/made/account";

const billingSummary = () => trpc.billing.getBillingSummary.queryOptions();
const billingDetails = () => trpc.billing.getBillingDetails.queryOptions();

export const Route = createFileRoute("/_authenticated/accounts/billing/")({
	staticData: { title: "billing" },
	loader: (context) =>
		loadScreenFor(
			"viewBilling",
			() => [warm(billingSummary()), ...(mayBe("editBilling") ? [warm(billingDetails())] : [])],
			context,
		),
	component: () => (
		<RoleGate capability="viewBilling" act="seeBilling">
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
	const failure = error ? t("billing.paymentUnknown", { reason: sentenceFor(error) }) : null;
	const withoutDetails = maySee ? failure : denialOf("editBilling", "seePrices");
	return <BillingOverview summary={summary} details={details} withoutDetails={withoutDetails} />;
}
