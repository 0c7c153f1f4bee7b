import type { Invoice } from "../../../shared/account/billing";
import { ownValue } from "../../../shared/base/own-value";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import classes from "./billing.module.css";
import { smallestUnitsLabel } from "./money-label";

const statusTexts: Record<string, string> = {
	paid: t("invoice.paid"),
	open: t("invoice.toBePaid"),
	void: t("invoice.void"),
	uncollectible: t("invoice.givenUp"),
};

export function InvoicesCard({ invoices }: { invoices: Invoice[] }) {
	return (
		<Card title={t("invoices")}>
			{invoices.length === 0 ? (
				<NoRows>{t("noInvoicesYet")}</NoRows>
			) : (
				<Rows
					rows={invoices.map((invoice) => ({
						key: invoice.id,
						name: t("invoice.named", { number: invoice.number ?? t("invoice"), amount: smallestUnitsLabel(invoice) }),
						under: `${formatDate(new Date(invoice.at))} · ${ownValue(statusTexts, invoice.status) ?? invoice.status}`,
						end: <InvoiceLinks invoice={invoice} />,
					}))}
				/>
			)}
		</Card>
	);
}

function InvoiceLinks({ invoice: { number, url, pdf } }: { invoice: Invoice }) {
	return (
		<span className={classes.links}>
			{url && (
				<a
					href={url}
					target="_blank"
					rel="noreferrer"
					aria-label={number ? t("invoice.openNamed", { number }) : t("invoice.openUnnamed")}
				>
					{t("invoice.open")}
				</a>
			)}
			{pdf && (
				<a
					href={pdf}
					target="_blank"
					rel="noreferrer"
					aria-label={number ? t("invoice.pdfNamed", { number }) : t("invoice.pdfUnnamed")}
				>
					{t("pdf")}
				</a>
			)}
		</span>
	);
}
