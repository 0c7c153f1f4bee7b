import type { UsageMeter } from "../../../shared/account/billing";
import { Meter, meterTone } from "../../ui/chart/figures";
import { StatusChip } from "../../ui/feedback/status-chip";
import { countText, formatBytes } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import classes from "./billing.module.css";
import { moneyLabel } from "./money-label";

type MeterRowsProps = { usage: UsageMeter[]; currency: string | null };

export function MeterRows({ usage, currency }: MeterRowsProps) {
	return (
		<ul className={layout.plain}>
			{usage.map((meter) => (
				<MeterRow key={meter.meter} usage={meter} currency={currency} />
			))}
		</ul>
	);
}

function MeterRow({ usage, currency }: { usage: UsageMeter; currency: string | null }) {
	const { meter, used, included, limit = null } = usage;
	const shown = (amount: number) => (meter === "storageBytes" ? formatBytes(amount) : countText(amount));
	const bound = limit ?? included;
	const share = bound === null ? null : bound > 0 ? used / bound : used > 0 ? 1 : 0;
	const tone = share === null ? "brand" : meterTone(share);
	return (
		<li className={classes.meter}>
			<div className={classes.words}>
				<b>{t(`meter.title.${meter}`)}</b>
				{tone !== "brand" && share !== null && (
					<StatusChip tone={tone}>{t("meter.percentUsed", { percent: Math.floor(share * 100) })}</StatusChip>
				)}
				<span>
					{bound === null
						? t("meter.unlimited", { used: shown(used) })
						: t(limit === null ? "meter.included" : "meter.limited", { used: shown(used), bound: shown(bound) })}
				</span>
			</div>
			{share !== null && <Meter share={share} />}
			<p className={classes.under}>{underText(usage, currency)}</p>
		</li>
	);
}

function underText({ meter, resetsAt, overagePrice, limit }: UsageMeter, currency: string | null): string {
	const unit = meter === "storageBytes" ? "gigabyte" : "one";
	return [
		t(`meter.meaning.${meter}`),
		...(resetsAt ? [t("meter.resetsOn", { date: formatDate(resetsAt) })] : []),
		...(overagePrice && currency ? [t(`meter.overage.${unit}`, { price: moneyLabel(overagePrice, currency) })] : []),
		...(limit != null && !overagePrice ? [t("meter.nothingBeyond")] : []),
	].join(" · ");
}
