import type { CurrentAccount } from "../../../shared/account";
import { BrandMark } from "../../ui/layout/brand";
import { Card } from "../../ui/layout/card";
import { Facts } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import classes from "./customize.module.css";

export function CustomizeOverview({ account }: { account: CurrentAccount }) {
	const logo = account.logoUrl ? <img src={account.logoUrl} alt="" height={26} /> : <BrandMark />;
	return (
		<>
			<PageHead title="Customize" subtitle="Read-only in this version." />
			<div className={classes.grid}>
				<Card title="Brand">
					<Facts
						facts={[
							{
								label: "Product name",
								value: account.productName,
								note: "Shown in the title of every tab, after the screen's own.",
							},
							{
								label: "Logo",
								value: logo,
								note: account.logoUrl
									? "Your own, in the header."
									: "The product's own, as long as you have given none.",
							},
							{ label: "Company name", value: account.companyName, note: "Stands beside the logo." },
						]}
					/>
				</Card>
				<Card title="How it looks">
					<div className={classes.preview} role="img" aria-label={`Header with logo and ${account.companyName}`}>
						<div className={classes.tab}>
							<span>Dashboard · {account.productName}</span>
						</div>
						<div className={classes.header}>
							{logo}
							<b>{account.companyName}</b>
							<span>Dashboard</span>
						</div>
						<div className={classes.body}>
							<i />
							<i />
							<i />
						</div>
					</div>
				</Card>
			</div>
		</>
	);
}
