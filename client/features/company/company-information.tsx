import type { CurrentAccount } from "../../../shared/account";
import { Card } from "../../ui/layout/card";
import { Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { TimeStamp } from "../../ui/time/time-stamp";
import classes from "./company.module.css";

export function CompanyInformation({ account }: { account: CurrentAccount }) {
	return (
		<>
			<PageHead title="Company information" subtitle="Read-only in this version." />
			<Card title="Company" className={classes.card}>
				<Facts
					facts={[
						{
							label: "Company name",
							value: account.companyName,
							note: "Shown in the console header and in invitations.",
						},
						{
							label: "Time zone",
							value: account.timeZone,
							note: "Days, weeks and months of the log use it where devices keep different clocks.",
						},
						{
							label: "Account created",
							value: <TimeStamp at={account.createdAt.getTime()} isFocusable />,
							note: "Used nowhere else.",
						},
						{ label: "Account id", value: <code>{account.id}</code>, note: "Quote it when you ask for help." },
					]}
				/>
			</Card>
		</>
	);
}
