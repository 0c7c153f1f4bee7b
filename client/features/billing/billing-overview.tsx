import type { BillingSummary, UsageMeter } from "../../../shared/billing";
import { Meter, meterTone } from "../../ui/chart/figures";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { countText, formatBytes } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { formatDate } from "../../ui/time/time-display";
import classes from "./billing.module.css";

const statusLabels: Record<BillingSummary["status"], { label: string; tone: ChipTone; meaning: string }> = {
	trial: { label: "Trial", tone: "brand", meaning: "Nothing is charged during the trial." },
	active: { label: "Active", tone: "ok", meaning: "The plan runs." },
	past_due: { label: "Past due", tone: "bad", meaning: "A payment is missing. The billing role can settle it." },
	canceled: { label: "Canceled", tone: "off", meaning: "The plan has ended." },
};

const meterTitles: Record<UsageMeter["meter"], string> = {
	devices: "Devices",
	users: "Users",
	storageBytes: "Storage",
};

export function BillingOverview({ summary }: { summary: BillingSummary }) {
	const { label, tone, meaning } = statusLabels[summary.status];
	return (
		<>
			<PageHead title="Billing" subtitle={`${summary.planName} plan`} />
			<div className={classes.grid}>
				<Card title="Plan">
					<Facts
						facts={[
							{ label: "Plan", value: summary.planName },
							{ label: "Status", value: <StatusChip tone={tone}>{label}</StatusChip>, note: meaning },
							...(summary.trialEndsAt ? [{ label: "Trial ends", value: formatDate(summary.trialEndsAt) }] : []),
							{
								label: "Changes",
								value: "Plan and payment cannot be changed in this version.",
							},
						]}
					/>
				</Card>
				<Card title="Use of the plan">
					<ul className={classes.meters}>
						{summary.usage.map((usage) => (
							<MeterRow key={usage.meter} usage={usage} />
						))}
					</ul>
				</Card>
			</div>
		</>
	);
}

function MeterRow({ usage: { meter, used, included } }: { usage: UsageMeter }) {
	const shown = (amount: number) => (meter === "storageBytes" ? formatBytes(amount) : countText(amount));
	const share = included === null || included === 0 ? null : used / included;
	const tone = share === null ? "brand" : meterTone(share);
	return (
		<li className={classes.meter}>
			<div className={classes.words}>
				<b>{meterTitles[meter]}</b>
				{tone !== "brand" && share !== null && <StatusChip tone={tone}>{Math.floor(share * 100)} % used</StatusChip>}
				<span>
					{shown(used)} {included === null ? "· no limit" : `of ${shown(included)}`}
				</span>
			</div>
			{share !== null && <Meter share={share} />}
		</li>
	);
}
