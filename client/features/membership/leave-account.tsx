import { Button } from "@mantine/core";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { CurrentAccount } from "../../../shared/account";
import { queryClient } from "../../api/query-client";
import { trpcClient } from "../../api/trpc";
import { TypedConfirmation } from "../../forms/typed-confirmation";
import { ButtonRow } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import classes from "./membership.module.css";

export function CompanyCard({ account }: { account: CurrentAccount }) {
	const { companyName, me } = account;
	const router = useRouter();
	const [isConfirming, setIsConfirming] = useState(false);
	const leave = async () => {
		await trpcClient.account.leaveAccount.mutate({ companyName });
		queryClient.clear();
		router.clearCache();
		await router.navigate({ to: "/create-account" });
	};
	return (
		<Card title="Company">
			<div className={classes.company}>
				<p>
					You belong to <b>{companyName}</b> with the role {me.role}. A sign-in belongs to one company at a time.
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
				confirmLabel="Leave"
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
