import { Checkbox, SegmentedControl } from "@mantine/core";
import { useState } from "react";
import type { ReportListRow } from "../../../shared/report/report";
import { reportTypes } from "../../../shared/report/report-types";
import { trpcClient } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { MomentField } from "../../ui/form/moment-field";
import { viewerZone } from "../../ui/time/time-display";
import { typedInstant } from "../../ui/time/typed-moment";
import { useRefreshReports } from "./report-queries";
import classes from "./runs.module.css";

const allOf = new Intl.ListFormat("en");

type RunReportDialogProps = {
	report: Pick<ReportListRow, "id" | "name" | "type" | "zone" | "recipients">;
	onClose: () => void;
	onStarted: (runId: string) => void;
};

type Complaints = { from?: string; to?: string };

export function RunReportDialog({ report, onClose, onStarted }: RunReportDialogProps) {
	const { id: reportId, name, recipients = [] } = report;
	const zone = report.zone ?? viewerZone;
	// A backend of the specification returns no type.
	const isOfNow = report.type !== undefined && reportTypes[report.type].isOfNow === true;
	const refresh = useRefreshReports();
	const [isOwn, setIsOwn] = useState(true);
	const [typed, setTyped] = useState({ from: "", to: "" });
	const [complaints, setComplaints] = useState<Complaints>({});
	const [isSent, setIsSent] = useState(false);
	const run = async () => {
		const { period, complaints: found } = isOwn ? { period: undefined, complaints: {} } : readPeriod(zone, typed);
		setComplaints(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		const input = { reportId, isSent, ...(period && { period }) };
		const { id: runId } = await trpcClient.report.runReport.mutate(input);
		await refresh();
		onStarted(runId);
	};
	const moment = (field: "from" | "to", label: string) => (
		<MomentField
			label={label}
			description={`By the clock of ${zone}.`}
			zone={zone}
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
			title={`Run ${name}`}
			label="Run now"
			run={run}
			onClose={onClose}
			onRejected={({ fields }) => {
				const found = { from: fields["period.from"], to: fields["period.to"] };
				setComplaints(Object.fromEntries(Object.entries(found).filter(([, text]) => text !== undefined)));
				return found.from !== undefined || found.to !== undefined;
			}}
		>
			<div className={classes.fields}>
				{!isOfNow && (
					<SegmentedControl
						aria-label="Period"
						data={[
							{ value: "own", label: "Its period, as of now" },
							{ value: "other", label: "Another period" },
						]}
						value={isOwn ? "own" : "other"}
						onChange={(value) => setIsOwn(value === "own")}
					/>
				)}
				{!isOwn && (
					<div className={classes.span}>
						{moment("from", "From")}
						{moment("to", "To")}
					</div>
				)}
				<Checkbox
					label="Send it to its recipients"
					description={recipients.length === 0 ? "It has none." : allOf.format(recipients)}
					disabled={recipients.length === 0}
					checked={isSent}
					onChange={({ currentTarget: { checked } }) => setIsSent(checked)}
				/>
			</div>
		</ActionDialog>
	);
}

function readPeriod(zone: string, typed: { from: string; to: string }) {
	const [from, to] = [typedInstant(zone, typed.from), typedInstant(zone, typed.to)];
	const complaints: Complaints = {
		...(from === null && { from: "Choose a time." }),
		...(to === null && { to: "Choose a time." }),
		...(from !== null && to !== null && to <= from && { to: "Must be after the beginning." }),
	};
	return { period: from === null || to === null ? undefined : { from, to }, complaints };
}
