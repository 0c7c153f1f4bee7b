import { Checkbox, Radio } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { minuteMs } from "../../../shared/base/durations";
import type { ReportListRow, ReportRange } from "../../../shared/report/report";
import { periodOf } from "../../../shared/report/report-times";
import { reportTypes } from "../../../shared/report/report-types";
import { type TimeRange, zoneOffsetMinutes } from "../../../shared/time/time-zones";
import { reportBy } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { pageLanguage } from "../../base/page-language";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { MomentField } from "../../ui/form/moment-field";
import layout from "../../ui/layout/layouts.module.css";
import { viewerZone } from "../../ui/time/time-display";
import { typedEnd, typedInstant } from "../../ui/time/typed-moment";
import { t } from "../../words/made/reports";
import { hasDefinition, periodText, rangeText } from "./report-labels";
import { useRefreshReports } from "./report-queries";
import classes from "./runs.module.css";

const allOf = new Intl.ListFormat(pageLanguage);

type RunReportDialogProps = {
	report: Pick<ReportListRow, "id" | "name" | "type" | "zone" | "recipients">;
	onClose: () => void;
	onStarted: (runId: string) => void;
};

type Complaints = { from?: string; to?: string };

type Choice = "own" | "beside" | "other";

export function RunReportDialog({ report, onClose, onStarted }: RunReportDialogProps) {
	const { id: reportId, name, recipients = [] } = report;
	const zone = report.zone ?? viewerZone;
	// A backend of the specification returns no type.
	const isOfNow = report.type !== undefined && reportTypes[report.type].isOfNow === true;
	const refresh = useRefreshReports();
	const { data: whole } = useQuery(reportBy(reportId));
	const range = whole && hasDefinition(whole) ? whole.definition.range : null;
	const [openedAt] = useState(Date.now);
	const offered = offeredPeriods(range, { zone, at: openedAt });
	const [choice, setChoice] = useState<Choice>("own");
	const [typed, setTyped] = useState({ from: "", to: "" });
	const [complaints, setComplaints] = useState<Complaints>({});
	const [isSent, setIsSent] = useState(false);
	const run = async () => {
		const { period, complaints: found } = chosenPeriod();
		setComplaints(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		const input = { reportId, isSent, ...(period && { period }) };
		const { id: runId } = await trpcClient.report.runReport.mutate(input);
		await refresh();
		onStarted(runId);
	};
	const chosenPeriod = (): { period: TimeRange | undefined; complaints: Complaints } => {
		if (choice === "other") return readPeriod(zone, typed);
		const beside = choice === "beside" ? offered.beside?.range : undefined;
		return { period: beside && periodOf(beside, { zone, at: Date.now(), previousEnd: null }), complaints: {} };
	};
	const moment = (field: "from" | "to", label: string) => (
		<MomentField
			label={label}
			description={field === "to" ? t("byTheClockOfZone.end", { zone }) : t("byTheClockOfZone", { zone })}
			zone={zone}
			isEnd={field === "to"}
			value={typed[field]}
			error={complaints[field]}
			onChange={(text) => {
				setTyped((before) => ({ ...before, [field]: text }));
				setComplaints(({ [field]: _, ...others }) => others);
			}}
		/>
	);
	return (
		<ActionDialog
			title={t("runName", { name })}
			label={t("runNow")}
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => {
				const found = { from: fields["period.from"], to: fields["period.to"] };
				setComplaints(Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)));
				return found.from !== undefined || found.to !== undefined;
			}}
		>
			<div className={layout.fields}>
				{!isOfNow && (
					<Radio.Group
						label={t("period")}
						value={choice}
						onChange={(value) => setChoice(choices.find((one) => one === value) ?? "own")}
					>
						<Radio mt={6} value="own" label={offered.own} />
						{offered.beside && <Radio mt={6} value="beside" label={offered.beside.label} />}
						<Radio mt={6} value="other" label={t("choose")} />
					</Radio.Group>
				)}
				{choice === "other" && (
					<div className={classes.span}>
						{moment("from", t("range.from"))}
						{moment("to", t("range.to"))}
					</div>
				)}
				<Checkbox
					label={t("sendItToItsRecipients")}
					description={recipients.length === 0 ? t("itHasNone") : allOf.format(recipients)}
					disabled={recipients.length === 0}
					checked={isSent}
					onChange={({ currentTarget: { checked } }) => setIsSent(checked)}
				/>
			</div>
		</ActionDialog>
	);
}

const monthName = new Intl.DateTimeFormat(pageLanguage, { month: "long", timeZone: "UTC" });
const monthOfYear = new Intl.DateTimeFormat(pageLanguage, { month: "long", year: "numeric", timeZone: "UTC" });

const choices: readonly Choice[] = ["own", "beside", "other"];

type Offered = { own: string; beside: { label: string; range: ReportRange } | null };

function offeredPeriods(range: ReportRange | null, { zone, at }: { zone: string; at: number }): Offered {
	if (range === null) return { own: t("period.own"), beside: null };
	if (range.kind !== "previous" && range.kind !== "toDate") return { own: rangeText(range, zone), beside: null };
	const beside: ReportRange = { ...range, kind: range.kind === "previous" ? "toDate" : "previous" };
	const label = (one: ReportRange) => unitText(one, { zone, at });
	return { own: label(range), beside: { label: label(beside), range: beside } };
}

function unitText(range: ReportRange, { zone, at }: { zone: string; at: number }): string {
	const period = periodOf(range, { zone, at, previousEnd: null });
	const isMonth = "unit" in range && range.unit === "month";
	const wall = new Date(period.from + zoneOffsetMinutes(zone, period.from) * minuteMs);
	if (range.kind === "toDate")
		return isMonth ? t("period.soFar.namedMonth", { month: monthName.format(wall) }) : rangeText(range, zone);
	if (isMonth) return monthOfYear.format(wall);
	return range.kind === "previous" && range.unit === "day"
		? t("period.yesterday", { period: periodText(period, zone) })
		: periodText(period, zone);
}

function readPeriod(zone: string, typed: { from: string; to: string }) {
	const [from, to] = [typedInstant(zone, typed.from), typedEnd(zone, typed.to)];
	const complaints: Complaints = {
		...(from === null && { from: t("period.chooseTime") }),
		...(to === null && { to: t("period.chooseTime") }),
		...(from !== null && to !== null && to <= from && { to: t("period.endsBefore") }),
	};
	return { period: from === null || to === null ? undefined : { from, to }, complaints };
}
