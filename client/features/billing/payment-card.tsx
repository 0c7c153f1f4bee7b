import { useState } from "react";
import type { BillingDetails, PaymentPage, PlanOffer } from "../../../shared/account/billing";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { FormFailure } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import classes from "./billing.module.css";
import { priceLabel, smallestUnitsLabel } from "./money-label";
import { planContents } from "./plan-contents";

const denials: Record<Extract<PaymentPage, { refused: string }>["refused"], string> = {
	notSetUp: "Payment is not set up on this console. Ask whoever runs it.",
	unavailable: "The payment page could not be opened. Nothing was charged: try again in a minute.",
	subscribed: "Your account has a subscription already. Change it with “Manage payment”.",
	notSubscribed: "There is no payment to manage yet. Choose a plan first.",
	held: "The account was restored to an earlier point. An owner must release it first, so that nothing is paid twice.",
	notPayable: "This plan is by agreement. Ask whoever runs this console.",
};

function usePaymentPage() {
	const { isBusy, error, run } = useRun();
	const [denied, setDenied] = useState<string | null>(null);
	const leave = (ask: () => Promise<PaymentPage>) =>
		void run(async () => {
			setDenied(null);
			const page = await ask();
			if ("url" in page) window.location.assign(page.url);
			else setDenied(denials[page.refused]);
		});
	return { isBusy, failure: error === null ? denied : sentenceFor(error), leave };
}

export function PaymentCard({ details }: { details: BillingDetails }) {
	const { isBusy, failure, leave } = usePaymentPage();
	const { billing, plans, plan, currency, hasSubscription } = details;
	if (billing === "none") {
		return (
			<Card title="Payment">
				<NoRows>Payment is not set up on this console, and nothing is billed.</NoRows>
			</Card>
		);
	}
	const others = plans.filter(({ id }) => id !== plan?.id);
	const manage = (
		<GuardedButton denial={null} isLoading={isBusy} onClick={() => leave(() => trpcClient.billing.openPortal.mutate())}>
			Manage payment
		</GuardedButton>
	);
	return (
		<Card title="Payment" action={hasSubscription ? manage : undefined}>
			{billing === "statements" && (
				<NoRows>
					Payment is not set up on this console: whoever runs it bills you by agreement, after the statements of use. To
					change the plan, ask them.
				</NoRows>
			)}
			{billing === "stripe" && <NoRows>{paidText(details)}</NoRows>}
			<div className={classes.failure}>
				<FormFailure failure={failure} />
			</div>
			{others.length > 0 && (
				<Rows
					rows={others.map((offer) => ({
						key: offer.id,
						name: `${offer.name}: ${priceLabel(offer, currency)}`,
						under: planContents(offer),
						...(billing === "stripe" && {
							end: <ChoosePlan offer={offer} hasSubscription={hasSubscription} isBusy={isBusy} leave={leave} />,
						}),
					}))}
				/>
			)}
		</Card>
	);
}

function paidText({ paymentMethod, nextInvoice, hasSubscription, readAt }: BillingDetails): string {
	if (!hasSubscription) return "No subscription. Choose a plan to pay for it by card on a page of Stripe.";
	const by = paymentMethod
		? `Paid by ${paymentMethod.brand}${paymentMethod.last4 ? ` ending in ${paymentMethod.last4}` : ""}${paymentMethod.expires ? `, valid until ${paymentMethod.expires}` : ""}.`
		: "No way to pay is stored.";
	const next = nextInvoice
		? ` Next invoice: ${smallestUnitsLabel(nextInvoice)} on ${formatDate(new Date(nextInvoice.at))}.`
		: "";
	const read = readAt === null ? "" : ` As Stripe said on ${formatDate(new Date(readAt))}.`;
	return `${by}${next}${read}`;
}

type ChoosePlanProps = {
	offer: PlanOffer;
	hasSubscription: boolean;
	isBusy: boolean;
	leave: ReturnType<typeof usePaymentPage>["leave"];
};

function ChoosePlan({ offer, hasSubscription, isBusy, leave }: ChoosePlanProps) {
	const { id: planId, name, isPayable } = offer;
	const denial = isPayable ? null : denials.notPayable;
	// With a subscription, Stripe's page shows the charge or credit before anything changes.
	const open = () =>
		hasSubscription ? trpcClient.billing.openPortal.mutate() : trpcClient.billing.openCheckout.mutate({ planId });
	return (
		<GuardedButton
			denial={denial}
			isLoading={isBusy}
			label={`${hasSubscription ? "Change to" : "Choose"} ${name}`}
			onClick={() => leave(open)}
		>
			{hasSubscription ? "Change" : "Choose"}
		</GuardedButton>
	);
}
