import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import type { EventAssessment } from "../../../shared/report/assessment";
import { useRefreshInterval } from "../../api/live";
import { lazyPart, useIsWanted } from "../../ui/feedback/lazy-parts";
import { Callout } from "../../ui/feedback/notes";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { Facts } from "../../ui/layout/detail";
import { TextLink } from "../../ui/layout/link";
import { NoRows } from "../../ui/layout/rows";
import { t } from "../../words/made/assess";
import { assessmentOf } from "./event-queries";

const AssessDialog = lazyPart(async () => (await import("./assess-dialog")).AssessDialog);

type AssessmentCardProps = { eventId: string; mayAssess: boolean };

/** Shows nothing for an event that no one can assess. */
export function AssessmentCard({ eventId, mayAssess }: AssessmentCardProps) {
	const refetchInterval = useRefreshInterval();
	const { data } = useSuspenseQuery({ ...assessmentOf(eventId), refetchInterval });
	const [isOpen, setIsOpen] = useState(false);
	const isWanted = useIsWanted(isOpen);
	const { report, denial, isMissing } = data;
	if (report === null && denial !== null) return null;
	const canAssess = mayAssess && denial === null;
	return (
		<Card
			title={t("title")}
			action={
				canAssess && (
					<Button variant={isMissing ? "filled" : "default"} size="compact-sm" onClick={() => setIsOpen(true)}>
						{report ? t("change") : t("assess")}
					</Button>
				)
			}
		>
			{report === null ? <NoRows>{t(isMissing ? "missing" : "none")}</NoRows> : <Details report={report} />}
			<Suspense>
				{isWanted && isOpen && <AssessDialog eventId={eventId} report={report} onClose={() => setIsOpen(false)} />}
			</Suspense>
		</Card>
	);
}

type AssessmentReport = NonNullable<EventAssessment["report"]>;

function Details({ report }: { report: AssessmentReport }) {
	const { id, details, run } = report;
	const { product, quantity, quantityUnit, decision, files } = details;
	const amount = quantityUnit === "" ? countText(quantity) : `${countText(quantity)} ${quantityUnit}`;
	return (
		<>
			{run?.isRevised && (
				<Callout tone="warn" role="status">
					{t("revised")}
				</Callout>
			)}
			<Facts
				facts={[
					{ label: t("product"), value: product },
					{ label: t("quantity"), value: amount },
					{ label: t("decision"), value: decision },
					...(files.length > 0 ? [{ label: t("files"), value: files.map(({ name }) => name).join(", ") }] : []),
					{
						label: t("state"),
						value: (
							<TextLink
								to="/reports/edit/$reportId"
								params={{ reportId: id }}
								search={{ tab: "runs", ...(run && { run: run.id }) }}
							>
								{stateText(report)}
							</TextLink>
						),
					},
				]}
			/>
		</>
	);
}

function stateText({ run }: AssessmentReport): string {
	if (run === null) return t("state.unseen");
	if (run.signed.includes("rejected")) return t("state.rejected");
	if (run.signed.includes("approved")) return t("state.approved");
	if (run.signed.includes("reviewed")) return t("state.reviewed");
	if (run.state === "queued" || run.state === "running") return t("state.making");
	return run.state === "failed" ? t("state.failed") : t("state.unsigned");
}
