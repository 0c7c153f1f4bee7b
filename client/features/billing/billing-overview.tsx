import type { ReactNode } from "react";
import type { BillingDetails, BillingSummary } from "../../../shared/account/billing";
import { Callout } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import classes from "./billing.module.css";
import { InvoicesCard } from "./invoices-card";
import { MeterRows } from "./meter-rows";
import { priceLabel } from "./money-label";
import { PaymentCard } from "./payment-card";
import { StatementsCard } from "./statements-card";

const statusLabels: Record<BillingSummary["status"], { label: string; tone: ChipTone; meaning: string }> = {
	trial: { label: t("status.trial"), tone: "info", meaning: t("status.trial.help") },
	active: { label: t("status.active"), tone: "ok", meaning: "" },
	past_due: { label: t("status.pastDue"), tone: "bad", meaning: t("status.pastDue.help") },
	canceled: { label: t("status.canceled"), tone: "off", meaning: t("status.canceled.help") },
};

type BillingOverviewProps = {
	summary: BillingSummary;
	/** Null: not visible to this role, or absent. */
	details: BillingDetails | null;
	withoutDetails: string | null;
};

export function BillingOverview({ summary, details, withoutDetails }: BillingOverviewProps) {
	const isBilled = details !== null && details.billing !== "none";
	return (
		<>
			<PageHead title={t("billing")} subtitle={t("billing.plan", { name: summary.planName })} />
			{details?.pastDue && <PastDueNote pastDue={details.pastDue} />}
			<div className={classes.grid}>
				<div className={classes.column}>
					<Card title={t("plan")}>
						<Facts facts={planFacts(summary, details)} />
					</Card>
					{withoutDetails !== null && (
						<Card title={t("payment")}>
							<NoRows>{withoutDetails}</NoRows>
						</Card>
					)}
					{details && <PaymentCard details={details} />}
					{details?.billing === "stripe" && <InvoicesCard invoices={details.invoices} />}
					{details && <StatementsCard details={details} />}
				</div>
				<Card title={t("useOfThePlan")}>
					<MeterRows usage={summary.usage} currency={isBilled ? details.currency : null} />
					<p className={classes.foot}>{countedText(summary, isBilled)}</p>
				</Card>
			</div>
		</>
	);
}

function PastDueNote({ pastDue }: { pastDue: NonNullable<BillingDetails["pastDue"]> }) {
	const isOver = pastDue.graceEndsAt <= Date.now();
	const end = formatDate(new Date(pastDue.graceEndsAt));
	return (
		<Callout tone={isOver ? "bad" : "warn"} role="status" className={classes.note}>
			{t(isOver ? "pastDue.isOver" : "pastDue", { since: formatDate(new Date(pastDue.since)), end })}
		</Callout>
	);
}

function planFacts({ planName, status, trialEndsAt }: BillingSummary, details: BillingDetails | null): Fact[] {
	const { label, tone, meaning } = statusLabels[status];
	const date = (at: number | null | undefined, name: string): Fact[] =>
		at == null ? [] : [{ label: name, value: formatDate(new Date(at)) }];
	return [
		{ label: t("plan"), value: planName },
		...price(details),
		{ label: t("status"), value: <StatusChip tone={tone}>{label}</StatusChip>, note: meaning },
		...(trialEndsAt ? [{ label: t("trialEnds"), value: formatDate(trialEndsAt) }] : []),
		...date(details?.renewsAt, t("renews")),
		...(details?.endsAt != null
			? [
					{
						label: t("ends"),
						value: formatDate(new Date(details.endsAt)),
						note: t("theSubscriptionWasCanceledAndRuns"),
					},
				]
			: []),
	];
}

function price(details: BillingDetails | null): Fact[] {
	if (details === null) return [];
	if (details.billing === "none" || details.plan === null) {
		return [{ label: t("price"), value: t("nothingIsBilled") as ReactNode, note: t("usageIsShownForInformation") }];
	}
	return [{ label: t("price"), value: priceLabel(details.plan, details.currency), note: t("withoutTax") }];
}

function countedText({ usage }: BillingSummary, isBilled: boolean): string {
	const isCounted = usage.some(({ countedAt }) => countedAt);
	return [...(isCounted ? [t("usage.countedNow")] : []), ...(isBilled ? [t("usage.notified")] : [])].join(" ");
}
