import type { BillingDetails, GetStatement } from "../../../shared/account/billing";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { saveFile } from "../../base/save-file";
import { useRun } from "../../forms/action-dialog";
import { FormFailure } from "../../ui/form/buttons";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/account";
import classes from "./billing.module.css";

const monthNames = new Intl.DateTimeFormat(pageLanguage, { month: "long", year: "numeric", timeZone: "UTC" });

function monthTitle(month: string): string {
	return monthNames.format(new Date(`${month}-15T00:00:00Z`));
}

export function StatementsCard({ details }: { details: BillingDetails }) {
	const { isBusy, error, run } = useRun();
	const { openMonth, statements, timeZone } = details;
	const buttons = (month: string) => (
		<span className={classes.links}>
			{(["html", "csv"] as const).map((format) => (
				<GuardedButton
					key={format}
					denial={null}
					isLoading={isBusy}
					label={t("statement.as", { month: monthTitle(month), format: format.toUpperCase() })}
					onClick={() => void run(() => download({ month, format }))}
				>
					{format.toUpperCase()}
				</GuardedButton>
			))}
		</span>
	);
	return (
		<Card title={t("statementsOfUse")}>
			<div className={classes.failure}>
				<FormFailure failure={error === null ? null : sentenceFor(error)} />
			</div>
			<Rows
				rows={[
					{
						key: openMonth,
						name: t("statement.soFar", { month: monthTitle(openMonth) }),
						under: t("closedAtTheEndOfThe", { timeZone }),
						end: buttons(openMonth),
					},
					...statements.map(({ month, closedAt }) => ({
						key: month,
						name: monthTitle(month),
						under: t("statement.closedOn", { date: formatDate(new Date(closedAt)) }),
						end: buttons(month),
					})),
				]}
			/>
		</Card>
	);
}

async function download(wanted: GetStatement): Promise<void> {
	const { name, mediaType, text } = await trpcClient.billing.getStatement.query(wanted);
	saveFile(name, new Blob([text], { type: mediaType }));
}
