import type { ReportListRow } from "../../../shared/report";
import { unbuiltAreas } from "../../entities/labels";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./dashboard.module.css";
import { nextAndLast } from "./next-reports";

export function ReportsCard({ reports }: { reports: ReportListRow[] }) {
	const { next, last } = nextAndLast(reports);
	return (
		<Card title="Reports" className={classes.reports} action={<TextLink to="/reports/">All {reports.length}</TextLink>}>
			<ul className={classes.rows}>
				<ReportRow label="Next" report={next} at={next?.nextRunAt} show="exact" />
				<ReportRow label="Last" report={last} at={last?.lastRunAt} show="age" />
			</ul>
			<p className={classes.unbuilt}>{unbuiltAreas.reports}</p>
		</Card>
	);
}

type ReportRowProps = {
	label: string;
	report: ReportListRow | null;
	at: Date | null | undefined;
	show: "exact" | "age";
};

function ReportRow({ label, report, at, show }: ReportRowProps) {
	return (
		<li className={classes.row}>
			<span className={classes.rowLabel}>{label}</span>
			<div className={classes.rowWords}>
				{report && at ? (
					<>
						<TextLink to="/reports/edit/$reportId" params={{ reportId: report.id }} className={classes.name}>
							{report.name}
						</TextLink>
						<div className={classes.small}>
							<TimeStamp at={at.getTime()} show={show} />
						</div>
					</>
				) : (
					<span className={classes.small}>None</span>
				)}
			</div>
		</li>
	);
}
