import type { ReactNode } from "react";
import type { BillingDetails, BillingSummary } from "../../../shared/account/billing";
import { Callout } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import classes from "./billing.module.css";
import { InvoicesCard } from "./invoices-card";
import { MeterRows } from "./meter-rows";
import { priceLabel } from "./money-label";
import { PaymentCard } from "./payment-card";
import { StatementsCard } from "./statements-card";

const statusLabels: Record<BillingSummary["status"], { label: string; tone: ChipTone; meaning: string }> = {
	trial: { label: "Trial", tone: "info", meaning: "Nothing is charged during the trial." },
	active: { label: "Active", tone: "ok", meaning: "" },
	past_due: { label: "Past due", tone: "bad", meaning: "A payment is missing. Readings and alerts go on." },
	canceled: { label: "Canceled", tone: "off", meaning: "The subscription has ended. Readings and alerts go on." },
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
			<PageHead title="Billing" subtitle={`${summary.planName} plan`} />
			{details?.pastDue && <PastDueNote pastDue={details.pastDue} />}
			<div className={classes.grid}>
				<div className={classes.column}>
					<Card title="Plan">
						<Facts facts={planFacts(summary, details)} />
					</Card>
					{withoutDetails !== null && (
						<Card title="Payment">
							<NoRows>{withoutDetails}</NoRows>
						</Card>
					)}
					{details && <PaymentCard details={details} />}
					{details?.billing === "stripe" && <InvoicesCard invoices={details.invoices} />}
					{details && <StatementsCard details={details} />}
				</div>
				<Card title="Use of the plan">
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
			A payment has been missing since {formatDate(new Date(pastDue.since))}. Readings are taken and alerts are sent as
			before.{" "}
			{isOver
				? `Since ${end} no devices or users can be added and no reports made on demand, until it is paid.`
				: `If it is not paid by ${end}, no devices or users can be added and no reports made on demand from then on.`}
		</Callout>
	);
}

function planFacts({ planName, status, trialEndsAt }: BillingSummary, details: BillingDetails | null): Fact[] {
	const { label, tone, meaning } = statusLabels[status];
	const date = (at: number | null | undefined, name: string): Fact[] =>
		at == null ? [] : [{ label: name, value: formatDate(new Date(at)) }];
	return [
		{ label: "Plan", value: planName },
		...price(details),
		{ label: "Status", value: <StatusChip tone={tone}>{label}</StatusChip>, note: meaning },
		...(trialEndsAt ? [{ label: "Trial ends", value: formatDate(trialEndsAt) }] : []),
		...date(details?.renewsAt, "Renews"),
		...(details?.endsAt != null
			? [
					{
						label: "Ends",
						value: formatDate(new Date(details.endsAt)),
						note: "The subscription was canceled and runs until then.",
					},
				]
			: []),
	];
}

function price(details: BillingDetails | null): Fact[] {
	if (details === null) return [];
	if (details.billing === "none" || details.plan === null) {
		return [{ label: "Price", value: "Nothing is billed" as ReactNode, note: "Usage is shown for information." }];
	}
	return [{ label: "Price", value: priceLabel(details.plan, details.currency), note: "Without tax." }];
}

function countedText({ usage }: BillingSummary, isBilled: boolean): string {
	const warned = isBilled
		? " Owners and billing users are notified by e-mail at 80 and 100 %, once a month for each meter."
		: "";
	const counted = usage.some(({ countedAt }) => countedAt) ? "Counted when you opened this page." : "";
	return `${counted}${warned}`.trim();
}
