import { TextInput } from "@mantine/core";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../../shared/account/account";
import { deletionGraceDays } from "../../../../shared/account/leaving";
import { dayMs } from "../../../../shared/base/durations";
import { deletePurpose } from "../../../../shared/session/identity-confirmation";
import { deviceList } from "../../../api/device-list";
import { userList } from "../../../api/queries";
import { trpcClient } from "../../../api/trpc";
import { ActionDialog, NotSent } from "../../../forms/action-dialog";
import { useIdentityProof } from "../../../forms/identity-proof";
import { countOf } from "../../../ui/format";
import { formatDate } from "../../../ui/time/time-display";
import classes from "./leaving.module.css";

type DialogProps = {
	account: Pick<CurrentAccount, "id" | "companyName" | "me">;
	hasSubscription: boolean;
	onDone: () => Promise<void>;
	onClose: () => void;
};

/** Requires the company's name and the password, against slips and unattended browsers. */
export function DeleteAccountDialog({ account, hasSubscription, onDone, onClose }: DialogProps) {
	const { id: accountId, companyName, me } = account;
	const [typed, setTyped] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const purpose = deletePurpose({ accountId });
	const proof = useIdentityProof({ purpose, email: me.email, what: "delete" });
	const [devices, users] = useQueries({ queries: [deviceList(), userList()] });
	const endsAt = new Date(Date.now() + deletionGraceDays * dayMs);

	const plan = async () => {
		const isNamed = typed.trim() === companyName.trim();
		if (!isNamed) setComplaint(typed.trim() === "" ? `Type “${companyName}” first.` : `This is not “${companyName}”.`);
		proof.assertTyped();
		if (!isNamed) throw new NotSent();
		await proof.confirm();
		await trpcClient.account.requestDeletion.mutate({ companyName: typed });
		toast.success(`The account is deleted from ${formatDate(endsAt)} on. Everybody is notified.`);
		await onDone();
	};

	return (
		<ActionDialog
			title={`Delete ${companyName}?`}
			label={`Delete in ${deletionGraceDays} days`}
			isDangerous
			run={plan}
			onClose={onClose}
			onRejected={({ reason, fields }) => {
				// The password's confirmation lasts two minutes; request it again.
				if (reason === "IDENTITY_NOT_CONFIRMED") proof.restart();
				setComplaint(fields.companyName ?? null);
				return fields.companyName !== undefined;
			}}
		>
			<ul className={classes.facts}>
				<li>
					On <b>{formatDate(endsAt)}</b> everything of {companyName} is deleted, and nobody can bring it back
					{devices.data && users.data && (
						<>
							: {countOf(devices.data.length, "device")} with all readings, alerts, reports and their files, and the
							access of {countOf(users.data.length, "user")}
						</>
					)}
					.
				</li>
				<li>
					Until then everything works as before. Every user sees the date, is notified by mail, and any owner can cancel
					it.
				</li>
				<li>Then uploads are rejected, and API keys and links stop working.</li>
				<li>Export all data first if you want to keep it.</li>
				<li>
					What remains: {hasSubscription ? "the bills at Stripe, where the subscription ends automatically, " : ""}
					the logs of the mail and hosting providers until they expire, and for 30 days what the hosting provider itself
					could recover. Everyone keeps their own sign-in.
				</li>
			</ul>
			<TextInput
				label={`Type “${companyName}” to confirm`}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				data-autofocus
				value={typed}
				error={complaint}
				onChange={(event) => {
					setTyped(event.currentTarget.value);
					setComplaint(null);
				}}
			/>
			{proof.fields}
		</ActionDialog>
	);
}
