import { useState } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { leaveAccount } from "../../api/open-account";
import { trpcClient } from "../../api/trpc";
import { TypedConfirmation } from "../../forms/typed-confirmation";
import { ButtonRow, PlainButton } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { rich, t } from "../../words/made/membership";
import classes from "./membership.module.css";

export function CompanyCard({ account }: { account: CurrentAccount }) {
	const { companyName, me } = account;
	const [isConfirming, setIsConfirming] = useState(false);
	const leave = async () => {
		await trpcClient.account.leaveAccount.mutate({ companyName });
		leaveAccount();
	};
	return (
		<Card title={t("company")}>
			<div className={classes.company}>
				<p>
					{rich(`member.${me.role}`, { company: <b>{companyName}</b> })}
					{account.hasOthers && ` ${t("leave.others")}`}
				</p>
				<ButtonRow>
					<PlainButton onClick={() => setIsConfirming(true)}>{t("leave.do", { companyName })}</PlainButton>
				</ButtonRow>
			</div>
			<TypedConfirmation
				isOpen={isConfirming}
				title={t("leave.title", { companyName })}
				expected={companyName}
				confirmLabel={t("leave.do", { companyName })}
				onClose={() => setIsConfirming(false)}
				onConfirm={leave}
			>
				<p className={layout.text}>{t("leave.what")}</p>
			</TypedConfirmation>
		</Card>
	);
}
