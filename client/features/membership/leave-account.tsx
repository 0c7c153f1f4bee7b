import { Button } from "@mantine/core";
import { useState } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { leaveAccount } from "../../api/open-account";
import { trpcClient } from "../../api/trpc";
import { TypedConfirmation } from "../../forms/typed-confirmation";
import { ButtonRow } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import classes from "./membership.module.css";

export function CompanyCard({ account }: { account: CurrentAccount }) {
	const { companyName, me } = account;
	const [isConfirming, setIsConfirming] = useState(false);
	const leave = async () => {
		await trpcClient.account.leaveAccount.mutate({ companyName });
		leaveAccount();
	};
	return (
		<Card title="Company">
			<div className={classes.company}>
				<p>
					You're a member of <b>{companyName}</b> (role: {me.role}).
					{account.hasOthers && " Leaving it doesn't affect your other companies."}
				</p>
				<ButtonRow>
					<Button variant="default" onClick={() => setIsConfirming(true)}>
						Leave {companyName}
					</Button>
				</ButtonRow>
			</div>
			<TypedConfirmation
				isOpen={isConfirming}
				title={`Leave ${companyName}?`}
				expected={companyName}
				confirmLabel={`Leave ${companyName}`}
				onClose={() => setIsConfirming(false)}
				onConfirm={leave}
			>
				<p className={classes.question}>
					You lose access to its devices and readings at once. Nothing is deleted, and what you did stays in its log.
					Only an owner or admin can let you in again. You keep your sign-in.
				</p>
			</TypedConfirmation>
		</Card>
	);
}
