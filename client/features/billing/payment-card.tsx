import { useState } from "react";
import type { BillingDetails, PaymentPage, PlanOffer } from "../../../shared/account/billing";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { useRun } from "../../forms/action-dialog";
import { FormFailure } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { countText, formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import classes from "./billing.module.css";
import { priceLabel, smallestUnitsLabel } from "./money-label";

const denials: Record<Extract<PaymentPage, { refused: string }>["refused"], string> = {
	notSetUp: t("payment.denied.notSetUp"),
	unavailable: t("payment.denied.unavailable"),
	subscribed: t("payment.denied.subscribed"),
	notSubscribed: t("payment.denied.notSubscribed"),
	held: t("payment.denied.held"),
	notPayable: t("payment.denied.byAgreement"),
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
			<Card title={t("payment")}>
				<NoRows>{t("payment.none")}</NoRows>
			</Card>
		);
	}
	const others = plans.filter(({ id }) => id !== plan?.id);
	const manage = (
		<GuardedButton denial={null} isLoading={isBusy} onClick={() => leave(() => trpcClient.billing.openPortal.mutate())}>
			{t("managePayment")}
		</GuardedButton>
	);
	return (
		<Card title={t("payment")} action={hasSubscription ? manage : undefined}>
			{billing === "statements" && <NoRows>{t("payment.byStatements")}</NoRows>}
			{billing === "stripe" && <NoRows>{paidText(details)}</NoRows>}
			<div className={classes.failure}>
				<FormFailure failure={failure} />
			</div>
			{others.length > 0 && (
				<Rows
					rows={others.map((offer) => ({
						key: offer.id,
						name: t("plan.offer", { name: offer.name, price: priceLabel(offer, currency) }),
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
	if (!hasSubscription) return t("noSubscriptionChooseAPlanTo");
	return [
		paymentMethod ? methodText(paymentMethod) : t("payment.noMethod"),
		...(nextInvoice
			? [t("payment.next", { amount: smallestUnitsLabel(nextInvoice), date: formatDate(new Date(nextInvoice.at)) })]
			: []),
		...(readAt === null ? [] : [t("payment.readAt", { date: formatDate(new Date(readAt)) })]),
	].join(" ");
}

function methodText({ brand, last4, expires }: NonNullable<BillingDetails["paymentMethod"]>): string {
	if (last4 && expires) return t("payment.byCardUntil", { brand, last4, expires });
	if (last4) return t("payment.byCard", { brand, last4 });
	return expires ? t("payment.byUntil", { brand, expires }) : t("payment.by", { brand });
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
			label={t(hasSubscription ? "plan.changeTo" : "plan.chooseNamed", { name })}
			onClick={() => leave(open)}
		>
			{t(hasSubscription ? "plan.change" : "plan.choose")}
		</GuardedButton>
	);
}

function planContents({ meters }: Pick<PlanOffer, "meters">): string {
	const said = meters.flatMap(({ meter, included, limit }) => {
		const bound = limit ?? included;
		if (bound === null) return [];
		const amount = meter === "storageBytes" ? formatBytes(bound) : countText(bound);
		return [t(limit === null ? "plan.includes" : "plan.has", { meter: t(`meter.title.${meter}`), amount })];
	});
	return said.length === 0 ? t("withoutLimits") : said.join(" · ");
}
