import type { Invoice } from "../../../shared/account/billing";
import { ownValue } from "../../../shared/base/own-value";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import classes from "./billing.module.css";
import { smallestUnitsLabel } from "./money-label";

const statusTexts: Record<string, string> = {
	paid: "paid",
	open: "to be paid",
	void: "void",
	uncollectible: "given up",
};

export function InvoicesCard({ invoices }: { invoices: Invoice[] }) {
	return (
		<Card title="Invoices">
			{invoices.length === 0 ? (
				<NoRows>No invoices yet.</NoRows>
			) : (
				<Rows
					rows={invoices.map((invoice) => ({
						key: invoice.id,
						name: `${invoice.number ?? "Invoice"}: ${smallestUnitsLabel(invoice)}`,
						under: `${formatDate(new Date(invoice.at))} · ${ownValue(statusTexts, invoice.status) ?? invoice.status}`,
						end: <InvoiceLinks invoice={invoice} />,
					}))}
				/>
			)}
		</Card>
	);
}

function InvoiceLinks({ invoice: { number, url, pdf } }: { invoice: Invoice }) {
	const of = number ?? "the invoice";
	return (
		<span className={classes.links}>
			{url && (
				<a href={url} target="_blank" rel="noreferrer" aria-label={`Open ${of} at Stripe`}>
					Open
				</a>
			)}
			{pdf && (
				<a href={pdf} target="_blank" rel="noreferrer" aria-label={`PDF of ${of}`}>
					PDF
				</a>
			)}
		</span>
	);
}
